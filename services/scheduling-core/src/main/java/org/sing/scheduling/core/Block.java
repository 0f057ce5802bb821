package org.sing.scheduling.core;

/**
 * Why a job could not start right now even if nothing else ran. Such a job is not the head of its queue, blocks nobody
 * and costs no budget.
 */
record Block(Answer.Verdict verdict, String constraint, long limit, long current, long requested, String detail) {
    static Block by(String constraint, long limit, long current, long requested, String detail) {
        return new Block(Answer.Verdict.BLOCKED, constraint, limit, current, requested, detail);
    }
}

package org.sing.scheduling.core;

/**
 * Why a job waits, wherever it stands in its queue.
 *
 * @param constraint the binding one, with its limit, what is in use, and what the job wants of it
 */
record Reason(Answer.Verdict verdict, String constraint, long limit, long current, long requested, String detail) {

    /**
     * It could not start right now even if nothing else ran: it is not the head of its queue, blocks nobody and costs no
     * budget.
     */
    static Reason blocks(String constraint, long limit, long current, long requested, String detail) {
        return new Reason(Answer.Verdict.BLOCKED, constraint, limit, current, requested, detail);
    }

    Answer at(Queue.Ahead ahead) {
        return new Answer(verdict, constraint, limit, current, requested, ahead.jobs(), ahead.gpus(), detail);
    }

    /** What makes two answers the same to people; places in the queue and numbers are not part of it. */
    String kind() {
        return verdict + "/" + constraint;
    }
}

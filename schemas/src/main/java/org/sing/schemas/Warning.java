package org.sing.schemas;

/**
 * A signal that a job gets before its time is over, so that it can write a checkpoint.
 *
 * @param signal its name without SIG
 * @param secondsBefore the time limit
 * @param shell whether it goes to the job's own shell, and not to all other processes of the job
 */
public record Warning(String signal, long secondsBefore, boolean shell) {}

package org.sing.scheduling.core;

/** A job's place in its queue: everything that the rules may judge it by. */
public record Ticket(String job, long number, Account account, Request request, Run run) {}

package org.sing.scheduling.core;

/** Whose limits a job runs under. {@code project} is empty when nobody pays. */
public record Account(String owner, String project) {}

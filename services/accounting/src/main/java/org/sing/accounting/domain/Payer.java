package org.sing.accounting.domain;

/** Who answers for a job's usage. */
public record Payer(String owner, String project) {}

package org.sing.snapshots.domain;

/** How large a snapshot may be: how many entries, one file, and all together. */
public record Limits(int entries, long fileBytes, long bytes) {}

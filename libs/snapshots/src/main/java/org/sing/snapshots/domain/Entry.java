package org.sing.snapshots.domain;

/** One name of a snapshot. Folders follow from the paths. */
public sealed interface Entry {
    String path();

    /** @param mode permission bits */
    record File(String path, String sha256, long bytes, int mode) implements Entry {}

    /** A symbolic link. */
    record Link(String path, String target) implements Entry {}
}

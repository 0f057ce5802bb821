package org.sing.example.bad.domain;

import java.nio.file.Path;

/** Knows files. */
public record Reading(Path file) {}

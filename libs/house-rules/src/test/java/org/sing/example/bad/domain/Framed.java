package org.sing.example.bad.domain;

import jakarta.ws.rs.core.MediaType;

/** Imports a framework. */
public record Framed(MediaType type) {}

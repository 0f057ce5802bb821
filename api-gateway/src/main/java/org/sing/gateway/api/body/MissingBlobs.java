package org.sing.gateway.api.body;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/** A problem that says what to send. */
public record MissingBlobs(@JsonUnwrapped ProblemBody problem, List<String> missing) {}

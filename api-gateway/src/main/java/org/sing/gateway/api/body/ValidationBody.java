package org.sing.gateway.api.body;

import java.util.List;
import java.util.Optional;
import org.sing.schemas.JobSpec;

/** What a profile would become. {@code project} is the one that it names. */
public record ValidationBody(JobSpec spec, Optional<String> project, List<ProblemBody.Entry> warnings) {}

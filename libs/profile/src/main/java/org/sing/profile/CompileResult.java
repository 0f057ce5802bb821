package org.sing.profile;

import java.util.List;
import java.util.Optional;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Problem;

/** What became of a profile. */
public sealed interface CompileResult {

    /**
     * @param warnings what was accepted but will not do what its author may expect
     * @param account the project that the profile names, if it names one
     * @param array the indices of its tasks, if it stands for many jobs
     * @param waits what the specification does not say yet, because a profile alone cannot know it
     */
    record Compiled(
            JobSpec spec, List<Problem> warnings, Optional<String> account, Optional<TaskArray> array, Waits waits)
            implements CompileResult {
        public Compiled {
            warnings = List.copyOf(warnings);
        }
    }

    /** @param problems at least one; the first in the file comes first */
    record Invalid(List<Problem> problems) implements CompileResult {
        public Invalid {
            problems = List.copyOf(problems);
        }
    }
}

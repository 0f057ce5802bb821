package org.sing.scheduling.app;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sing.scheduling.core.Rule;

/** What an operator may set. */
@ConfigMapping(prefix = "sing.scheduling")
public interface Settings {

    /** {@code sing}, {@code fcfs}, {@code easy}, {@code campus} or {@code fairshare}; see docs/scheduling-rules.md. */
    @WithDefault("sing")
    @WithConverter(RuleName.class)
    Rule rule();

    /** Of single groups, e.g. {@code sing.scheduling.rules.debug=fcfs}; an administrator may choose another while running. */
    Map<String, @WithConverter(RuleName.class) Rule> rules();

    /** How long an agent has to start a placement. */
    @WithDefault("PT60S")
    Duration startWithin();

    /** How long an agent's renewals must contradict the books before scheduling acts on it. */
    @WithDefault("PT15S")
    Duration settle();

    /** After how long a stop that had no effect is sent again. */
    @WithDefault("PT60S")
    Duration stopWithin();

    /** How long an agent may take to report the end of something that it no longer runs, before it counts as lost. */
    @WithDefault("PT30S")
    Duration reportWithin();

    /** After which what was used counts half under {@code fairshare}. */
    @WithDefault("P7D")
    Duration halfLife();

    /** How often it is looked ahead when waiting jobs should start; {@code off} for never. */
    @WithDefault("30s")
    String estimateEvery();

    /** Between TERM and KILL of a job that is stopped. */
    @WithDefault("PT10S")
    Duration killGrace();

    /** How often the clock is looked at for what time alone makes happen; at least a second. */
    @WithDefault("PT1S")
    Duration tick();

    /** Nodes that are kept for small jobs. */
    SmallJobs smallJobs();

    /** On one node, with few GPUs. */
    interface SmallJobs {
        /** Names, with commas between them. */
        Optional<List<String>> nodes();

        /** So many GPUs at most. */
        @WithDefault("1")
        int mostGpus();
    }

    default org.sing.scheduling.core.Settings core() {
        var kept = new org.sing.scheduling.core.SmallJobs(
                Set.copyOf(smallJobs().nodes().orElse(List.of())), smallJobs().mostGpus());
        return new org.sing.scheduling.core.Settings(
                rule(), rules(), startWithin(), settle(), stopWithin(), reportWithin(), halfLife(), kept);
    }
}

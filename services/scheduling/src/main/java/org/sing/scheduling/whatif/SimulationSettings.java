package org.sing.scheduling.whatif;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.sing.whatif.domain.Errand;

/** How much what-if questions may cost. */
@ConfigMapping(prefix = "sing.what-if")
public interface SimulationSettings {

    /** How often it is looked whether one waits. */
    @WithDefault("1s")
    String lookEvery();

    /** After which one that is not answered is given up. */
    @WithDefault("PT5M")
    Duration mostTime();

    /** Heap of the process that answers; it takes about 100 MiB more. */
    @WithDefault("192")
    int memoryMib();

    /** Questions of all people that are not answered yet. */
    @WithDefault("20")
    int openInAll();

    /** Of one person. */
    @WithDefault("1")
    int openPerUser();

    /** Of the live queue, those that came first. */
    @WithDefault("5000")
    int waitingJobs();

    @WithDefault("50000")
    int traceJobs();

    /** Moments at which something happens, in all lives together. */
    @WithDefault("2000000")
    long steps();

    /** Told one by one. */
    @WithDefault("500")
    int jobStarts();

    default Errand.Bounds bounds() {
        return new Errand.Bounds(waitingJobs(), traceJobs(), steps(), jobStarts());
    }
}

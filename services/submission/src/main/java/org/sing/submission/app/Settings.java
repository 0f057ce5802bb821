package org.sing.submission.app;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.sing.submission.domain.Policy;

/** What an operator may set. */
@ConfigMapping(prefix = "sing.submission")
public interface Settings {

    /** How long a failed attempt waits for its cause before its own end decides. */
    @WithDefault("PT10S")
    Duration classificationWait();

    /** How often those are looked for whose time is over. */
    @WithDefault("PT1S")
    Duration classificationCheck();

    /** How often it is looked whether what blocked jobs wait for has come true. */
    @WithDefault("PT1S")
    Duration conditionsCheck();

    /** How often it is looked for jobs whose deadline has come. */
    @WithDefault("PT1S")
    Duration deadlineCheck();

    /** How many attempts of a job the platform may spoil. */
    @WithDefault("3")
    int freeRetries();

    /** The wait before the second retry; it doubles with each further one. */
    @WithDefault("PT30S")
    Duration retryBackoff();

    default Policy policy() {
        return new Policy(classificationWait(), freeRetries(), retryBackoff());
    }
}

package org.sing.submission.domain;

import java.time.Duration;

/**
 * What the site decided.
 *
 * @param classificationWait how long a failed attempt waits for its cause
 * @param freeRetries how many attempts the platform may spoil before the job fails with it
 * @param backoff wait before the second retry; doubles with each further one. The first is at once: on another node it
 *     costs nothing, and only a fault that comes again needs time to be repaired
 */
public record Policy(Duration classificationWait, int freeRetries, Duration backoff) {

    /** @param retry counts from 1 */
    Duration before(int retry) {
        return retry <= 1 ? Duration.ZERO : backoff.multipliedBy(1L << Math.min(retry - 2, 20));
    }
}

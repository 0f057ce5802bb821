package org.sing.whatif.domain;

import java.time.Instant;
import java.util.List;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Settings;
import org.sing.scheduling.core.Snapshot;

/**
 * What a life begins with and what comes from outside.
 *
 * @param changes what is different from the snapshot, from the first moment on
 * @param outages in the order of time
 */
record World(
        Settings settings,
        Snapshot snapshot,
        Instant begin,
        List<Event> changes,
        List<Arrival> arrivals,
        List<Outage> outages,
        Lengths lengths) {}

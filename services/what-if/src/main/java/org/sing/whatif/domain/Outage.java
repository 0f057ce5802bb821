package org.sing.whatif.domain;

import java.time.Instant;

/** A node is lost, or comes back. */
record Outage(Instant at, String node, boolean ends) {}

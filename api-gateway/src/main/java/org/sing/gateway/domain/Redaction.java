package org.sing.gateway.domain;

import java.util.Map;
import java.util.Set;

/** What an event must not tell those who are not staff: the jobs of other people. */
public final class Redaction {
    private static final Map<String, Set<String>> HIDDEN = Map.of(
            "org.sing.node.registered.v1", Set.of("adopted", "session", "boot_id"),
            "org.sing.node.lost.v1", Set.of("live"),
            "org.sing.scheduling.placed.v1", Set.of("overtaking/head"),
            "org.sing.scheduling.cordon-acknowledged.v1", Set.of("in_flight"),
            "org.sing.incident.opened.v1", Set.of("affected_jobs"),
            "org.sing.incident.recurred.v1", Set.of("affected_jobs"));

    private Redaction() {}

    /** Fields of this type's data that only staff may read; a slash leads into an object. */
    public static Set<String> hiddenFields(String type) {
        return HIDDEN.getOrDefault(type, Set.of());
    }
}

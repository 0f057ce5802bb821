package org.sing.gateway.identity;

import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.sing.gateway.domain.Caller;

/** Reads a caller from the claims of a verified token. */
final class CallerClaims {
    private static final String PROJECTS = "/projects/";
    private static final String OWNERS = "owners";
    private static final Set<String> ROLES = Set.of("researcher", "operator", "admin", "auditor", "service");

    private CallerClaims() {}

    /** {@code /projects/vision} makes a member, {@code /projects/vision/owners} an owner and thereby a member. */
    static Caller caller(
            String subject, Optional<String> name, Collection<String> roles, Collection<String> groups, Instant exp) {
        var projects = new TreeSet<String>();
        var owned = new TreeSet<String>();
        for (var group : groups) {
            if (!group.startsWith(PROJECTS)) continue;
            var parts = group.substring(PROJECTS.length()).split("/", -1);
            if (parts[0].isEmpty() || parts.length > 2) continue;
            if (parts.length == 2 && !parts[1].equals(OWNERS)) continue;
            projects.add(parts[0]);
            if (parts.length == 2) owned.add(parts[0]);
        }
        var known = new TreeSet<>(roles);
        known.retainAll(ROLES);
        return new Caller(subject, name.orElse(subject), known, projects, owned, exp);
    }
}

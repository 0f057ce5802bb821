package org.sing.schemas;

import java.util.List;

/**
 * Who asks, as the gateway read it from a verified token; the service that owns the object decides by it.
 *
 * @param id pseudonymous stable id of the person or client (the token's {@code sub})
 * @param roles realm roles such as {@code researcher}, {@code operator}, {@code admin}
 * @param projects names of the projects that the person belongs to
 */
public record Requester(String id, List<String> roles, List<String> projects) {
    public Requester {
        roles = roles == null ? List.of() : List.copyOf(roles);
        projects = projects == null ? List.of() : List.copyOf(projects);
    }

    public boolean has(String role) {
        return roles.contains(role);
    }

    /** Operators and administrators may act on every job. */
    public boolean staff() {
        return has("operator") || has("admin");
    }

    public boolean member(String project) {
        return projects.contains(project);
    }
}

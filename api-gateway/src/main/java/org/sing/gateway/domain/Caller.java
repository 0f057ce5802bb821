package org.sing.gateway.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sing.schemas.Requester;

/**
 * Who asks, read from a verified token, and what that person may see and do.
 *
 * @param id pseudonymous and stable: the token's subject
 * @param projects that the person belongs to; {@code owned} are those of them that the person owns
 * @param expiresAt when the token ends, and with it every stream that it opened
 */
public record Caller(
        String id, String name, Set<String> roles, Set<String> projects, Set<String> owned, Instant expiresAt) {

    public static final String RESEARCHER = "researcher";
    public static final String OPERATOR = "operator";
    public static final String ADMIN = "admin";

    /** In {@link Requester#roles()}, {@code project-owner:<project>} says that the person owns that project. */
    public static final String OWNS = "project-owner:";

    public Caller {
        roles = Set.copyOf(roles);
        projects = Set.copyOf(projects);
        owned = Set.copyOf(owned);
    }

    public boolean staff() {
        return roles.contains(OPERATOR) || roles.contains(ADMIN);
    }

    /** Their own, their projects'; staff see everything. */
    public boolean sees(String owner, String project) {
        return staff() || id.equals(owner) || projects.contains(project);
    }

    /** A feed entry without an owner and a project concerns the cluster: everybody may see it. */
    public boolean seesEntry(String owner, String project) {
        return (owner.isEmpty() && project.isEmpty()) || sees(owner, project);
    }

    /** To cancel, hold, release or requeue: the owner, owners of the project, staff. The owning service checks again. */
    public boolean actsOn(String owner, String project) {
        return staff() || id.equals(owner) || owned.contains(project);
    }

    public Requester requester() {
        var said = new ArrayList<>(roles.stream().sorted().toList());
        owned.stream().sorted().forEach(project -> said.add(OWNS + project));
        return new Requester(id, List.copyOf(said), projects.stream().sorted().toList());
    }
}

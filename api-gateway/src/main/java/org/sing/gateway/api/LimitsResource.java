package org.sing.gateway.api;

import static org.sing.gateway.api.Edge.caller;
import static org.sing.gateway.api.Edge.uncancelled;

import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sing.gateway.api.body.Acknowledged;
import org.sing.gateway.app.Commands;
import org.sing.gateway.app.Outcome;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.store.ClusterReader;
import org.sing.schemas.AccountingMessage;
import org.sing.schemas.Topics;

/** Limits of a user or a project; {@code *} is the default of the scope, and 0 means no limit. */
@Path("/api/v1/limits/{scope}/{name}")
class LimitsResource {
    private static final String DEFAULT = "*";
    private static final Set<String> SCOPES = Set.of("user", "project");

    private final ClusterReader cluster;
    private final Commands commands;

    LimitsResource(ClusterReader cluster, Commands commands) {
        this.cluster = cluster;
        this.commands = commands;
    }

    /** @param inherited whether these are the defaults, because nothing was set for this one */
    record LimitsBody(
            String scope,
            String name,
            long version,
            boolean inherited,
            long runningJobs,
            long runningGpus,
            long nodesPerJob) {
        static LimitsBody of(String scope, String name, Optional<AccountingMessage.Limits> found) {
            return found.map(it -> new LimitsBody(
                            scope,
                            name,
                            it.name().equals(name) ? it.version() : 0,
                            !it.name().equals(name),
                            it.runningJobs(),
                            it.runningGpus(),
                            it.nodesPerJob()))
                    .orElseGet(() -> new LimitsBody(scope, name, 0, !name.equals(DEFAULT), 0, 0, 0));
        }
    }

    record Change(Optional<Long> runningJobs, Optional<Long> runningGpus, Optional<Long> nodesPerJob) {
        Map<String, Long> values() {
            var values = new LinkedHashMap<String, Long>();
            runningJobs.ifPresent(value -> values.put("running_jobs", value));
            runningGpus.ifPresent(value -> values.put("running_gpus", value));
            nodesPerJob.ifPresent(value -> values.put("nodes_per_job", value));
            return values;
        }
    }

    @GET
    @RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
    public Uni<Response> get(
            @PathParam("scope") String scope,
            @PathParam("name") String name,
            @Context Request request,
            @Context SecurityContext security) {
        checkScope(scope);
        var caller = caller(security);
        var own = scope.equals("user")
                ? name.equals(caller.id())
                : caller.projects().contains(name);
        if (!own && !caller.staff() && !name.equals(DEFAULT))
            throw Refusal.of(Code.NOT_FOUND, "There are no limits of " + scope + " " + name + " that you may see.");
        return uncancelled(read(scope, name).map(limits -> Edge.tagged(request, tag(limits), limits)));
    }

    @PUT
    @RolesAllowed({Caller.OPERATOR, Caller.ADMIN})
    public Uni<Response> put(
            @PathParam("scope") String scope,
            @PathParam("name") String name,
            @HeaderParam("If-Match") Optional<String> ifMatch,
            byte[] body,
            @Context SecurityContext security) {
        checkScope(scope);
        var change = Bodies.read(body, Change.class);
        if (change.values().isEmpty()) throw Bodies.invalid("", "Name at least one limit.");
        change.values().forEach((limit, value) -> {
            if (value < 0) throw Bodies.invalid("/" + limit, limit + " is 0 for no limit, or a positive number.");
        });
        var expected = ifMatch.orElseThrow(() ->
                Refusal.of(Code.VERSION_REQUIRED, "Send the ETag of what you read as If-Match, or * to overwrite."));
        var caller = caller(security);
        return uncancelled(read(scope, name)
                .invoke(limits -> checkVersion(expected, tag(limits)))
                .chain(limits -> set(caller, scope, name, change.values())));
    }

    private Uni<Response> set(Caller caller, String scope, String name, Map<String, Long> values) {
        Uni<Outcome> all = Uni.createFrom().item(new Outcome.Open());
        for (var each : values.entrySet())
            all = all.chain(before -> before instanceof Outcome.Refused
                    ? Uni.createFrom().item(before)
                    : commands.send(
                            Topics.ACCOUNTING_COMMANDS,
                            scope + "/" + name,
                            "limits/" + scope + "/" + name,
                            caller.id(),
                            new AccountingMessage.SetLimit(
                                    caller.requester(), scope, name, each.getKey(), each.getValue())));
        return all.chain(outcome -> answer(scope, name, outcome));
    }

    private Uni<Response> answer(String scope, String name, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Accepted it ->
                read(scope, name)
                        .map(limits -> Response.ok(limits)
                                .tag(tag(limits))
                                .header(Edge.FEED_POSITION, it.position())
                                .build());
            case Outcome.Refused it -> throw Edge.refusal(it);
            case Outcome.Open it ->
                Uni.createFrom()
                        .item(Response.accepted(new Acknowledged(name, "/api/v1/limits/" + scope + "/" + name))
                                .header("Retry-After", 1)
                                .build());
        };
    }

    private Uni<LimitsBody> read(String scope, String name) {
        return cluster.limits(scope, name).map(found -> LimitsBody.of(scope, name, found));
    }

    private static String tag(LimitsBody limits) {
        return Long.toString(limits.version());
    }

    private static void checkVersion(String expected, String current) {
        if (!expected.equals("*") && !expected.equals("\"" + current + "\""))
            throw Refusal.of(Code.VERSION_MISMATCH, "It has changed since you read it; read it again.");
    }

    private static void checkScope(String scope) {
        if (!SCOPES.contains(scope))
            throw Refusal.of(
                    Code.NOT_FOUND, "Limits are of a user or a project: /limits/user/<id>, /limits/project/<name>.");
    }
}

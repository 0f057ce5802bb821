package org.sing.gateway.api;

import static org.sing.gateway.api.Edge.caller;
import static org.sing.gateway.api.Edge.uncancelled;

import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.sing.gateway.app.Commands;
import org.sing.gateway.app.Outcome;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.domain.JobIds;
import org.sing.schemas.NodeCommand;
import org.sing.schemas.Requester;
import org.sing.schemas.Topics;

/** How a machine joins: an operator makes a token, the agent shows it once. The token itself never reaches the bus. */
@Path("/api/v1/nodes")
class JoiningResource {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?");
    private static final Duration USUAL = Duration.ofHours(1);
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final String ANY = "*";

    private final Commands commands;
    private final SecureRandom random;
    private final Clock clock;
    private final String bootstrapServers;

    JoiningResource(
            Commands commands,
            Clock clock,
            @ConfigProperty(name = "sing.gateway.agent-bootstrap-servers") Optional<String> forAgents,
            @ConfigProperty(name = "kafka.bootstrap.servers") String ours) {
        this.commands = commands;
        this.clock = clock;
        this.random = new SecureRandom();
        this.bootstrapServers = forAgents.orElse(ours);
    }

    record TokenRequest(Optional<String> node, Optional<Long> expiresInSeconds) {}

    record Token(String token, Instant expiresAt) {}

    record Enrollment(Optional<String> node, Optional<String> token, Optional<String> publicKey) {}

    record Kafka(String bootstrapServers) {}

    record Enrolled(String node, Kafka kafka) {}

    @POST
    @Path("/tokens")
    @RolesAllowed({Caller.OPERATOR, Caller.ADMIN})
    public Uni<Response> issue(byte[] body, @Context SecurityContext security) {
        var asked = Bodies.read(body, TokenRequest.class);
        var caller = caller(security);
        var node = asked.node().map(JoiningResource::name).orElse(ANY);
        var life = Duration.ofSeconds(asked.expiresInSeconds().orElse(USUAL.toSeconds()));
        if (life.isNegative() || life.isZero() || life.compareTo(LONGEST) > 0)
            throw Bodies.invalid("/expires_in_seconds", "A token lives from one second to seven days.");
        var secret = new byte[32];
        random.nextBytes(secret);
        var token = "sing_join_" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        var expires = clock.instant().plus(life);
        var command = new NodeCommand.IssueJoinToken(node, caller.requester(), JobIds.hash(token), expires);
        return uncancelled(commands.send(Topics.NODE_COMMANDS, node, "nodes/" + node, caller.id(), command)
                .map(outcome -> answer(outcome, 201, new Token(token, expires))));
    }

    /** Without a login: the token is the proof. */
    @POST
    @Path("/enroll")
    @PermitAll
    public Uni<Response> enroll(byte[] body) {
        var asked = Bodies.read(body, Enrollment.class);
        var node = name(asked.node().orElseThrow(() -> missing("node")));
        var token = asked.token().orElseThrow(() -> missing("token"));
        var key = asked.publicKey().orElseThrow(() -> missing("public_key"));
        var agent = new Requester("node:" + node, List.of(), List.of());
        var command = new NodeCommand.Enroll(node, agent, JobIds.hash(token), key);
        return uncancelled(commands.send(Topics.NODE_COMMANDS, node, "nodes/" + node, agent.id(), command)
                .map(outcome -> answer(outcome, 201, new Enrolled(node, new Kafka(bootstrapServers)))));
    }

    /** An unanswered command has no use for the one who asked: it may be repeated without harm. */
    private static Response answer(Outcome outcome, int status, Object body) {
        return switch (outcome) {
            case Outcome.Accepted it ->
                Response.status(status)
                        .entity(body)
                        .header(Edge.FEED_POSITION, it.position())
                        .header("Cache-Control", "no-store")
                        .build();
            case Outcome.Refused it -> throw Edge.refusal(it);
            case Outcome.Open it ->
                throw Refusal.of(Code.BUS_UNAVAILABLE, "The node monitor has not answered; try again.")
                        .with("Retry-After", "2");
        };
    }

    private static String name(String node) {
        if (!NAME.matcher(node).matches())
            throw Bodies.invalid("/node", "A node's name has small letters, digits, dots and dashes, at most 63.");
        return node;
    }

    private static Refusal missing(String field) {
        return Bodies.invalid("/" + field, field + " is missing.");
    }
}

package org.sing.gateway.api;

import static org.sing.gateway.api.Edge.caller;
import static org.sing.gateway.api.Edge.uncancelled;

import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.UUID;
import org.sing.gateway.api.body.Acknowledged;
import org.sing.gateway.api.body.Page;
import org.sing.gateway.api.body.SimulationBody;
import org.sing.gateway.app.Commands;
import org.sing.gateway.app.Outcome;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.domain.JobIds;
import org.sing.gateway.store.RecordedJobs;
import org.sing.gateway.store.SimulationReader;
import org.sing.schemas.SimulationMessage;
import org.sing.schemas.SimulationQuestion;
import org.sing.schemas.Topics;

/** What if another rule decided, or there were other nodes, limits or failures? */
@Path("/api/v1/simulations")
@RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
class SimulationsResource {
    private final SimulationReader simulations;
    private final RecordedJobs recorded;
    private final Commands commands;

    SimulationsResource(SimulationReader simulations, RecordedJobs recorded, Commands commands) {
        this.simulations = simulations;
        this.recorded = recorded;
        this.commands = commands;
    }

    @POST
    @Consumes("application/json")
    @Blocking
    public Uni<Response> ask(
            @HeaderParam("Idempotency-Key") Optional<String> key,
            @HeaderParam("Content-Encoding") Optional<String> encoding,
            InputStream body,
            @Context SecurityContext security)
            throws IOException {
        var caller = caller(security);
        var sent = SentQuestion.of(body, encoding, caller);
        var id = JobIds.simulation(
                caller.id(),
                key.filter(text -> !text.isBlank())
                        .map(JobsResource::checked)
                        .orElseGet(() -> UUID.randomUUID().toString()));
        return uncancelled(text(sent)
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .map(sent::question)
                .chain(question -> send(caller, id, question, sent.hash()))
                .map(outcome -> answer(id, outcome)));
    }

    @GET
    public Uni<Page<SimulationBody>> list(
            @QueryParam("limit") Optional<Integer> limit, @Context SecurityContext security) {
        return uncancelled(simulations
                .list(caller(security), Edge.limit(limit, 20, 100))
                .map(found -> Page.all(found.stream().map(SimulationBody::of).toList())));
    }

    @GET
    @Path("/{simulation}")
    public Uni<SimulationBody> get(@PathParam("simulation") String id, @Context SecurityContext security) {
        return uncancelled(find(caller(security), id).map(SimulationBody::of));
    }

    @POST
    @Path("/{simulation}/cancel")
    public Uni<Response> cancel(@PathParam("simulation") String id, @Context SecurityContext security) {
        var caller = caller(security);
        return uncancelled(find(caller, id)
                .chain(found -> commands.send(
                        Topics.SIMULATION_COMMANDS,
                        id,
                        "simulations/" + id,
                        caller.id(),
                        new SimulationMessage.Cancel(caller.requester(), id)))
                .map(outcome -> switch (outcome) {
                    case Outcome.Accepted it ->
                        Response.ok(new Acknowledged(id, location(id)))
                                .header(Edge.FEED_POSITION, it.position())
                                .build();
                    default -> answer(id, outcome);
                }));
    }

    private Uni<Optional<String>> text(SentQuestion sent) {
        return sent.range()
                .map(range -> recorded.between(range.since(), range.until(), SentQuestion.MOST_JOBS)
                        .map(it -> {
                            if (it.jobs() > SentQuestion.MOST_JOBS)
                                throw Bodies.invalid(
                                        "/from/range",
                                        "There are more than %,d jobs in that range; ask about a shorter one."
                                                .formatted(SentQuestion.MOST_JOBS));
                            return Optional.of(it.text());
                        }))
                .orElseGet(() -> Uni.createFrom().item(Optional.empty()));
    }

    private Uni<Outcome> send(Caller caller, String id, SimulationQuestion question, String hash) {
        return commands.send(
                Topics.SIMULATION_COMMANDS,
                id,
                "simulations/" + id,
                caller.id(),
                new SimulationMessage.Request(caller.requester(), id, question, hash));
    }

    private static Response answer(String id, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Refused it -> throw refusal(it);
            case Outcome.Accepted it ->
                accepted(id).header(Edge.FEED_POSITION, it.position()).build();
            case Outcome.Open it -> accepted(id).build();
        };
    }

    private static Refusal refusal(Outcome.Refused refused) {
        var refusal = Edge.refusal(refused);
        return refusal.code == Code.TOO_MANY_SIMULATIONS ? refusal.with("Retry-After", "5") : refusal;
    }

    private static Response.ResponseBuilder accepted(String id) {
        return Response.accepted(new Acknowledged(id, location(id)))
                .header("Location", location(id))
                .header("Retry-After", 1);
    }

    private Uni<SimulationReader.Found> find(Caller caller, String id) {
        return simulations
                .find(caller, id)
                .map(found -> found.orElseThrow(() ->
                        Refusal.of(Code.SIMULATION_NOT_FOUND, "There is no simulation " + id + " that you may see.")));
    }

    private static String location(String id) {
        return "/api/v1/simulations/" + id;
    }
}

package org.sing.gateway.api;

import static org.sing.gateway.api.Edge.caller;
import static org.sing.gateway.api.Edge.uncancelled;

import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.sing.gateway.api.body.Acknowledged;
import org.sing.gateway.api.body.Page;
import org.sing.gateway.app.Commands;
import org.sing.gateway.app.Outcome;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.store.ReservationReader;
import org.sing.schemas.ReservationMessage;
import org.sing.schemas.ReservationMessage.ReservationChanged;
import org.sing.schemas.Topics;

/** Reservations: everybody sees them, operators make and end them. Whether one is possible is for the scheduler to say. */
@Path("/api/v1/reservations")
class ReservationsResource {
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}";
    private static final int MOST = 4_096;

    private final ReservationReader reservations;
    private final Commands commands;

    ReservationsResource(ReservationReader reservations, Commands commands) {
        this.reservations = reservations;
        this.commands = commands;
    }

    record Wish(
            Optional<List<String>> nodes,
            Optional<String> from,
            Optional<String> until,
            Optional<List<String>> projects,
            Optional<String> reason) {}

    @GET
    @RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
    public Uni<Page<ReservationChanged>> list() {
        return uncancelled(reservations.open().map(Page::all));
    }

    @PUT
    @Path("/{reservation}")
    @RolesAllowed({Caller.OPERATOR, Caller.ADMIN})
    public Uni<Response> reserve(
            @PathParam("reservation") String name, byte[] body, @Context SecurityContext security) {
        if (!name.matches(NAME))
            throw Bodies.invalid("", "The name of a reservation has letters, digits, '.', '_' and '-', at most 63.");
        var wish = Bodies.read(body, Wish.class);
        var nodes = names("/nodes", wish.nodes());
        if (nodes.isEmpty()) throw Bodies.invalid("/nodes", "Name the nodes.");
        var from = time("/from", wish.from());
        var until = time("/until", wish.until());
        if (!from.isBefore(until)) throw Bodies.invalid("/until", "A reservation ends after it begins.");
        var caller = caller(security);
        return send(
                name,
                caller,
                new ReservationMessage.Reserve(
                        caller.requester(),
                        name,
                        nodes,
                        from,
                        until,
                        names("/projects", wish.projects()),
                        wish.reason().orElse("")));
    }

    @DELETE
    @Path("/{reservation}")
    @RolesAllowed({Caller.OPERATOR, Caller.ADMIN})
    public Uni<Response> unreserve(@PathParam("reservation") String name, @Context SecurityContext security) {
        var caller = caller(security);
        return uncancelled(reservations.open().chain(open -> {
            if (open.stream().noneMatch(it -> it.reservation().equals(name)))
                throw Refusal.of(Code.NOT_FOUND, "There is no reservation " + name + ".");
            return send(name, caller, new ReservationMessage.Unreserve(caller.requester(), name));
        }));
    }

    private Uni<Response> send(String name, Caller caller, Record command) {
        return uncancelled(commands.send(Topics.SCHEDULING_COMMANDS, name, "reservations/" + name, caller.id(), command)
                .map(outcome -> switch (outcome) {
                    case Outcome.Accepted it ->
                        Response.ok(new Acknowledged(name, "/api/v1/reservations"))
                                .header(Edge.FEED_POSITION, it.position())
                                .build();
                    case Outcome.Refused it -> throw Edge.refusal(it);
                    case Outcome.Open it ->
                        Response.accepted(new Acknowledged(name, "/api/v1/reservations"))
                                .header("Retry-After", 1)
                                .build();
                }));
    }

    private static List<String> names(String pointer, Optional<List<String>> said) {
        var names = said.orElse(List.of());
        if (names.size() > MOST) throw Bodies.invalid(pointer, "At most " + MOST + " names.");
        for (var name : names)
            if (name == null || !name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,127}"))
                throw Bodies.invalid(pointer, "A name has letters, digits, '.', '_' and '-' only.");
        return names;
    }

    private static Instant time(String pointer, Optional<String> said) {
        try {
            var time = OffsetDateTime.parse(said.orElse("")).toInstant();
            if (time.isAfter(Instant.parse("2999-12-31T23:59:59Z"))) throw new DateTimeException("too far");
            return time;
        } catch (DateTimeException e) {
            throw Bodies.invalid(pointer, "A time with its zone, such as 2026-12-24T18:00:00+01:00.");
        }
    }
}

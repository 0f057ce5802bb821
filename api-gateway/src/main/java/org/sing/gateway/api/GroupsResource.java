package org.sing.gateway.api;

import static org.sing.gateway.api.Edge.caller;
import static org.sing.gateway.api.Edge.uncancelled;

import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import java.util.Optional;
import org.sing.gateway.api.body.Acknowledged;
import org.sing.gateway.api.body.Page;
import org.sing.gateway.app.Commands;
import org.sing.gateway.app.Outcome;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.store.GroupReader;
import org.sing.schemas.GroupMessage;
import org.sing.schemas.Topics;

/** Resource groups: everybody sees under which rule they are, administrators choose it. */
@Path("/api/v1/groups")
class GroupsResource {
    private final GroupReader groups;
    private final Commands commands;

    GroupsResource(GroupReader groups, Commands commands) {
        this.groups = groups;
        this.commands = commands;
    }

    record Choice(Optional<String> rule) {}

    @GET
    @RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
    public Uni<Page<GroupReader.Group>> list() {
        return uncancelled(groups.all().map(Page::all));
    }

    /** Which rules there are is for the scheduler to say. */
    @PUT
    @Path("/{group}/rule")
    @RolesAllowed(Caller.ADMIN)
    public Uni<Response> choose(@PathParam("group") String name, byte[] body, @Context SecurityContext security) {
        var rule = Bodies.read(body, Choice.class)
                .rule()
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> Bodies.invalid("/rule", "Name the rule."));
        return uncancelled(groups.all().chain(known -> {
            if (known.stream().noneMatch(group -> group.name().equals(name)))
                throw Refusal.of(
                        Code.NOT_FOUND, "There is no resource group " + name + "; there are " + names(known) + ".");
            return send(caller(security), name, rule);
        }));
    }

    private Uni<Response> send(Caller caller, String name, String rule) {
        return commands.send(
                        Topics.SCHEDULING_COMMANDS,
                        name,
                        "groups/" + name,
                        caller.id(),
                        new GroupMessage.ChooseRule(caller.requester(), name, rule))
                .map(outcome -> switch (outcome) {
                    case Outcome.Accepted it ->
                        Response.ok(new Acknowledged(name, "/api/v1/groups"))
                                .header(Edge.FEED_POSITION, it.position())
                                .build();
                    case Outcome.Refused it -> throw Edge.refusal(it);
                    case Outcome.Open it ->
                        Response.accepted(new Acknowledged(name, "/api/v1/groups"))
                                .header("Retry-After", 1)
                                .build();
                });
    }

    private static String names(List<GroupReader.Group> known) {
        return String.join(", ", known.stream().map(GroupReader.Group::name).toList());
    }
}

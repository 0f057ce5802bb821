package org.sing.gateway.api;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static org.sing.gateway.api.Edge.caller;
import static org.sing.gateway.api.Edge.uncancelled;

import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sing.gateway.api.body.Acknowledged;
import org.sing.gateway.api.body.NodeBody;
import org.sing.gateway.api.body.Page;
import org.sing.gateway.app.Commands;
import org.sing.gateway.app.Outcome;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.store.ClusterReader;
import org.sing.schemas.NodeCommand;
import org.sing.schemas.NodeSnapshot;
import org.sing.schemas.Topics;

/** Nodes: everybody looks, staff act. */
@Path("/api/v1/nodes")
class NodesResource {
    private static final Set<String> MODES = Set.of("wait", "requeue", "kill");

    private final ClusterReader cluster;
    private final Commands commands;

    NodesResource(ClusterReader cluster, Commands commands) {
        this.cluster = cluster;
        this.commands = commands;
    }

    record Reason(Optional<String> reason) {}

    record Drain(Optional<String> reason, Optional<String> mode) {}

    @GET
    @RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
    public Uni<Page<NodeBody>> list(@Context SecurityContext security) {
        return uncancelled(cluster.nodes()
                .chain(nodes -> cluster.holders(caller(security), "")
                        .map(holders -> holders.stream().collect(groupingBy(ClusterReader.Holder::node)))
                        .map(holders -> Page.all(nodes.stream()
                                .map(node -> body(node, holders.getOrDefault(node.node(), List.of())))
                                .toList()))));
    }

    @GET
    @Path("/{node}")
    @RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
    public Uni<Response> get(
            @PathParam("node") String name, @Context Request request, @Context SecurityContext security) {
        return uncancelled(find(name)
                .chain(node -> cluster.holders(caller(security), name)
                        .map(holders -> body(node, holders))
                        .map(body -> Edge.tagged(request, Integer.toHexString(body.hashCode()), body))));
    }

    @POST
    @Path("/{node}/cordon")
    @RolesAllowed({Caller.OPERATOR, Caller.ADMIN})
    public Uni<Response> cordon(@PathParam("node") String name, byte[] body, @Context SecurityContext security) {
        var reason = Bodies.read(body, Reason.class).reason().orElse("");
        var caller = caller(security);
        return command(name, caller, new NodeCommand.Cordon(name, caller.requester(), reason));
    }

    @POST
    @Path("/{node}/drain")
    @RolesAllowed({Caller.OPERATOR, Caller.ADMIN})
    public Uni<Response> drain(@PathParam("node") String name, byte[] body, @Context SecurityContext security) {
        var drain = Bodies.read(body, Drain.class);
        var mode = drain.mode().orElse("wait");
        if (!MODES.contains(mode)) throw Bodies.invalid("/mode", "mode is wait, requeue or kill.");
        var caller = caller(security);
        return command(
                name,
                caller,
                new NodeCommand.Drain(name, caller.requester(), drain.reason().orElse(""), mode));
    }

    @POST
    @Path("/{node}/resume")
    @RolesAllowed({Caller.OPERATOR, Caller.ADMIN})
    public Uni<Response> resume(@PathParam("node") String name, byte[] body, @Context SecurityContext security) {
        var reason = Bodies.read(body, Reason.class).reason().orElse("");
        var caller = caller(security);
        return command(name, caller, new NodeCommand.Resume(name, caller.requester(), reason));
    }

    private Uni<Response> command(String name, Caller caller, Record command) {
        var location = "/api/v1/nodes/" + name;
        return uncancelled(find(name)
                .chain(node -> commands.send(Topics.NODE_COMMANDS, name, "nodes/" + name, caller.id(), command))
                .map(outcome -> switch (outcome) {
                    case Outcome.Accepted it ->
                        Response.ok(new Acknowledged(name, location))
                                .header(Edge.FEED_POSITION, it.position())
                                .build();
                    case Outcome.Refused it -> throw Edge.refusal(it);
                    case Outcome.Open it ->
                        Response.accepted(new Acknowledged(name, location))
                                .header("Retry-After", 1)
                                .build();
                }));
    }

    private Uni<NodeSnapshot> find(String name) {
        return cluster.node(name)
                .map(node -> node.orElseThrow(() -> Refusal.of(Code.NODE_NOT_FOUND, "There is no node " + name + ".")));
    }

    private static NodeBody body(NodeSnapshot node, List<ClusterReader.Holder> holders) {
        Map<String, ClusterReader.Holder> byGpu =
                holders.stream().collect(toMap(ClusterReader.Holder::gpu, holder -> holder));
        return NodeBody.of(node, byGpu);
    }
}

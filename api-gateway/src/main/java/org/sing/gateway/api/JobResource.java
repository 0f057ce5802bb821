package org.sing.gateway.api;

import static org.sing.gateway.api.Edge.caller;
import static org.sing.gateway.api.Edge.uncancelled;

import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.Optional;
import org.sing.gateway.api.body.Acknowledged;
import org.sing.gateway.api.body.AttemptBody;
import org.sing.gateway.api.body.EntryBody;
import org.sing.gateway.api.body.ExplainBody;
import org.sing.gateway.api.body.JobBody;
import org.sing.gateway.api.body.Page;
import org.sing.gateway.app.Commands;
import org.sing.gateway.app.Outcome;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.domain.Job;
import org.sing.gateway.store.FeedReader;
import org.sing.gateway.store.JobReader;
import org.sing.schemas.JobCommand;
import org.sing.schemas.Requester;
import org.sing.schemas.Topics;

/** One job, named by its id, its number, or as a task of an array ({@code 4711_3}). What the caller may not see is not found. */
@Path("/api/v1/jobs/{job}")
@RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
class JobResource {
    private final Commands commands;
    private final JobReader jobs;
    private final FeedReader feed;

    JobResource(Commands commands, JobReader jobs, FeedReader feed) {
        this.commands = commands;
        this.jobs = jobs;
        this.feed = feed;
    }

    @GET
    public Uni<Response> get(@PathParam("job") String id, @Context Request request, @Context SecurityContext security) {
        return uncancelled(find(security, id)
                .chain(found -> jobs.spec(found.job().id())
                        .map(spec -> Edge.tagged(request, Long.toString(found.position()), JobBody.of(found, spec)))));
    }

    @GET
    @Path("/attempts")
    public Uni<Page<AttemptBody>> attempts(@PathParam("job") String id, @Context SecurityContext security) {
        return uncancelled(seen(security, id)
                .map(job -> Page.all(
                        job.attemptsInOrder().stream().map(AttemptBody::of).toList())));
    }

    @GET
    @Path("/explain")
    public Uni<ExplainBody> explain(@PathParam("job") String id, @Context SecurityContext security) {
        return uncancelled(seen(security, id).map(ExplainBody::of));
    }

    @GET
    @Path("/events")
    public Uni<Page<EntryBody>> events(
            @PathParam("job") String id,
            @QueryParam("after") Optional<Long> after,
            @QueryParam("limit") Optional<Integer> limit,
            @Context SecurityContext security) {
        var size = Edge.limit(limit, 100, 1000);
        var reader = caller(security);
        return uncancelled(find(security, id)
                .chain(found -> feed.ofJob(found.job().id(), after.orElse(0L), size))
                .map(entries -> new Page<>(
                        entries.stream()
                                .map(entry -> EntryBody.of(entry, reader))
                                .toList(),
                        entries.size() < size
                                ? Optional.empty()
                                : Optional.of(Long.toString(entries.getLast().position())))));
    }

    @POST
    @Path("/cancel")
    public Uni<Response> cancel(@PathParam("job") String id, byte[] body, @Context SecurityContext security) {
        return command(id, body, security, JobCommand.Cancel::new);
    }

    @POST
    @Path("/hold")
    public Uni<Response> hold(@PathParam("job") String id, byte[] body, @Context SecurityContext security) {
        return command(id, body, security, JobCommand.Hold::new);
    }

    @POST
    @Path("/release")
    public Uni<Response> release(@PathParam("job") String id, byte[] body, @Context SecurityContext security) {
        return command(id, body, security, JobCommand.Release::new);
    }

    @POST
    @Path("/requeue")
    public Uni<Response> requeue(@PathParam("job") String id, byte[] body, @Context SecurityContext security) {
        return command(id, body, security, JobCommand.Requeue::new);
    }

    record Reason(Optional<String> reason) {}

    interface Command {
        JobCommand about(String job, Requester requester, String reason);
    }

    private Uni<Response> command(String id, byte[] body, SecurityContext security, Command command) {
        var reason = Bodies.read(body, Reason.class).reason().orElse("");
        var caller = caller(security);
        return uncancelled(find(security, id).chain(found -> {
            var job = found.job().id();
            mayAct(caller, found);
            return commands.send(Topics.JOB_COMMANDS, job, "jobs/" + job, caller.id(), (Record)
                            command.about(job, caller.requester(), reason))
                    .chain(outcome -> answer(caller, job, outcome));
        }));
    }

    private Uni<Response> answer(Caller caller, String job, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Accepted it ->
                jobs.find(caller, job)
                        .map(found -> Response.ok(JobBody.of(found.orElseThrow(), Optional.empty()))
                                .header(Edge.FEED_POSITION, it.position())
                                .build());
            case Outcome.Refused it -> throw Edge.refusal(it);
            case Outcome.Open it ->
                Uni.createFrom()
                        .item(Response.accepted(new Acknowledged(job, JobsResource.location(job)))
                                .header("Location", JobsResource.location(job))
                                .header("Retry-After", 1)
                                .build());
        };
    }

    private Uni<JobReader.Found> find(SecurityContext security, String id) {
        return jobs.find(caller(security), id).map(found -> found.orElseThrow(() -> notFound(id)));
    }

    /** The job without the names of other jobs that the caller may not see. */
    private Uni<Job> seen(SecurityContext security, String id) {
        return find(security, id)
                .map(JobReader.Found::job)
                .chain(job -> jobs.visible(caller(security), job.overtaken()).map(job::naming));
    }

    static void mayAct(Caller caller, JobReader.Found found) {
        if (!caller.actsOn(found.identity().owner(), found.identity().project()))
            throw Refusal.of(Code.NOT_YOUR_JOB, "Only its owner, owners of its project and operators may do this.");
    }

    static Refusal notFound(String id) {
        return Refusal.of(Code.JOB_NOT_FOUND, "There is no job " + id + " that you may see.");
    }
}

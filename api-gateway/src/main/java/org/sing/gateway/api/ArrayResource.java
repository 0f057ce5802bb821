package org.sing.gateway.api;

import static org.sing.gateway.api.Edge.caller;
import static org.sing.gateway.api.Edge.uncancelled;

import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import org.sing.gateway.api.JobResource.Command;
import org.sing.gateway.api.JobResource.Reason;
import org.sing.gateway.api.body.ArrayBody;
import org.sing.gateway.app.Commands;
import org.sing.gateway.app.Outcome;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.store.JobReader;
import org.sing.gateway.store.JobReader.Found;
import org.sing.schemas.JobCommand;
import org.sing.schemas.Topics;

/** All tasks of an array at once. Each of them is a job of its own; what is asked of the array is asked of each that is not over. */
@Path("/api/v1/arrays/{array}")
@RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
class ArrayResource {
    private final Commands commands;
    private final JobReader jobs;

    ArrayResource(Commands commands, JobReader jobs) {
        this.commands = commands;
        this.jobs = jobs;
    }

    /**
     * What became of the question.
     *
     * @param accepted so many tasks did as asked
     * @param refused so many could not, because they are over, or where hold is asked, at work
     * @param open so many have not answered yet
     */
    record Answer(long array, long accepted, long refused, long open) {}

    @GET
    public Uni<ArrayBody> get(@PathParam("array") long array, @Context SecurityContext security) {
        return uncancelled(tasks(array, security).map(ArrayBody::of));
    }

    @POST
    @Path("/cancel")
    public Uni<Response> cancel(@PathParam("array") long array, byte[] body, @Context SecurityContext security) {
        return command(array, body, security, JobCommand.Cancel::new);
    }

    @POST
    @Path("/hold")
    public Uni<Response> hold(@PathParam("array") long array, byte[] body, @Context SecurityContext security) {
        return command(array, body, security, JobCommand.Hold::new);
    }

    @POST
    @Path("/release")
    public Uni<Response> release(@PathParam("array") long array, byte[] body, @Context SecurityContext security) {
        return command(array, body, security, JobCommand.Release::new);
    }

    @POST
    @Path("/requeue")
    public Uni<Response> requeue(@PathParam("array") long array, byte[] body, @Context SecurityContext security) {
        return command(array, body, security, JobCommand.Requeue::new);
    }

    private Uni<Response> command(long array, byte[] body, SecurityContext security, Command command) {
        var reason = Bodies.read(body, Reason.class).reason().orElse("");
        var caller = caller(security);
        return uncancelled(tasks(array, security).chain(tasks -> {
            JobResource.mayAct(caller, tasks.getFirst());
            var alive = tasks.stream()
                    .map(Found::job)
                    .filter(job -> !job.life().phase().terminal())
                    .map(job -> commands.send(Topics.JOB_COMMANDS, job.id(), "jobs/" + job.id(), caller.id(), (Record)
                            command.about(job.id(), caller.requester(), reason)))
                    .toList();
            if (alive.isEmpty()) return Uni.createFrom().item(answer(array, List.of()));
            return Uni.join().all(alive).andFailFast().map(outcomes -> answer(array, outcomes));
        }));
    }

    private static Response answer(long array, List<Outcome> outcomes) {
        var open = count(outcomes, Outcome.Open.class);
        var answer = new Answer(
                array, count(outcomes, Outcome.Accepted.class), count(outcomes, Outcome.Refused.class), open);
        return Response.status(open == 0 ? 200 : 202).entity(answer).build();
    }

    private static long count(List<Outcome> outcomes, Class<? extends Outcome> kind) {
        return outcomes.stream().filter(kind::isInstance).count();
    }

    private Uni<List<Found>> tasks(long array, SecurityContext security) {
        return jobs.tasks(caller(security), array).invoke(tasks -> {
            if (tasks.isEmpty())
                throw Refusal.of(Code.JOB_NOT_FOUND, "There is no array " + array + " that you may see.");
        });
    }
}

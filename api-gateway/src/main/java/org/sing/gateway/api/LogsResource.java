package org.sing.gateway.api;

import static org.sing.gateway.api.Edge.caller;

import io.vertx.core.buffer.Buffer;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestMulti;
import org.sing.gateway.app.Logs;
import org.sing.gateway.app.Streams;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.domain.Job;
import org.sing.gateway.store.JobReader;

/** A job's output: one file per rank, standard output and error in the order in which they were written. */
@Path("/api/v1/jobs/{job}/logs")
@RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
class LogsResource {
    private static final int MOST_LINES = 100_000;

    private final JobReader jobs;
    private final Logs logs;
    private final Streams streams;

    LogsResource(JobReader jobs, Logs logs, Streams streams) {
        this.jobs = jobs;
        this.logs = logs;
        this.streams = streams;
    }

    @GET
    @Produces("text/plain; charset=utf-8")
    public RestMulti<Buffer> read(
            @PathParam("job") String id,
            @QueryParam("follow") Optional<Boolean> follow,
            @QueryParam("tail") Optional<Integer> tail,
            @QueryParam("rank") Optional<Integer> rank,
            @QueryParam("attempt") Optional<Integer> attempt,
            @QueryParam("stream") Optional<String> stream,
            @Context SecurityContext security) {
        var reader = caller(security);
        check("tail", tail, 0, MOST_LINES);
        check("rank", rank, 0, 10_000);
        check("attempt", attempt, 1, 10_000);
        if (stream.filter(name -> !name.equals("all")).isPresent())
            throw Refusal.of(Code.MALFORMED_PARAMETER, "stream can only be all: a job writes both into one file.");
        var follows = follow.orElse(false);
        var reading = Edge.uncancelled(jobs.find(reader, id)
                .map(it -> it.orElseThrow(() -> JobResource.notFound(id)).job())
                .map(job -> new Reading(job, follows ? permit(reader) : () -> {})));
        return RestMulti.fromUniResponse(
                reading,
                it -> {
                    var request = new Logs.Request(it.job.id(), attempt, rank.orElse(0), tail, follows);
                    return logs.read(reader, it.job, request).onTermination().invoke(it.permit::close);
                },
                it -> Map.of("Cache-Control", List.of("no-store")));
    }

    private record Reading(Job job, Streams.Permit permit) {}

    private Streams.Permit permit(Caller reader) {
        return streams.open(reader.id()).orElseThrow(EventsResource::tooMany);
    }

    private static void check(String name, Optional<Integer> value, int least, int most) {
        if (value.filter(number -> number < least || number > most).isPresent())
            throw Refusal.of(Code.MALFORMED_PARAMETER, name + " is a number from " + least + " to " + most + ".");
    }
}

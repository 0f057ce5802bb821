package org.sing.gateway.api;

import static org.sing.gateway.api.Edge.caller;
import static org.sing.gateway.api.Edge.uncancelled;

import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sing.gateway.api.body.Acknowledged;
import org.sing.gateway.api.body.JobBody;
import org.sing.gateway.api.body.Page;
import org.sing.gateway.api.body.ProblemBody;
import org.sing.gateway.api.body.ValidationBody;
import org.sing.gateway.app.Fitting;
import org.sing.gateway.app.Outcome;
import org.sing.gateway.app.SubmitJob;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.store.JobReader;
import org.sing.profile.CompileResult;
import org.sing.profile.Profiles;
import org.sing.schemas.JobPhase;
import org.sing.schemas.Problem;

/** Jobs: hand in, check, list. */
@Path("/api/v1/jobs")
@RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
class JobsResource {
    private static final int MOST_KEY = 255;

    private final SubmitJob submitJob;
    private final JobReader jobs;
    private final Fitting fitting;

    JobsResource(SubmitJob submitJob, JobReader jobs, Fitting fitting) {
        this.submitJob = submitJob;
        this.jobs = jobs;
        this.fitting = fitting;
    }

    @POST
    @Consumes(SentProfile.TYPES)
    public Uni<Response> submit(
            @HeaderParam("Idempotency-Key") Optional<String> key,
            @QueryParam("project") Optional<String> project,
            @QueryParam("snapshot") Optional<String> snapshot,
            byte[] body,
            @Context HttpHeaders headers,
            @Context SecurityContext security) {
        var caller = caller(security);
        var sent = SentProfile.of(body, headers);
        var request =
                new SubmitJob.Request(idempotencyKey(key), project.orElse(""), sent.text(), sent.format(), snapshot);
        return uncancelled(submitJob
                .handle(caller, request)
                .onFailure(UncheckedIOException.class)
                .transform(e -> Transfer.storeFailed((IOException) e.getCause()))
                .chain(result -> answer(caller, result, sent)));
    }

    @POST
    @Path("/validate")
    @Consumes(SentProfile.TYPES)
    public Uni<ValidationBody> validate(byte[] body, @Context HttpHeaders headers) {
        var sent = SentProfile.of(body, headers);
        return switch (Profiles.compile(sent.text(), sent.format())) {
            case CompileResult.Compiled it ->
                uncancelled(fitting.refuses(it.spec()).map(refused -> {
                    refused.ifPresent(problem -> {
                        throw neverFits(problem);
                    });
                    return ValidationBody.of(it);
                }));
            case CompileResult.Invalid it ->
                throw Refusal.of(
                        Code.INVALID_PROFILE,
                        "The profile has " + count(it.problems().size()) + ".",
                        it.problems());
        };
    }

    @GET
    public Uni<Response> list(
            @QueryParam("state") List<String> states,
            @QueryParam("owner") Optional<String> owner,
            @QueryParam("project") Optional<String> project,
            @QueryParam("array") Optional<Long> array,
            @QueryParam("limit") Optional<Integer> limit,
            @QueryParam("cursor") Optional<String> cursor,
            @Context UriInfo uri,
            @Context SecurityContext security) {
        var caller = caller(security);
        var size = Edge.limit(limit, 50, 500);
        var filter = new JobReader.Filter(
                phases(states),
                owner.map(id -> id.equals("me") ? caller.id() : id),
                project,
                array,
                cursor.map(Cursor::read));
        return uncancelled(jobs.list(caller, filter, size + 1).map(found -> page(found, size, uri)));
    }

    private Uni<Response> answer(Caller caller, SubmitJob.Result result, SentProfile sent) {
        return switch (result) {
            case SubmitJob.Result.InFlight it ->
                throw Refusal.of(Code.REQUEST_IN_FLIGHT, "Job " + it.job() + " is being handed in with this key.")
                        .with("Retry-After", "1");
            case SubmitJob.Result.ProjectRefused it -> throw Refusal.of(Code.NOT_YOUR_PROJECT, it.detail());
            case SubmitJob.Result.NeverFits it -> throw neverFits(it.problem());
            case SubmitJob.Result.UnknownSnapshot it -> throw SnapshotsResource.unknown(it.snapshot());
            case SubmitJob.Result.Answered it ->
                switch (it.outcome()) {
                    case Outcome.Accepted accepted -> created(caller, it.job(), accepted.position(), warnings(sent));
                    case Outcome.Refused refused -> throw Edge.refusal(refused);
                    case Outcome.Open open -> Uni.createFrom().item(open(it.job()));
                };
        };
    }

    private static Refusal neverFits(Problem problem) {
        return Refusal.of(Code.NEVER_FITS, problem.detail(), List.of(problem));
    }

    private Uni<Response> created(Caller caller, String id, long position, List<ProblemBody.Entry> warnings) {
        return Uni.combine()
                .all()
                .unis(jobs.find(caller, id), jobs.spec(id))
                .asTuple()
                .map(read -> read.getItem1()
                        .map(found -> Response.status(201)
                                .header("Location", location(id))
                                .tag(Long.toString(found.position()))
                                .header(Edge.FEED_POSITION, position)
                                .entity(JobBody.of(found, read.getItem2(), warnings))
                                .build())
                        .orElseGet(() -> open(id)));
    }

    /** Compiled once more, only for its warnings: what counts was compiled by submission. */
    private static List<ProblemBody.Entry> warnings(SentProfile sent) {
        return Profiles.compile(sent.text(), sent.format()) instanceof CompileResult.Compiled it
                ? ProblemBody.Entry.of(it.warnings())
                : List.of();
    }

    private static Response open(String id) {
        return Response.accepted(new Acknowledged(id, location(id)))
                .header("Location", location(id))
                .header("Retry-After", 1)
                .build();
    }

    private static Response page(List<JobReader.Found> found, int size, UriInfo uri) {
        var items = found.stream()
                .limit(size)
                .map(job -> JobBody.of(job, Optional.empty()))
                .toList();
        if (found.size() <= size) return Response.ok(Page.all(items)).build();
        var next = Cursor.of(found.get(size - 1));
        var link = uri.getRequestUriBuilder().replaceQueryParam("cursor", next).build();
        return Response.ok(new Page<>(items, Optional.of(next)))
                .header("Link", "<" + link.getRawPath() + "?" + link.getRawQuery() + ">; rel=\"next\"")
                .build();
    }

    /** Without a host: a proxy in front of us has another one. */
    static String location(String id) {
        return "/api/v1/jobs/" + id;
    }

    private static String idempotencyKey(Optional<String> sent) {
        var key = sent.filter(value -> !value.isBlank())
                .orElseThrow(
                        () -> Refusal.of(
                                Code.IDEMPOTENCY_KEY_REQUIRED,
                                "Send a new Idempotency-Key, such as a UUID, with each job, and the same one when you repeat."));
        return checked(key);
    }

    static String checked(String key) {
        if (key.length() > MOST_KEY)
            throw Refusal.of(
                    Code.MALFORMED_PARAMETER,
                    "The Idempotency-Key has %d characters; at most %d are taken.".formatted(key.length(), MOST_KEY));
        return key;
    }

    private static List<String> phases(List<String> states) {
        return states.stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .filter(name -> !name.isEmpty())
                .map(JobsResource::phase)
                .toList();
    }

    private static String phase(String name) {
        return Arrays.stream(JobPhase.values())
                .map(JobPhase::name)
                .filter(phase -> phase.equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> Refusal.of(Code.MALFORMED_PARAMETER, "There is no state " + name + "."));
    }

    private static String count(int problems) {
        return problems == 1 ? "one problem" : problems + " problems";
    }
}

package org.sing.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.Json;
import org.sing.schemas.SimulationMessage;
import org.sing.schemas.SimulationQuestion;
import org.sing.schemas.SimulationResult;
import org.sing.schemas.Topics;

/** What the scheduler would say of what-if questions. */
record Simulations(ScriptedCampus campus) {

    void says(SimulationMessage.Event event) {
        campus.says(
                "scheduling",
                Topics.SIMULATION_EVENTS,
                event.simulation(),
                "simulations/" + event.simulation(),
                (Record) event);
    }

    /** Returns its id. */
    String answered(Person owner) {
        var simulation = "sim_"
                + UUID.randomUUID().toString().replace("-", "").toUpperCase().substring(0, 26);
        says(new SimulationMessage.Queued(simulation, owner.id(), question()));
        says(new SimulationMessage.Started(simulation, owner.id()));
        says(new SimulationMessage.Progressed(simulation, owner.id(), 40));
        says(new SimulationMessage.Finished(simulation, owner.id(), Optional.of(result())));
        return simulation;
    }

    /** That of the golden sample, which shows every field. */
    static SimulationQuestion question() {
        return sample("queued").as(SimulationMessage.Queued.class).question().brief();
    }

    static SimulationResult result() {
        return sample("finished").as(SimulationMessage.Finished.class).result().orElseThrow();
    }

    static JsonNode sampleResult() {
        return sample("finished").data().path("result");
    }

    private static Envelope sample(String name) {
        var path = "/schemas/json/simulation/" + name + ".v1.examples/full.json";
        try (var stream = Simulations.class.getResourceAsStream(path)) {
            return Json.read(stream.readAllBytes(), Envelope.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A job that ran for so many seconds. */
    void ran(String job, Instant at, long seconds) {
        var agent = Envelopes.of("/nodes/ran-" + job);
        var allocation = job + "-1";
        campus.bus()
                .publish(
                        agent.fact(
                                Topics.EXECUTION_EVENTS,
                                job,
                                "jobs/" + job,
                                1,
                                Envelopes.Cause.by("tests"),
                                at,
                                new ExecutionEvent.Started(job, 1, allocation, "n", 1, 0, 1, List.of("g"), 4711, at)),
                        agent.fact(
                                Topics.EXECUTION_EVENTS,
                                job,
                                "jobs/" + job,
                                2,
                                Envelopes.Cause.by("tests"),
                                at.plusSeconds(seconds),
                                new ExecutionEvent.Finished(
                                        job,
                                        1,
                                        allocation,
                                        "n",
                                        1,
                                        0,
                                        1,
                                        List.of("g"),
                                        true,
                                        EndCause.EXITED,
                                        Optional.of(0),
                                        Optional.empty(),
                                        Optional.of(at),
                                        at.plusSeconds(seconds),
                                        seconds * 1000,
                                        seconds,
                                        0,
                                        "")));
        campus.submission(
                job,
                new JobEvent.Finished(
                        job,
                        1,
                        JobPhase.SUCCEEDED,
                        EndCause.EXITED,
                        Optional.of(0),
                        Optional.empty(),
                        "none",
                        "ok",
                        "It ended."));
    }
}

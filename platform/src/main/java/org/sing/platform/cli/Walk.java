package org.sing.platform.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.sing.platform.Campus;
import org.sing.platform.Trouble;

/** The first job of a new user: submitted, followed to its end, and its way shown. */
final class Walk {

    private static final String USER = "alice";
    private static final Duration END_PATIENCE = Duration.ofMinutes(2);
    private static final Duration COST_PATIENCE = Duration.ofSeconds(15);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    private final HttpClient http;
    private final Campus campus;
    private final PrintStream out;
    private final Addresses addresses;

    Walk(HttpClient http, Campus campus, PrintStream out) {
        this.http = http;
        this.campus = campus;
        this.out = out;
        this.addresses = Addresses.of(campus.ports());
    }

    void run() {
        var gateway = new Gateway(http, addresses.api(), new Tokens(http, campus.ports()).of(USER));
        var file = Path.of("examples/hello/tuxiv.conf");
        out.printf("%n%s submits %s:%n", USER, file);
        var job = gateway.post(
                "/jobs",
                "application/yaml",
                read(campus.installation().root().resolve(file)),
                Map.of("Idempotency-Key", UUID.randomUUID().toString()));
        var id = job.path("id").asText();
        out.printf(
                "  job %s, number %s%n%n",
                id, awaitSeen(gateway, id).path("number").asText("?"));
        follow(gateway, id);
        var ended = awaitEnd(gateway, id);
        way(gateway.get("/jobs/" + id + "/events"));
        result(ended, awaitCost(gateway, id));
        next(id);
        if (!ended.path("state").asText().equals("SUCCEEDED")) {
            throw new Trouble(
                    "The first job ended as " + ended.path("state").asText() + ".",
                    "Its output is above; its way and the reason: " + addresses.api() + "/jobs/" + id + "/explain");
        }
    }

    /** A busy system answers that it has the job before it can show it. */
    private static JsonNode awaitSeen(Gateway gateway, String id) {
        return poll(END_PATIENCE, () -> gateway.find("/jobs/" + id))
                .orElseThrow(() -> new Trouble(
                        "The job " + id + " was taken but is not shown yet.",
                        "Nothing is lost; the system is slow or a part is down: ./sing status"));
    }

    private void follow(Gateway gateway, String id) {
        try (var reader =
                new InputStreamReader(gateway.stream("/jobs/" + id + "/logs?follow=true"), StandardCharsets.UTF_8)) {
            var buffer = new char[1024];
            for (var read = reader.read(buffer); read >= 0; read = reader.read(buffer)) {
                out.print(new String(buffer, 0, read).replaceAll("(?m)^(?=.)", "    | "));
                out.flush();
            }
        } catch (IOException cut) {
            out.println("    (the log stream was cut)");
        }
        out.println();
    }

    private JsonNode awaitEnd(Gateway gateway, String id) {
        return poll(
                        END_PATIENCE,
                        () -> Optional.of(gateway.get("/jobs/" + id)).filter(job -> job.hasNonNull("finished_at")))
                .orElseGet(() -> gateway.get("/jobs/" + id));
    }

    private void way(JsonNode events) {
        out.println("Its way:");
        for (var step : WayStep.all(events.path("items"))) out.printf("  %s  %s%n", step.at(), step.text());
    }

    private void result(JsonNode job, Optional<Long> gpuSeconds) {
        out.printf(
                "%nIt ended as %s and cost %s GPU-seconds.%n",
                job.path("state").asText(), gpuSeconds.map(String::valueOf).orElse("(not yet counted)"));
    }

    /** The ledger hears of the end a moment after the job's owner does. */
    private Optional<Long> awaitCost(Gateway gateway, String id) {
        return poll(COST_PATIENCE, () -> {
            for (var line : gateway.get("/usage?by=job").path("items")) {
                if (StreamSupport.stream(line.spliterator(), false)
                        .anyMatch(field -> field.asText().equals(id))) {
                    return Optional.of(line.path("gpu_seconds").asLong());
                }
            }
            return Optional.empty();
        });
    }

    private static <T> Optional<T> poll(Duration patience, Supplier<Optional<T>> question) {
        var until = Instant.now().plus(patience);
        var answer = question.get();
        while (answer.isEmpty() && Instant.now().isBefore(until)) {
            try {
                Thread.sleep(LOOK_AGAIN);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return answer;
            }
            answer = question.get();
        }
        return answer;
    }

    private void next(String id) {
        out.printf(
                """

                What now:
                  Console    %s   (sign in as alice, password alice-demo)
                  This job   curl -H "Authorization: Bearer $(./sing token alice)" %s/jobs/%s
                  Your own   curl -O %stcloud.pyz && python3 tcloud.pyz login %s && python3 tcloud.pyz submit YOUR-SCRIPT.sh
                  API        curl -H "Authorization: Bearer $(./sing token alice)" %s/jobs
                  Parts      ./sing status
                  Stop       ./sing down

                Demo accounts (password: NAME-demo): alice and bob submit jobs, olivia runs the cluster, adam administers it.
                """,
                addresses.console(), addresses.api(), id, addresses.client(), addresses.console(), addresses.api());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new Trouble("The example " + file + " cannot be read.", "Is the checkout complete?");
        }
    }
}

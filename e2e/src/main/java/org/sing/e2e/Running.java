package org.sing.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.sing.schemas.Json;

/** A whole system of its own, started with {@code ./sing} as anybody would, in its own folder and on its own ports. */
public final class Running implements AutoCloseable {
    private static final Duration COMMAND_PATIENCE = Duration.ofMinutes(8);
    private final Path root;
    private final Path state;
    private final int portOffset;

    private Running(Path root, Path state, int portOffset) {
        this.root = root;
        this.state = state;
        this.portOffset = portOffset;
    }

    /** @param overrides settings per part, beyond what the launcher writes */
    public static Running start(Path root, Path state, int portOffset, Map<String, Map<String, String>> overrides) {
        var system = new Running(root, state, portOffset);
        if (Files.exists(state)) system.sing("reset", "--yes");
        try {
            var folder = Files.createDirectories(state.resolve("overrides"));
            for (var part : overrides.entrySet()) {
                var lines = part.getValue().entrySet().stream().map(e -> e.getKey() + "=" + e.getValue());
                Files.write(folder.resolve(part.getKey() + ".properties"), lines.toList());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            system.sing("up");
        } catch (RuntimeException e) {
            system.close(); // a part that could not start must not leave the others on their ports
            throw e;
        }
        return system;
    }

    public URI api() {
        return URI.create(status().path("api").asText() + "/");
    }

    public Api as(String user) {
        return new Api(api(), sing("token", user).strip());
    }

    public JsonNode status() {
        return Json.read(run("status", "--json").output(), JsonNode.class);
    }

    /** The process of a part; empty while it has none. */
    public Optional<ProcessHandle> process(String part) {
        for (var known : status().path("parts"))
            if (known.path("name").asText().equals(part))
                return ProcessHandle.of(known.path("pid").asLong());
        return Optional.empty();
    }

    public boolean ready(String part) {
        for (var known : status().path("parts"))
            if (known.path("name").asText().equals(part))
                return known.path("health").asText().equals("ready");
        return false;
    }

    /** Dies and is not started again until it is released. */
    void takeAway(String part) {
        try {
            Files.writeString(hold(part), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process(part).ifPresent(Faults::kill);
    }

    void giveBack(String part) {
        try {
            Files.delete(hold(part));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path hold(String part) {
        return state.resolve("run").resolve(part + ".hold");
    }

    public Path state() {
        return state;
    }

    public int port(int normal) {
        return normal + portOffset;
    }

    TopicReader topics() {
        return new TopicReader(state.resolve("conf"));
    }

    DatabaseReader databases() {
        return new DatabaseReader(state.resolve("conf"));
    }

    String sing(String... arguments) {
        var result = run(arguments);
        if (result.status() != 0)
            throw new IllegalStateException(String.join(" ", arguments) + ": " + result.output() + result.errors());
        return result.output();
    }

    private record Result(int status, String output, String errors) {}

    /** Status says by its exit code whether all is well, which in a campaign it need not be. */
    private Result run(String... arguments) {
        var command = new ArrayList<>(List.of(root.resolve("sing").toString()));
        command.addAll(List.of("--port-offset", Integer.toString(portOffset)));
        command.addAll(List.of(arguments));
        try {
            var errors = Files.createTempFile("sing", ".err");
            var builder = new ProcessBuilder(command).redirectError(errors.toFile());
            builder.environment().put("SING_STATE", state.toString());
            builder.environment().put("SING_BUILD", "never");
            var process = builder.start();
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(COMMAND_PATIENCE.toSeconds(), TimeUnit.SECONDS))
                throw new IllegalStateException(String.join(" ", arguments) + " does not end");
            var result = new Result(process.exitValue(), output, Files.readString(errors));
            Files.delete(errors);
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        sing("down");
    }
}

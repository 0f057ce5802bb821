package org.sing.scheduling.whatif;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.sing.scheduling.core.Core;
import org.sing.schemas.Json;
import org.sing.traces.Trace;
import org.sing.whatif.Main;
import org.sing.whatif.Word;
import org.sing.whatif.domain.Errand;

/**
 * A process for each question, which lives as long as the work: with a heap of its own, the lowest priority of the machine
 * and one processor at most, so that neither its garbage nor its failures are the scheduler's.
 */
@ApplicationScoped
class ChildProcess implements Calculation {
    private static final Logger LOG = Logger.getLogger(ChildProcess.class);
    private static final int OUT_OF_MEMORY = 3;

    /** What the program needs, each named by one of its classes. */
    private static final List<Class<?>> PARTS = List.of(
            Main.class,
            Core.class,
            Json.class,
            Trace.class,
            ObjectMapper.class,
            JsonParser.class,
            JsonInclude.class,
            Jdk8Module.class,
            JavaTimeModule.class);

    private final SimulationSettings settings;
    private Optional<Process> inHand = Optional.empty();
    private boolean stopped;
    private boolean closed;

    ChildProcess(SimulationSettings settings) {
        this.settings = settings;
    }

    @Override
    public Outcome run(Errand errand, IntPredicate goOn) {
        try {
            var process = begin();
            if (process.isEmpty()) return new Outcome.Stopped();
            return converse(process.get(), errand, goOn);
        } catch (IOException e) {
            LOG.warnf("no process for a simulation reason=%s", e.getMessage());
            return new Outcome.Refused("broke-off", "It could not be begun.");
        }
    }

    @Override
    public synchronized void stop() {
        stopped = true;
        inHand.ifPresent(Process::destroyForcibly);
    }

    @PreDestroy
    synchronized void close() {
        closed = true;
        stop();
    }

    private synchronized Optional<Process> begin() throws IOException {
        if (closed) return Optional.empty();
        var builder = new ProcessBuilder(command()).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().clear();
        stopped = false;
        inHand = Optional.of(builder.start());
        return inHand;
    }

    private Outcome converse(Process process, Errand errand, IntPredicate goOn) {
        var late = new AtomicBoolean();
        var watch = CompletableFuture.runAsync(
                () -> {
                    late.set(process.isAlive());
                    process.destroyForcibly();
                },
                CompletableFuture.delayedExecutor(settings.mostTime().toMillis(), TimeUnit.MILLISECONDS));
        try {
            return listen(process, errand, goOn).orElseGet(() -> fate(process, late.get()));
        } finally {
            watch.cancel(false);
            // The next one begins when this one is gone: they are never two.
            process.destroyForcibly();
            process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
        }
    }

    /** @return nothing when the process ended without an answer */
    private static Optional<Outcome> listen(Process process, Errand errand, IntPredicate goOn) {
        // The input stays open until the end: by it the process knows that somebody waits.
        try (var input = process.getOutputStream();
                var output = process.inputReader(StandardCharsets.UTF_8)) {
            Json.mapper()
                    .writer()
                    .without(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                    .writeValue(input, errand);
            input.flush();
            for (var line = output.readLine(); line != null; line = output.readLine()) {
                var word = Json.read(line, Word.class);
                if (word.result().isPresent())
                    return Optional.of(new Outcome.Answered(word.result().get()));
                if (word.refusal().isPresent())
                    return Optional.of(new Outcome.Refused(
                            word.refusal().get().code(), word.refusal().get().detail()));
                if (!goOn.test(word.percent().orElse(0))) return Optional.of(new Outcome.Stopped());
            }
        } catch (IOException e) {
            // it is gone, and its exit says why
        }
        return Optional.empty();
    }

    private Outcome fate(Process process, boolean late) {
        if (late)
            return new Outcome.Refused(
                    "took-too-long",
                    "It took longer than %d s; ask about less."
                            .formatted(settings.mostTime().toSeconds()));
        var exit = process.onExit().join().exitValue();
        if (exit == OUT_OF_MEMORY)
            return new Outcome.Refused("too-much-memory", "It needed more memory than it may have; ask about less.");
        synchronized (this) {
            if (stopped) return new Outcome.Stopped();
        }
        LOG.warnf("a simulation broke off exit=%d", exit);
        return new Outcome.Refused("broke-off", "It broke off.");
    }

    private List<String> command() {
        var command = new ArrayList<String>();
        Stream.of("/usr/bin/nice", "/bin/nice")
                .filter(nice -> Files.isExecutable(Path.of(nice)))
                .findFirst()
                .ifPresent(nice -> command.addAll(List.of(nice, "-n", "19")));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xms16m",
                "-Xmx" + settings.memoryMib() + "m",
                "-XX:+UseSerialGC",
                "-XX:ActiveProcessorCount=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:+DisplayVMOutputToStderr",
                "-XX:-UsePerfData",
                "-cp",
                classPath(),
                Main.class.getName()));
        return command;
    }

    private static String classPath() {
        return PARTS.stream()
                .map(type -> Path.of(java.net.URI.create(type.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toString()))
                        .toString())
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }
}

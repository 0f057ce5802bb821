package org.sing.platform.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.sing.platform.Campus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows every part: its process, health, memory, and how far it is behind. */
@Command(name = "status", description = "Show every part: health, memory, lag")
final class StatusCommand implements Callable<Integer> {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    @ParentCommand
    private Sing sing;

    @Option(names = "--json", description = "For programs")
    private boolean json;

    @Override
    public Integer call() {
        var campus = sing.context().campus();
        var parts = PartStatus.all(campus);
        if (json) {
            System.out.println(json(campus, parts));
        } else {
            table(parts);
            if (sing.context().supervisor().isEmpty()) {
                System.out.println();
                System.out.println(
                        parts.stream().anyMatch(part -> part.pid().isPresent())
                                ? "Nothing watches over these parts. ./sing up does so again."
                                : "The system is not running. Start it: ./sing up");
            } else {
                Addresses.print(System.out, campus.ports());
            }
        }
        return parts.stream().allMatch(part -> part.health().equals("ready")) ? 0 : 1;
    }

    private static void table(List<PartStatus> parts) {
        System.out.printf(
                "  %-14s %8s  %-10s %9s %8s %7s %8s %6s%n",
                "PART", "PID", "HEALTH", "MEMORY", "RESTARTS", "LAG", "OUTBOX", "DEAD");
        for (var part : parts) {
            System.out.printf(
                    "  %-14s %8s  %-10s %9s %8s %7s %8s %6s%n",
                    part.name(),
                    part.pid().map(String::valueOf).orElse("-"),
                    part.health(),
                    part.rssBytes() == 0 ? "-" : (part.rssBytes() >> 20) + " MiB",
                    part.starts() == 0 ? "-" : part.starts() - 1,
                    part.lag().lagText(),
                    part.lag().outboxText(),
                    part.lag().deadText());
        }
        System.out.printf(
                "  %-14s %8s  %-10s %9s%n",
                "", "", "", (parts.stream().mapToLong(PartStatus::rssBytes).sum() >> 20) + " MiB");
    }

    private static String json(Campus campus, List<PartStatus> parts) {
        var addresses = Addresses.of(campus.ports());
        var document = new LinkedHashMap<String, Object>();
        document.put("api", addresses.api());
        document.put("console", addresses.console());
        document.put("identity", addresses.identity());
        document.put("parts", parts.stream().map(StatusCommand::fields).toList());
        try {
            return JSON.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> fields(PartStatus part) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", part.name());
        part.pid().ifPresent(pid -> fields.put("pid", pid));
        fields.put("health", part.health());
        fields.put("ports", part.ports());
        fields.put("rss_bytes", part.rssBytes());
        fields.put("starts", part.starts());
        part.lag().records().ifPresent(value -> fields.put("consumer_lag_records", value));
        part.lag().seconds().ifPresent(value -> fields.put("event_lag_seconds", value));
        part.lag().outboxPending().ifPresent(value -> fields.put("outbox_pending", value));
        part.lag().deadLetters().ifPresent(value -> fields.put("dead_letters", value));
        fields.put("log", part.log().toString());
        return fields;
    }
}

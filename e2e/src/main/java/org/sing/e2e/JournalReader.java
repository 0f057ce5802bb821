package org.sing.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.sing.e2e.Evidence.Run;
import org.sing.schemas.Json;

/**
 * Reads what agents wrote down, as text and without the agents' code: a line is a checksum, the name of the entry and its
 * JSON. An entry may stand again in a later segment, after a compaction.
 */
final class JournalReader {
    private final Map<String, Run> runs = new HashMap<>();

    /** @param folder of an agent's state; journals lie anywhere below it */
    static List<Run> runs(Path folder) throws IOException {
        var reader = new JournalReader();
        try (var files = Files.walk(folder)) {
            var segments = files.filter(file -> file.getFileName().toString().endsWith(".log"))
                    .filter(file -> file.getParent().getFileName().toString().equals("journal"))
                    .sorted()
                    .toList();
            for (var segment : segments) reader.read(segment);
        }
        return new ArrayList<>(reader.runs.values());
    }

    private void read(Path segment) throws IOException {
        for (var line : Files.readAllLines(segment)) {
            var words = line.split(" ", 3);
            if (words.length < 3) continue;
            switch (words[1]) {
                case "started" -> started(Json.read(words[2], JsonNode.class));
                case "ended" -> ended(Json.read(words[2], JsonNode.class));
                default -> {}
            }
        }
    }

    private void started(JsonNode entry) {
        var event = entry.path("report").path("event").path("data");
        var run = run(event, entry.path("running").path("started_millis").asLong(), -1, -1);
        runs.putIfAbsent(key(run), run);
    }

    private void ended(JsonNode entry) {
        var event = entry.path("report").path("event").path("data");
        if (!event.path("ran").asBoolean()) return;
        var end = entry.path("ended_millis").asLong();
        var run = run(
                event,
                end - event.path("elapsed_millis").asLong(),
                end,
                event.path("billed_seconds").asLong());
        var begun = runs.get(key(run));
        runs.put(key(run), begun == null ? run : run(event, begun.startedMillis(), end, run.billed()));
    }

    private static Run run(JsonNode event, long started, long ended, long billed) {
        return new Run(
                event.path("node").asText(),
                event.path("job").asText(),
                event.path("attempt").asInt(),
                event.path("allocation").asText(),
                event.path("rank").asInt(),
                StreamSupport.stream(event.path("gpus").spliterator(), false)
                        .map(JsonNode::asText)
                        .toList(),
                started,
                ended,
                billed);
    }

    private static String key(Run run) {
        return run.node() + " " + run.allocation() + " " + run.rank();
    }
}

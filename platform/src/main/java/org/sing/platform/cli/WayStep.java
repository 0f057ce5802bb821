package org.sing.platform.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One step on a job's way, in words. */
record WayStep(String at, String text) {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

    /** Of a job's events in order. Why it waits is said again with each new estimate of its start, and shown once. */
    static List<WayStep> all(Iterable<JsonNode> entries) {
        var steps = new ArrayList<WayStep>();
        for (var entry : entries)
            of(entry.path("event"))
                    .filter(step -> steps.isEmpty() || !steps.getLast().text.equals(step.text))
                    .ifPresent(steps::add);
        return List.copyOf(steps);
    }

    /** Empty for events that only the services need. */
    static Optional<WayStep> of(JsonNode event) {
        var data = event.path("data");
        return text(event.path("type").asText(), data)
                .map(text -> new WayStep(clock(event.path("time").asText()), text));
    }

    private static Optional<String> text(String type, JsonNode data) {
        return switch (type.replaceFirst("^org\\.sing\\.", "").replaceFirst("\\.v\\d+$", "")) {
            case "job.submitted" ->
                Optional.of("submitted to project " + data.path("project").asText());
            case "job.queued" -> Optional.of("queued");
            case "job.held" -> Optional.of("held: " + data.path("reason").asText());
            case "scheduling.waiting" ->
                Optional.of("waits: " + data.path("detail").asText());
            case "scheduling.placed" -> Optional.of(placed(data));
            case "job.running" -> Optional.of("started");
            case "job.requeued" -> Optional.of("goes back to the queue");
            case "job.finished" -> Optional.of("finished: " + data.path("phase").asText());
            default -> Optional.empty();
        };
    }

    private static String placed(JsonNode data) {
        var places = new ArrayList<String>();
        data.path("shares")
                .forEach(share -> places.add("%s (%d GPU)"
                        .formatted(
                                share.path("node").asText(), share.path("gpus").size())));
        var why = data.path("reason").asText();
        return "placed on " + String.join(", ", places) + (why.isEmpty() ? "" : ": " + why);
    }

    private static String clock(String time) {
        return time.isEmpty() ? "" : CLOCK.format(Instant.parse(time).atZone(ZoneId.systemDefault()));
    }
}

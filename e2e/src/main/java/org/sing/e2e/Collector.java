package org.sing.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import org.sing.e2e.Evidence.Run;
import org.sing.schemas.Topics;

/** Gathers the evidence of a campaign. */
final class Collector {
    static final List<String> EVENT_TOPICS = List.of(
            Topics.JOB_EVENTS,
            Topics.SCHEDULING_EVENTS,
            Topics.EXECUTION_EVENTS,
            Topics.NODE_EVENTS,
            Topics.ACCOUNTING_EVENTS,
            Topics.INCIDENT_EVENTS);
    private static final List<String> SERVICES =
            List.of("submission", "scheduling", "accounting", "node-monitor", "incident");
    private final Running system;

    Collector(Running system) {
        this.system = system;
    }

    Evidence collect(Set<String> acknowledged, Set<String> cancelled) throws IOException {
        var databases = system.databases();
        var outboxes = new HashMap<String, Set<String>>();
        var pending = new HashMap<String, Long>();
        for (var service : SERVICES) {
            outboxes.put(service, databases.committed(service));
            pending.put(service, databases.unpublished(service));
        }
        var runs = new ArrayList<Run>(JournalReader.runs(system.state().resolve("nodes")));
        return new Evidence(
                acknowledged,
                cancelled,
                system.topics().read(EVENT_TOPICS),
                runs,
                databases.ledger(),
                databases.openAllocations(),
                outboxes,
                pending,
                survivors(runs));
    }

    /** Processes that carry one of these allocations in their environment. */
    static List<String> survivors(List<Run> runs) throws IOException {
        var found = new ArrayList<String>();
        var allocations = runs.stream().map(Run::allocation).distinct().toList();
        try (var processes = Files.list(Path.of("/proc"))) {
            for (var process : processes
                    .filter(p -> Character.isDigit(p.getFileName().toString().charAt(0)))
                    .toList()) {
                var environment = read(process.resolve("environ"));
                for (var allocation : allocations)
                    if (environment.contains("SING_ALLOCATION_ID=" + allocation + "\0")) found.add(allocation);
            }
        }
        return found;
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException gone) {
            return "";
        }
    }
}

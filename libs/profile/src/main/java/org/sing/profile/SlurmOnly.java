package org.sing.profile;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** What options mean in a script that was written for Slurm, where that is more, or less, than in a profile. */
final class SlurmOnly {
    private static final Set<String> HINTS = Set.of(
            ("acctg-freq bb bbf bell contiguous cores-per-socket core-spec cpu-bind cpu-freq delay-boot distribution "
                            + "extra-node-info get-user-env gpu-bind gpu-freq gres-flags hint ignore-pbs mem-bind mincpus "
                            + "no-kill ntasks-per-core ntasks-per-socket overcommit oversubscribe parsable power profile "
                            + "propagate quiet sockets-per-node spread-job switches thread-spec threads-per-core tmp "
                            + "use-min-nodes verbose wait wait-all-nodes wckey")
                    .split(" "));
    private static final Set<String> WITHOUT_VALUE = Set.of(
            "contiguous get-user-env ignore-pbs no-kill overcommit oversubscribe parsable quiet spread-job use-min-nodes verbose wait"
                    .split(" "));
    static final Map<String, String> SHORT = Map.of(
            "B",
            "extra-node-info",
            "k",
            "no-kill",
            "m",
            "distribution",
            "O",
            "overcommit",
            "Q",
            "quiet",
            "s",
            "oversubscribe",
            "S",
            "core-spec",
            "v",
            "verbose",
            "W",
            "wait");

    @FunctionalInterface
    private interface Reading {
        void read(Draft draft, Source.Text value);
    }

    private static final Map<String, Reading> OTHERWISE = readings();

    private SlurmOnly() {}

    static boolean alone(String name) {
        return WITHOUT_VALUE.contains(name);
    }

    static boolean reads(String name) {
        return HINTS.contains(name) || OTHERWISE.containsKey(name);
    }

    static void read(Draft draft, BatchOptions.Given option) {
        var name = option.name();
        if (HINTS.contains(name)) draft.findings.warn(option.at(), name + " is a hint for Slurm; SING does without it");
        else if (option.value() instanceof Source.Text value)
            OTHERWISE.get(name).read(draft, value);
        else draft.findings.error(option.at(), name + " needs a value: " + name + "=...");
    }

    private static Map<String, Reading> readings() {
        var readings = new HashMap<String, Reading>();
        readings.put("export", SlurmOnly::export);
        readings.put("chdir", (draft, value) -> draft.values.path(value, "chdir", draft.workDirectory));
        readings.put("mem", SlurmOnly::memory);
        readings.put("partition", SlurmOnly::partition);
        readings.put("comment", (draft, value) -> {});
        return Map.copyOf(readings);
    }

    /** ALL and NONE are the same here: a job inherits nothing from where it was handed in. */
    private static void export(Draft draft, Source.Text value) {
        for (var part : value.value().split(","))
            if (part.contains("=")) draft.variables.assign(new Source.Text(part, value.at()), draft.script);
            else if (!part.equals("ALL") && !part.equals("NONE") && !part.equals("NIL"))
                draft.findings.error(
                        value.at(), "the variables of your shell stay with you; give the value too", part + "=...");
    }

    private static void memory(Draft draft, Source.Text value) {
        if (value.value().matches("0[KMGTkmgt]?"))
            draft.findings.warn(value.at(), "mem=0 is the whole node to Slurm; here it is in proportion to the GPUs");
        draft.values.size(value, "mem", "m", draft.memory);
    }

    private static void partition(Draft draft, Source.Text value) {
        var names = value.value().split(",");
        if (names.length < 2) draft.values.label(value, "partition", draft.group);
        else draft.findings.error(value.at(), "a job waits in one resource group; name one of them", names[0]);
    }
}

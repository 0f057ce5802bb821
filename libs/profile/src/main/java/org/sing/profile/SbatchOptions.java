package org.sing.profile;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The declared set of sbatch's long options: each is applied, or named as having no effect yet. */
final class SbatchOptions {
    static final int MOST_NODES = 4_096;
    private static final int MOST_TASKS = 32_768;
    static final int MOST_CPUS = 4_096;
    private static final int MOST_GPUS = 32_768;
    private static final Pattern GPUS = Pattern.compile("(?:([A-Za-z][A-Za-z0-9._-]{0,63}):)?(\\d{1,6})");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,6})-(\\d{1,6})");
    private static final Set<String> WITHOUT_VALUE = Set.of("hold", "requeue", "no-requeue", "exclusive");
    static final Map<String, String> SHORT = Map.ofEntries(
            Map.entry("N", "nodes"),
            Map.entry("n", "ntasks"),
            Map.entry("c", "cpus-per-task"),
            Map.entry("G", "gpus"),
            Map.entry("t", "time"),
            Map.entry("p", "partition"),
            Map.entry("q", "qos"),
            Map.entry("A", "account"),
            Map.entry("J", "job-name"),
            Map.entry("o", "output"),
            Map.entry("e", "error"),
            Map.entry("a", "array"),
            Map.entry("d", "dependency"),
            Map.entry("H", "hold"),
            Map.entry("x", "exclude"),
            Map.entry("w", "nodelist"),
            Map.entry("C", "constraint"),
            Map.entry("D", "chdir"),
            Map.entry("b", "begin"));
    private static final Map<String, Option> APPLIED = applied();
    private static final Map<String, String> IDLE = idle();

    @FunctionalInterface
    private interface Option {
        void read(Draft draft, Source value, String name);
    }

    private SbatchOptions() {}

    static Set<String> names() {
        var names = new TreeSet<>(APPLIED.keySet());
        names.addAll(IDLE.keySet());
        return names;
    }

    /** Whether the next word is not this option's value. */
    static boolean alone(String name) {
        return WITHOUT_VALUE.contains(name) || SlurmOnly.alone(name);
    }

    /** An option of a script or of the command line before it, where also Slurm's hints are known. */
    static void inScript(Draft draft, BatchOptions.Given option) {
        if (SlurmOnly.reads(option.name())) SlurmOnly.read(draft, option);
        else option(draft, option.name(), option.value(), option.at());
    }

    /** A list of {@code option=value}, or a mapping. */
    static void read(Source source, String what, Draft draft) {
        if (source instanceof Source.Fields fields) fields(fields, draft);
        else
            for (var item : draft.values.list(source, what))
                if (item instanceof Source.Fields fields) fields(fields, draft);
                else draft.values.text(item, what, text -> line(text, draft));
    }

    private static void fields(Source.Fields fields, Draft draft) {
        for (var field : fields.fields()) option(draft, field.name(), field.value(), field.at());
    }

    private static void line(Source.Text text, Draft draft) {
        var line = text.value().strip().replaceFirst("^(#SBATCH\\s+)?-{1,2}", "");
        var parts = line.split("\\s*=\\s*|\\s+", 2);
        var value = parts.length < 2 ? new Source.Nothing(text.at()) : new Source.Text(parts[1].strip(), text.at());
        option(draft, parts[0], value, text.at());
    }

    private static void option(Draft draft, String name, Source value, Place at) {
        if (APPLIED.containsKey(name)) apply(draft, name, value, at);
        else if (IDLE.containsKey(name)) draft.findings.noEffectYet(at, name, IDLE.get(name));
        else if (SHORT.containsKey(name))
            draft.findings.error(at, "use the long name of the option " + Quote.of(name), SHORT.get(name));
        else draft.findings.unknown(at, "an option that SING knows", name, names());
    }

    private static void apply(Draft draft, String name, Source value, Place at) {
        if (value instanceof Source.Nothing && !WITHOUT_VALUE.contains(name))
            draft.findings.error(at, name + " needs a value: " + name + "=...");
        else APPLIED.get(name).read(draft, value, name);
    }

    /** A number, or a range. */
    static void nodes(Draft draft, Source source, String name) {
        draft.values.text(source, name, text -> {
            var range = RANGE.matcher(text.value().strip());
            if (!range.matches()) {
                draft.values.count(text, name, 1, MOST_NODES, draft.nodes);
                return;
            }
            if (Integer.parseInt(range.group(1)) > Integer.parseInt(range.group(2)))
                draft.findings.error(
                        text.at(), name + " must go from few to many", range.group(2) + "-" + range.group(1));
            draft.values.count(new Source.Text(range.group(1), text.at()), name, 1, MOST_NODES, draft.nodes);
            draft.values.count(new Source.Text(range.group(2), text.at()), name, 1, MOST_NODES, draft.maxNodes);
        });
    }

    /** {@code n} or {@code model:n}. */
    static void gpus(Draft draft, Source source, String name, Slot<Integer> slot) {
        draft.values.text(source, name, text -> {
            var gpus = GPUS.matcher(text.value().strip());
            if (!gpus.matches()) {
                draft.findings.error(
                        text.at(), name + " must be a number, or model:number, not " + Quote.of(text.value()));
                return;
            }
            var count = new Source.Text(gpus.group(2), text.at());
            draft.values.count(count, name, 0, MOST_GPUS, slot);
            if (gpus.group(1) != null) draft.gpuModel.set(gpus.group(1), text.at());
        });
    }

    private static void gres(Draft draft, Source source, String name) {
        draft.values.text(source, name, text -> {
            for (var part : text.value().strip().split(",")) {
                if (part.equals("gpu")) draft.gpusPerNode.set(1, text.at());
                else if (part.startsWith("gpu:")
                        && part.substring(4).matches("[A-Za-z].*")
                        && !part.substring(4).contains(":"))
                    gpus(draft, new Source.Text(part.substring(4) + ":1", text.at()), name, draft.gpusPerNode);
                else if (part.startsWith("gpu:"))
                    gpus(draft, new Source.Text(part.substring(4), text.at()), name, draft.gpusPerNode);
                else draft.findings.error(text.at(), "gres can only ask for GPUs, not " + Quote.of(part), "gpu:1");
            }
        });
    }

    private static Map<String, Option> applied() {
        var options = new HashMap<String, Option>();
        options.put("nodes", SbatchOptions::nodes);
        options.put("nodelist", (draft, it, name) -> HostList.read(draft, it, name, draft.nodelist));
        options.put("exclude", (draft, it, name) -> HostList.read(draft, it, name, draft.exclude));
        options.put("exclusive", (draft, it, name) -> flag(draft, it, name, draft.exclusive, true));
        options.put("signal", (draft, it, name) -> draft.values.text(it, name, text -> Alarm.read(draft, text)));
        options.put("reservation", (draft, it, name) -> draft.values.label(it, name, draft.reservation));
        options.put("ntasks", (draft, it, name) -> draft.values.count(it, name, 1, MOST_TASKS, draft.tasks));
        options.put(
                "ntasks-per-node", (draft, it, name) -> draft.values.count(it, name, 1, MOST_CPUS, draft.tasksPerNode));
        options.put(
                "cpus-per-task", (draft, it, name) -> draft.values.count(it, name, 1, MOST_CPUS, draft.cpusPerTask));
        options.put("cpus-per-gpu", (draft, it, name) -> draft.values.count(it, name, 1, MOST_CPUS, draft.cpusPerGpu));
        options.put("gres", SbatchOptions::gres);
        options.put("gpus", (draft, it, name) -> gpus(draft, it, name, draft.gpus));
        options.put("gpus-per-node", (draft, it, name) -> gpus(draft, it, name, draft.gpusPerNode));
        options.put("gpus-per-task", (draft, it, name) -> gpus(draft, it, name, draft.gpusPerTask));
        options.put("mem", (draft, it, name) -> draft.values.size(it, name, "m", draft.memory));
        options.put("mem-per-cpu", (draft, it, name) -> draft.values.size(it, name, "m", draft.memoryPerCpu));
        options.put("mem-per-gpu", (draft, it, name) -> draft.values.size(it, name, "m", draft.memoryPerGpu));
        options.put("time", (draft, it, name) -> draft.values.time(it, name, draft.timeLimit));
        options.put("partition", (draft, it, name) -> draft.values.label(it, name, draft.group));
        options.put("account", (draft, it, name) -> draft.values.label(it, name, draft.account));
        options.put("job-name", (draft, it, name) -> draft.values.name(it, name, draft.name));
        options.put("array", Indices::read);
        options.put("begin", (draft, it, name) -> draft.values.text(it, name, draft.waiting::begin));
        options.put("deadline", (draft, it, name) -> draft.values.text(it, name, draft.waiting::deadline));
        options.put("qos", SbatchOptions::quality);
        options.put("dependency", (draft, it, name) -> draft.values.text(it, name, draft.waiting::dependency));
        options.put("kill-on-invalid-dep", SbatchOptions::killed);
        options.put("hold", (draft, it, name) -> flag(draft, it, name, draft.held, true));
        options.put("requeue", (draft, it, name) -> flag(draft, it, name, draft.requeueable, true));
        options.put("no-requeue", (draft, it, name) -> flag(draft, it, name, draft.requeueable, false));
        return Map.copyOf(options);
    }

    /** What can never begin is cancelled, so that nobody finds it waiting next year. */
    private static void killed(Draft draft, Source source, String name) {
        draft.values.text(source, name, text -> {
            if (!text.value().equals("yes"))
                draft.findings.warn(text.at(), "a job whose dependency cannot come true any more is cancelled");
        });
    }

    /** Of the names that sites give to their qualities of service, those of the classes mean something here. */
    private static void quality(Draft draft, Source source, String name) {
        if (source instanceof Source.Text text
                && !text.value().toLowerCase(Locale.ROOT).matches("low|normal|high"))
            draft.findings.noEffectYet(text.at(), name, "low, normal and high are the classes");
        else draft.values.priority(source, name, draft.priority);
    }

    private static void flag(Draft draft, Source value, String name, Slot<Boolean> slot, boolean meaning) {
        if (value instanceof Source.Nothing) slot.set(meaning, value.at());
        else draft.findings.error(value.at(), name + " takes no value", name);
    }

    private static Map<String, String> idle() {
        var options = new HashMap<String, String>();
        for (var name : "priority nice time-min "
                .concat("constraint mail-type mail-user comment export chdir open-mode")
                .split(" ")) options.put(name, "");
        for (var name : Set.of("output", "error")) options.put(name, "the output is kept and shown by 'tcloud logs'");
        return Map.copyOf(options);
    }
}

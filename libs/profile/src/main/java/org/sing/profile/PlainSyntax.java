package org.sing.profile;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.sing.schemas.Conditions.Kind;

/** The fields of the normal form itself, with the short names that programs and notebooks use. */
final class PlainSyntax {
    static final Map<String, BiConsumer<Draft, Source.Field>> FIELDS = fields();

    private PlainSyntax() {}

    private static Map<String, BiConsumer<Draft, Source.Field>> fields() {
        var fields = new HashMap<String, BiConsumer<Draft, Source.Field>>();
        fields.put("name", (draft, it) -> draft.values.name(it.value(), "name", draft.name));
        fields.put("script", (draft, it) -> draft.batch.script(draft, it));
        for (var name : new String[] {"args", "arguments"})
            fields.put(name, (draft, it) -> draft.batch.arguments(draft, it));
        fields.put("options", (draft, it) -> draft.batch.options(draft, it));
        fields.put("file", (draft, it) -> draft.values.name(it.value(), "file", draft.file));
        fields.put("command", (draft, it) -> draft.script.command(it.value(), "command"));
        fields.put("nodes", (draft, it) -> SbatchOptions.nodes(draft, it.value(), "nodes"));
        fields.put("nodelist", (draft, it) -> HostList.read(draft, it.value(), "nodelist", draft.nodelist));
        fields.put("exclude", (draft, it) -> HostList.read(draft, it.value(), "exclude", draft.exclude));
        fields.put("exclusive", (draft, it) -> draft.values.flag(it.value(), "exclusive", draft.exclusive));
        fields.put("signal", (draft, it) -> draft.values.text(it.value(), "signal", text -> Alarm.read(draft, text)));
        fields.put("reservation", (draft, it) -> draft.values.label(it.value(), "reservation", draft.reservation));
        fields.put("gpus", (draft, it) -> SbatchOptions.gpus(draft, it.value(), "gpus", draft.gpus));
        fields.put("gpus_per_node", (draft, it) -> SbatchOptions.gpus(draft, it.value(), it.name(), draft.gpusPerNode));
        fields.put("gpu_model", (draft, it) -> draft.values.label(it.value(), "gpu_model", draft.gpuModel));
        for (var name : new String[] {"cpus", "cpus_per_node"}) fields.put(name, PlainSyntax::cpus);
        fields.put("memory", (draft, it) -> draft.values.size(it.value(), "memory", "m", draft.memory));
        fields.put("memory_bytes_per_node", (draft, it) -> draft.values.size(it.value(), it.name(), "", draft.memory));
        for (var name : new String[] {"time_limit", "time"})
            fields.put(name, (draft, it) -> draft.values.time(it.value(), it.name(), draft.timeLimit));
        fields.put("time_limit_seconds", PlainSyntax::seconds);
        for (var name : new String[] {"resource_group", "group", "partition"})
            fields.put(name, (draft, it) -> draft.values.label(it.value(), it.name(), draft.group));
        for (var name : new String[] {"project", "account"})
            fields.put(name, (draft, it) -> draft.values.label(it.value(), it.name(), draft.account));
        for (var name : new String[] {"env", "environment"})
            fields.put(name, (draft, it) -> draft.variables.read(it.value(), it.name(), draft));
        for (var name : new String[] {"requeueable", "requeue"})
            fields.put(name, (draft, it) -> draft.values.flag(it.value(), it.name(), draft.requeueable));
        for (var name : new String[] {"held", "hold"})
            fields.put(name, (draft, it) -> draft.values.flag(it.value(), it.name(), draft.held));
        fields.put("array", (draft, it) -> Indices.list(draft, it.value(), "array"));
        fields.put("begin", (draft, it) -> draft.values.text(it.value(), "begin", draft.waiting::begin));
        fields.put("deadline", (draft, it) -> draft.values.text(it.value(), "deadline", draft.waiting::deadline));
        fields.put("priority", (draft, it) -> draft.values.priority(it.value(), "priority", draft.priority));
        Map.of(
                        "after",
                        Kind.AFTER,
                        "after_any",
                        Kind.AFTER_ANY,
                        "after_ok",
                        Kind.AFTER_OK,
                        "after_not_ok",
                        Kind.AFTER_NOT_OK)
                .forEach((name, kind) -> fields.put(name, (draft, it) -> after(draft, it, kind)));
        fields.put("singleton", (draft, it) -> draft.values.flag(it.value(), "singleton", draft.waiting.singleton));
        return Map.copyOf(fields);
    }

    private static void after(Draft draft, Source.Field field, Kind kind) {
        for (var job : draft.values.list(field.value(), field.name()))
            draft.values.text(job, field.name(), text -> draft.waiting.after(kind, text));
    }

    /** 0 is what the normal form writes for "in proportion to the GPUs". */
    private static void cpus(Draft draft, Source.Field field) {
        draft.values.count(field.value(), field.name(), 0, SbatchOptions.MOST_CPUS, draft.cpusPerNode);
    }

    private static void seconds(Draft draft, Source.Field field) {
        draft.values.text(
                field.value(),
                field.name(),
                text -> draft.values.time(
                        new Source.Text(text.value().equals("0") ? "0" : text.value() + "s", text.at()),
                        field.name(),
                        draft.timeLimit));
    }
}

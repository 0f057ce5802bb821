package org.sing.schemas;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job in the normal form that every back-end can run: what a profile compiles to.
 *
 * @param script shell lines, run in order by one {@code /bin/sh -e}; never empty
 * @param environment variables for the job; names match {@code [A-Z_][A-Z0-9_]*}
 * @param nodes number of nodes, all or none; at least 1
 * @param gpusPerNode GPUs on each node: 0, 1, 2, 4 or 8
 * @param cpusPerNode CPU cores on each node; 0 means in proportion to the GPUs
 * @param memoryBytesPerNode bytes on each node; 0 means in proportion to the GPUs
 * @param timeLimitSeconds after this long it is ended as TIMEOUT; 0 means no limit
 * @param resourceGroup the queue that it waits in
 * @param requeueable whether it may run again after its node was lost
 * @param held whether it waits for a release before it is queued
 * @param conditions what else has to happen before it is queued
 * @param array for a task of an array
 * @param snapshot whose files are in its work directory when it starts
 * @param where it wants to run; absent when anywhere will do
 * @param deadline it is ended at this time, and not started when its time limit would take it beyond
 * @param priority its class; absent means normal
 * @param warning what it hears before its time limit
 */
public record JobSpec(
        String name,
        List<String> script,
        Map<String, String> environment,
        int nodes,
        int gpusPerNode,
        Optional<String> gpuModel,
        int cpusPerNode,
        long memoryBytesPerNode,
        long timeLimitSeconds,
        String resourceGroup,
        boolean requeueable,
        boolean held,
        Optional<Conditions> conditions,
        Optional<ArrayTask> array,
        Optional<String> snapshot,
        Optional<Where> where,
        Optional<Instant> deadline,
        Optional<Priority> priority,
        Optional<Warning> warning) {
    /** How a start command, which hands on the environment, tells an agent; the job itself does not see it. */
    public static final String SNAPSHOT_VARIABLE = "SING_SNAPSHOT";

    /** Of jobs that name no resource group, and of nodes that are in no other. */
    public static final String DEFAULT_GROUP = "default";

    /** What was not said, or is empty, is the default. */
    static String group(String said) {
        return said == null || said.isEmpty() ? DEFAULT_GROUP : said;
    }

    public JobSpec {
        script = List.copyOf(script);
        environment = environment == null ? Map.of() : Map.copyOf(environment);
        gpuModel = gpuModel == null ? Optional.empty() : gpuModel;
        conditions = conditions == null ? Optional.empty() : conditions;
        array = array == null ? Optional.empty() : array;
        snapshot = snapshot == null ? Optional.empty() : snapshot;
        where = where == null ? Optional.empty() : where;
        deadline = deadline == null ? Optional.empty() : deadline;
        priority = priority == null ? Optional.empty() : priority;
        warning = warning == null ? Optional.empty() : warning;
        if (nodes < 1) throw new IllegalArgumentException("nodes must be at least 1: " + nodes);
        if (gpusPerNode < 0) throw new IllegalArgumentException("gpus_per_node must not be negative: " + gpusPerNode);
    }

    /** One that waits for nothing but its turn, anywhere, and brings no files. */
    public JobSpec(
            String name,
            List<String> script,
            Map<String, String> environment,
            int nodes,
            int gpusPerNode,
            Optional<String> gpuModel,
            int cpusPerNode,
            long memoryBytesPerNode,
            long timeLimitSeconds,
            String resourceGroup,
            boolean requeueable,
            boolean held) {
        this(
                name,
                script,
                environment,
                nodes,
                gpusPerNode,
                gpuModel,
                cpusPerNode,
                memoryBytesPerNode,
                timeLimitSeconds,
                resourceGroup,
                requeueable,
                held,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public JobSpec after(Conditions conditions) {
        return with(environment, Optional.of(conditions), array, snapshot, where, deadline, priority, warning);
    }

    /** The same job at a place of its choice. */
    public JobSpec at(Where where) {
        return with(
                environment,
                conditions,
                array,
                snapshot,
                Optional.of(where).filter(it -> !it.equals(Where.ANY)),
                deadline,
                priority,
                warning);
    }

    /** The same job, which is to be over by then. */
    public JobSpec by(Instant deadline) {
        return with(environment, conditions, array, snapshot, where, Optional.of(deadline), priority, warning);
    }

    /** The same job in a class of its own. */
    public JobSpec of(Priority priority) {
        return with(
                environment,
                conditions,
                array,
                snapshot,
                where,
                deadline,
                Optional.of(priority).filter(it -> it != Priority.NORMAL),
                warning);
    }

    /** The same job, which hears before its time is over. */
    public JobSpec hearing(Warning warning) {
        return with(environment, conditions, array, snapshot, where, deadline, priority, Optional.of(warning));
    }

    /** One task of an array, with what tells it so. */
    public JobSpec task(ArrayTask task, Map<String, String> environment) {
        return with(environment, conditions, Optional.of(task), snapshot, where, deadline, priority, warning);
    }

    /** The same job with these files and no others, whatever its profile says under the reserved name. */
    public JobSpec bringing(Optional<String> files) {
        var variables = new HashMap<>(environment);
        variables.remove(SNAPSHOT_VARIABLE);
        files.ifPresent(id -> variables.put(SNAPSHOT_VARIABLE, id));
        return with(variables, conditions, array, files, where, deadline, priority, warning);
    }

    private JobSpec with(
            Map<String, String> environment,
            Optional<Conditions> conditions,
            Optional<ArrayTask> array,
            Optional<String> snapshot,
            Optional<Where> where,
            Optional<Instant> deadline,
            Optional<Priority> priority,
            Optional<Warning> warning) {
        return new JobSpec(
                name,
                script,
                environment,
                nodes,
                gpusPerNode,
                gpuModel,
                cpusPerNode,
                memoryBytesPerNode,
                timeLimitSeconds,
                resourceGroup,
                requeueable,
                held,
                conditions,
                array,
                snapshot,
                where,
                deadline,
                priority,
                warning);
    }

    /** GPUs of the whole gang. */
    public int gpus() {
        return nodes * gpusPerNode;
    }
}

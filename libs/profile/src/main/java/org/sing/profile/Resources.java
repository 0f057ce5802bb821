package org.sing.profile;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Priority;
import org.sing.schemas.Where;

/** Works out what a job needs on each node from what its profile said in one of several ways. */
final class Resources {
    private static final String DEFAULT_NAME = "job";
    private static final List<Integer> TIDY = List.of(0, 1, 2, 4, 8);
    private static final int MOST_PER_NODE = 8;

    private final Draft draft;
    private final int nodes;
    private final int tasksPerNode;
    private final int gpusPerNode;

    private Resources(Draft draft) {
        this.draft = draft;
        nodes = nodes();
        tasksPerNode = draft.tasksPerNode.or(Math.ceilDiv(draft.tasks.or(nodes), nodes));
        gpusPerNode = gpusPerNode();
    }

    /** Empty when something is wrong; the findings say what. */
    static Optional<JobSpec> compile(Draft draft, Place at) {
        if (!draft.script.given())
            draft.findings.error(
                    at, "nothing says what the job runs; add an entrypoint", "entrypoint: [python main.py]");
        var resources = new Resources(draft);
        resources.check();
        var cpus = resources.cpusPerNode();
        if (cpus > SbatchOptions.MOST_CPUS)
            draft.findings.error(cpusAt(draft), cpus + " CPUs per node is more than any node has");
        var memory = resources.memoryPerNode(cpus);
        if (draft.findings.failed()) return Optional.empty();
        var spec = new JobSpec(
                draft.name.or(draft.file.or(DEFAULT_NAME)),
                draft.script.lines(),
                resources.environment(),
                resources.nodes,
                resources.gpusPerNode,
                draft.gpuModel.value(),
                cpus,
                memory,
                draft.timeLimit.or(0L),
                draft.group.or(JobSpec.DEFAULT_GROUP),
                draft.requeueable.or(true),
                draft.held.or(false));
        var placed = spec.at(resources.where()).of(draft.priority.or(Priority.NORMAL));
        return Optional.of(draft.warning.value().map(placed::hearing).orElse(placed));
    }

    private Where where() {
        return new Where(
                draft.nodelist.or(List.of()),
                draft.exclude.or(List.of()),
                draft.exclusive.or(false),
                draft.reservation.value(),
                ranges() ? draft.maxNodes.or(0) : 0);
    }

    /** Whether it may get more nodes than the least: a number of GPUs or tasks in all says how many it needs. */
    private boolean ranges() {
        return draft.maxNodes.or(0) > nodes && !draft.gpus.given() && !draft.tasks.given();
    }

    /** What Slurm says about the request, for scripts that were written for it; the node says the rest. */
    private Map<String, String> environment() {
        if (!draft.batch.read()) return draft.variables.values();
        var all = new TreeMap<>(draft.variables.values());
        all.put("SLURM_JOB_PARTITION", draft.group.or(JobSpec.DEFAULT_GROUP));
        if (!ranges()) all.put("SLURM_NTASKS", String.valueOf(draft.tasks.or(nodes * tasksPerNode)));
        draft.tasksPerNode.value().ifPresent(it -> all.put("SLURM_NTASKS_PER_NODE", String.valueOf(it)));
        draft.cpusPerTask.value().ifPresent(it -> all.put("SLURM_CPUS_PER_TASK", String.valueOf(it)));
        return all;
    }

    private static Place cpusAt(Draft draft) {
        return draft.cpusPerTask.given() ? draft.cpusPerTask.at() : draft.tasks.at();
    }

    /** Who names nodes and no number wants all of them, as with sbatch. */
    private int nodes() {
        if (draft.nodes.given()) return draft.nodes.or(1);
        if (draft.nodelist.given())
            return Math.max(1, draft.nodelist.or(List.of()).size());
        if (draft.tasks.given() && draft.tasksPerNode.given())
            return Math.ceilDiv(draft.tasks.or(1), draft.tasksPerNode.or(1));
        var total = draft.gpus.or(0);
        if (draft.gpusPerNode.or(0) > 0) return Math.max(1, total / draft.gpusPerNode.or(1));
        return total > MOST_PER_NODE && total % MOST_PER_NODE == 0 ? total / MOST_PER_NODE : 1;
    }

    private int gpusPerNode() {
        var perTask = draft.gpusPerTask.given() ? draft.gpusPerTask.or(0) * tasksPerNode : 0;
        var perNode = draft.gpusPerNode.or(perTask);
        if (perTask > 0 && perNode != perTask)
            draft.findings.error(
                    draft.gpusPerTask.at(),
                    "gpus-per-task asks for " + perTask + " GPUs per node, but line "
                            + draft.gpusPerNode.at().line() + " for " + perNode);
        if (!draft.gpus.given()) return perNode;
        var total = draft.gpus.or(0);
        if (perNode == 0 && total % nodes == 0) return total / nodes;
        if (perNode * nodes != total) uneven(total, perNode);
        return perNode == 0 ? 1 : perNode;
    }

    private void uneven(int total, int perNode) {
        draft.findings.error(
                draft.gpus.at(),
                perNode == 0
                        ? total + " GPUs cannot be spread evenly over " + nodes + " nodes"
                        : nodes + " nodes with " + perNode + " GPUs each are " + nodes * perNode + " GPUs, not "
                                + total,
                String.valueOf(Math.max(1, perNode == 0 ? Math.ceilDiv(total, nodes) : perNode) * nodes));
    }

    private void check() {
        if (!TIDY.contains(gpusPerNode)) untidy();
        if (nodes > SbatchOptions.MOST_NODES)
            draft.findings.error(draft.tasks.at(), "that takes more than " + SbatchOptions.MOST_NODES + " nodes");
        placed();
        warned();
        if (draft.batch.read()) inSlurmsWay();
        else if (tasksPerNode > 1)
            draft.findings.warn(
                    draft.tasksPerNode.given() ? draft.tasksPerNode.at() : draft.tasks.at(),
                    "one process is started per node in this version, with the CPUs of its " + tasksPerNode
                            + " tasks; start the others yourself, for example with torchrun");
    }

    private void warned() {
        if (draft.warning.given() && draft.timeLimit.or(0L) == 0)
            draft.findings.warn(draft.warning.at(), "a signal comes before the time limit, and there is none");
        else if (draft.warning.given() && draft.warning.value().orElseThrow().secondsBefore() >= draft.timeLimit.or(0L))
            draft.findings.warn(
                    draft.warning.at(), "the signal comes at once, for the time limit is no longer than that");
    }

    private void placed() {
        var named = draft.nodelist.or(List.of());
        var both = named.stream().filter(draft.exclude.or(List.of())::contains).toList();
        if (!both.isEmpty())
            draft.findings.error(draft.exclude.at(), "nodelist and exclude both name " + String.join(", ", both));
        else if (!named.isEmpty() && named.size() < nodes)
            draft.findings.error(
                    draft.nodelist.at(),
                    "nodelist names " + named.size() + (named.size() == 1 ? " node" : " nodes")
                            + ", but the job asks for " + nodes);
        else if (named.size() > nodes)
            draft.findings.warn(
                    draft.nodelist.at(),
                    "it runs on " + nodes + (nodes == 1 ? " node" : " nodes") + " of the " + named.size()
                            + " that are named");
        if (draft.maxNodes.or(0) > nodes && !ranges())
            draft.findings.warn(
                    draft.nodes.at(),
                    "a number of GPUs or tasks in all beside a range of nodes gets the smaller number: " + nodes);
    }

    /** Slurm runs the script on the first node only, and srun reaches the others; here each node runs it. */
    private void inSlurmsWay() {
        if (nodes > 1)
            draft.findings.warn(
                    draft.nodes.given()
                            ? draft.nodes.at()
                            : draft.nodelist.given() ? draft.nodelist.at() : draft.tasks.at(),
                    "the script runs on each of its " + nodes
                            + " nodes, not on the first alone; srun starts the tasks of" + " its own node");
    }

    private void untidy() {
        var at = draft.gpusPerNode.given()
                ? draft.gpusPerNode.at()
                : draft.gpus.given() ? draft.gpus.at() : draft.gpusPerTask.at();
        if (gpusPerNode > MOST_PER_NODE) {
            var needed = Math.ceilDiv((long) gpusPerNode * nodes, MOST_PER_NODE);
            draft.findings.error(
                    at,
                    "a node has at most " + MOST_PER_NODE + " GPUs; ask for more nodes",
                    needed + " nodes with " + MOST_PER_NODE + " GPUs each");
            return;
        }
        var tidy = TIDY.stream().filter(it -> it > gpusPerNode).findFirst().orElse(MOST_PER_NODE);
        draft.findings.error(
                at,
                gpusPerNode + " GPUs per node would leave GPUs that nobody can use; ask for 1, 2, 4 or 8",
                String.valueOf(tidy));
    }

    /** 0 leaves it to the scheduler, in proportion to the GPUs; a job without GPUs gets one CPU per task. */
    private int cpusPerNode() {
        if (draft.cpusPerNode.or(0) > 0) return draft.cpusPerNode.or(0);
        if (draft.cpusPerTask.given()) return draft.cpusPerTask.or(1) * tasksPerNode;
        if (draft.cpusPerGpu.given() && gpusPerNode > 0) return draft.cpusPerGpu.or(1) * gpusPerNode;
        return gpusPerNode == 0 ? tasksPerNode : 0;
    }

    private long memoryPerNode(int cpus) {
        if (draft.memory.given()) return draft.memory.or(0L);
        if (draft.memoryPerGpu.given()) return draft.memoryPerGpu.or(0L) * gpusPerNode;
        return draft.memoryPerCpu.or(0L) * Math.max(cpus, tasksPerNode);
    }
}

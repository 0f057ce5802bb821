package org.sing.agent.process;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sing.schemas.ExecutionCommand.Start;

/** What Slurm would tell a job about itself. The request's own words came with the job; they count only where they are numbers. */
final class SlurmNames {
    private static final long MEBIBYTE = 1 << 20;

    private final Start start;
    private final int nodes;
    private final Map<String, String> names = new LinkedHashMap<>();

    private SlurmNames(Start start) {
        this.start = start;
        this.nodes = start.peers().size();
    }

    /** @param gpus the indices of its GPUs on this node, with commas between them */
    static Map<String, String> of(Start start, Path work, String gpus) {
        var slurm = new SlurmNames(start);
        slurm.job(work);
        slurm.place();
        slurm.tasks();
        slurm.devices(gpus);
        return slurm.names;
    }

    private void job(Path work) {
        put("SLURM_JOB_ID", start.number());
        put("SLURM_JOBID", start.number());
        put("SLURM_JOB_NAME", start.name());
        put("SLURM_JOB_ACCOUNT", start.project());
        put("SLURM_CLUSTER_NAME", "sing");
        put("SLURM_RESTART_COUNT", start.attempt() - 1);
        put("SLURM_SUBMIT_DIR", work);
        put("SLURM_SUBMIT_HOST", start.node());
        if (start.memoryBytes() > 0) put("SLURM_MEM_PER_NODE", start.memoryBytes() / MEBIBYTE);
    }

    private void place() {
        var list = NodeNames.of(start.peers());
        for (var name : new String[] {"SLURM_JOB_NODELIST", "SLURM_NODELIST", "SLURM_STEP_NODELIST"}) put(name, list);
        for (var name : new String[] {"SLURM_NNODES", "SLURM_JOB_NUM_NODES"}) put(name, nodes);
        put("SLURM_NODEID", start.rank());
        put("SLURMD_NODENAME", start.node());
    }

    /** One process per node runs the script; srun starts the others. */
    private void tasks() {
        var tasks = asked("SLURM_NTASKS", nodes * asked("SLURM_NTASKS_PER_NODE", 1));
        put("SLURM_NTASKS", tasks);
        put("SLURM_NPROCS", tasks);
        put("SLURM_TASKS_PER_NODE", times(asked("SLURM_NTASKS_PER_NODE", Math.ceilDiv(tasks, nodes))));
        put("SLURM_PROCID", start.rank());
        put("SLURM_LOCALID", 0);
        put("SLURM_CPUS_ON_NODE", start.cpus());
        put("SLURM_JOB_CPUS_PER_NODE", times(start.cpus()));
        put(
                "SLURM_CPUS_PER_TASK",
                asked("SLURM_CPUS_PER_TASK", Math.max(1, start.cpus() / Math.ceilDiv(tasks, nodes))));
    }

    private void devices(String gpus) {
        var count = start.gpus().size();
        put("SLURM_GPUS_ON_NODE", count);
        if (count == 0) return;
        put("SLURM_GPUS", count * nodes);
        put("SLURM_GPUS_PER_NODE", count);
        put("SLURM_JOB_GPUS", gpus);
        put("SLURM_STEP_GPUS", gpus);
    }

    private int asked(String name, int otherwise) {
        var value = start.environment().getOrDefault(name, "");
        return value.matches("[1-9]\\d{0,5}") ? Integer.parseInt(value) : otherwise;
    }

    private String times(int count) {
        return nodes == 1 ? String.valueOf(count) : count + "(x" + nodes + ")";
    }

    private void put(String name, Object value) {
        names.put(name, String.valueOf(value));
    }
}

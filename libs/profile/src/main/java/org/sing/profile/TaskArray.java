package org.sing.profile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One profile, many jobs: a task for each index, told apart by its variables alone.
 *
 * @param indices in their order, each once; never empty
 * @param atOnce so many tasks may be at work; 0 for all of them
 * @param step between the indices where they were written as a range with one, else 1
 */
public record TaskArray(List<Integer> indices, int atOnce, int step) {
    public TaskArray {
        indices = List.copyOf(indices);
    }

    /**
     * What Slurm would tell a task about itself.
     *
     * @param number of the array
     */
    public Map<String, String> variables(long number, int index) {
        var all = new LinkedHashMap<String, String>();
        all.put("SLURM_ARRAY_JOB_ID", String.valueOf(number));
        all.put("SLURM_ARRAY_TASK_ID", String.valueOf(index));
        all.put("SLURM_ARRAY_TASK_COUNT", String.valueOf(indices.size()));
        all.put("SLURM_ARRAY_TASK_MIN", String.valueOf(indices.getFirst()));
        all.put("SLURM_ARRAY_TASK_MAX", String.valueOf(indices.getLast()));
        all.put("SLURM_ARRAY_TASK_STEP", String.valueOf(step));
        return all;
    }
}

package org.sing.simulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** GPUs requested and allocated, and jobs that wait, hour by hour. */
record Timeline(List<Hour> hours) {

    /** Means over the hour. {@code requested} counts what runs and what waits, up to the whole cluster. */
    record Hour(double hour, double allocated, double requested, double waiting) {}

    private record Change(double at, int allocated, int wanted, int waiting) {}

    static Timeline of(List<Lived> lived, Machines machines) {
        var changes = new ArrayList<Change>();
        for (var job : lived) {
            changes.add(new Change(job.job().submitSeconds(), 0, job.gpus(), 1));
            changes.add(new Change(job.startSeconds(), job.gpus(), 0, -1));
            changes.add(new Change(job.endSeconds(), -job.gpus(), -job.gpus(), 0));
        }
        changes.sort(Comparator.comparingDouble(Change::at));
        return new Timeline(changes.isEmpty() ? List.of() : hourly(changes, machines.gpus()));
    }

    /** Allocated of what could have been allocated: the mean over the hours, as the paper counts. */
    double assignment() {
        return hours.stream()
                .filter(hour -> hour.requested > 0)
                .mapToDouble(hour -> hour.allocated / hour.requested)
                .average()
                .orElse(0);
    }

    private static List<Hour> hourly(List<Change> changes, int capacity) {
        var hours = new ArrayList<Hour>();
        var start = changes.getFirst().at;
        double allocated = 0, wanted = 0, waiting = 0, now = start;
        double[] sums = new double[3];
        var next = 0;
        for (var hour = 0; next < changes.size(); hour++) {
            var end = start + (hour + 1) * 3600.0;
            while (now < end) {
                var until = next < changes.size() ? Math.min(end, changes.get(next).at) : end;
                sums[0] += allocated * (until - now);
                sums[1] += Math.min(capacity, wanted) * (until - now);
                sums[2] += waiting * (until - now);
                now = until;
                for (; next < changes.size() && changes.get(next).at <= now && now < end; next++) {
                    allocated += changes.get(next).allocated;
                    wanted += changes.get(next).wanted;
                    waiting += changes.get(next).waiting;
                }
            }
            hours.add(new Hour(hour, sums[0] / 3600, sums[1] / 3600, sums[2] / 3600));
            sums = new double[3];
        }
        return hours;
    }
}

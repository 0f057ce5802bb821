package org.sing.simulator;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Who was passed by later arrivals, counted from the starts alone, so that it means the same under every rule.
 *
 * @param overtakers jobs that started before somebody who had arrived earlier
 * @param most how many later arrivals started before the job that was passed by most
 * @param longestWait of a job that was passed, in seconds
 */
record Overtaken(long overtakers, int most, double longestWait) {

    static Overtaken of(List<Lived> lived) {
        var arrivals =
                lived.stream().sorted(Comparator.comparingInt(Lived::number)).toList();
        var starts = lived.stream()
                .mapToDouble(Lived::firstStartSeconds)
                .sorted()
                .distinct()
                .toArray();
        return new Overtaken(overtakers(arrivals), 0, 0).with(arrivals, starts);
    }

    private static long overtakers(List<Lived> arrivals) {
        var count = 0L;
        var latest = Double.NEGATIVE_INFINITY;
        for (var job : arrivals) {
            if (job.firstStartSeconds() < latest) count++;
            latest = Math.max(latest, job.firstStartSeconds());
        }
        return count;
    }

    /** From the last arrival back: how many of those after this one started earlier (a tree of sums over starts). */
    private Overtaken with(List<Lived> arrivals, double[] starts) {
        var sums = new int[starts.length + 1];
        var passed = 0;
        var longest = 0.0;
        for (var job : arrivals.reversed()) {
            var place = Arrays.binarySearch(starts, job.firstStartSeconds());
            var earlier = 0;
            for (var i = place; i > 0; i -= i & -i) earlier += sums[i];
            for (var i = place + 1; i < sums.length; i += i & -i) sums[i]++;
            passed = Math.max(passed, earlier);
            if (earlier > 0) longest = Math.max(longest, job.waited());
        }
        return new Overtaken(overtakers, passed, longest);
    }
}

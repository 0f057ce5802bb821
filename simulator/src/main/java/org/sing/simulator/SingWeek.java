package org.sing.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.sing.traces.Trace;
import org.sing.traces.Traced;

/**
 * A busy week of 128 GPUs as the paper shows it (Xu et al., ASPLOS 2025; values read off its figures): sizes and run times
 * are drawn from its distributions, and jobs arrive whenever fewer GPUs are asked for than its hourly series says. Work that
 * exceeds the cluster is taken to advance at the part that fits, so that waiting jobs go on being asked for.
 */
final class SingWeek {
    static final Machines MACHINES = new Machines(16, 8);

    /** GPUs asked for in each hour of the week, running and waiting. */
    private static final int[] REQUESTED =
            Arrays.stream("""
                    103 102 81 69 60 66 50 66 53 98 123 106 106 94 110 87 102 102 86 67 103 137 140 127
                    160 94 93 68 63 77 60 57 90 115 128 112 143 105 139 104 114 152 76 103 107 160 175 125
                    119 105 101 94 66 79 56 84 72 96 125 100 101 110 98 101 125 145 88 91 110 109 170 174
                    193 170 130 127 79 98 74 113 101 116 173 117 161 147 193 150 156 143 123 125 175 180 176 165
                    133 109 99 97 64 59 51 80 91 105 162 109 117 138 128 95 118 169 107 77 116 114 189 147
                    162 120 80 72 81 81 66 93 82 109 125 136 117 117 109 124 98 159 120 75 146 134 167 136
                    139 108 78 87 72 49 47 55 65 82 110 104 106 97 94 96 92 135 85 104 146 156 175 103
                    """.strip().split("\\s+")).mapToInt(Integer::parseInt).toArray();

    private static final List<Size> SIZES = List.of(
            new Size(1, 1, 11.5),
            new Size(1, 2, 16.34),
            new Size(1, 4, 19.36),
            new Size(1, 8, 6.05),
            new Size(2, 2, 3.03),
            new Size(2, 4, 9.08),
            new Size(2, 8, 4.84),
            new Size(4, 4, 10.55),
            new Size(4, 8, 8.82),
            new Size(8, 4, 5.45));

    /** Per cent of the runs that end in each hour after their start; nobody ran in the 23rd. */
    private static final double[] RUNS = {
        6.5, 6.9, 1.2, 4.3, 1.7, 7.5, 4.6, 7.5, 8.2, 9.2, 8.1, 4.3, 6.5, 5.6, 3.9, 4.2, 0.4, 1.5, 2.1, 0.1, 1.6, 2.4, 0,
        1.2
    };

    /** So that the hourly series is met with the 433 jobs that the figures count in a week: drawn whole, half as many meet it. */
    private static final double SHORTER = 0.44;

    private final Random random;
    private final List<Traced> jobs = new ArrayList<>();
    private final List<Active> active = new ArrayList<>();

    private record Size(int nodes, int gpusPerNode, double percent) {
        int gpus() {
            return nodes * gpusPerNode;
        }
    }

    private record Active(int gpus, double secondsLeft) {}

    private SingWeek(long seed) {
        random = new Random(seed);
    }

    static Trace trace(long seed) {
        var week = new SingWeek(seed);
        var next = week.size();
        for (var hour = 0; hour < REQUESTED.length; hour++) {
            // The next size waits for its turn instead of being drawn again: otherwise large ones would be rare.
            for (; week.asked() + next.gpus() / 2 <= REQUESTED[hour]; next = week.size()) week.submit(next, hour);
            week.pass(Math.min(1, (double) MACHINES.gpus() / REQUESTED[hour]));
        }
        week.jobs.sort(Comparator.comparingDouble(Traced::submitSeconds));
        return new Trace("synthetic SING week, seed " + seed, week.jobs, new TreeMap<>());
    }

    private int asked() {
        return active.stream().mapToInt(Active::gpus).sum();
    }

    private void submit(Size size, int hour) {
        var seconds = 3600 * SHORTER * runHours();
        var at = 3600 * (hour + random.nextDouble());
        var id = Integer.toString(jobs.size() + 1);
        jobs.add(new Traced(id, at, seconds, size.gpus(), size.nodes(), "", "", "", 0));
        active.add(new Active(size.gpus(), seconds));
    }

    private void pass(double part) {
        active.replaceAll(job -> new Active(job.gpus, job.secondsLeft - 3600 * part));
        active.removeIf(job -> job.secondsLeft <= 0);
    }

    private Size size() {
        var left =
                random.nextDouble() * SIZES.stream().mapToDouble(Size::percent).sum();
        for (var size : SIZES) if ((left -= size.percent) < 0) return size;
        return SIZES.getLast();
    }

    /** Evenly within its hour. */
    private double runHours() {
        var left = random.nextDouble() * Arrays.stream(RUNS).sum();
        for (var hour = 0; hour < RUNS.length; hour++) {
            if (left < RUNS[hour]) return hour + left / RUNS[hour];
            left -= RUNS[hour];
        }
        return RUNS.length;
    }
}

package org.sing.scheduling.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How long the finished jobs of one kind held their nodes.
 *
 * @param runs how many of each length: two classes for every doubling of the seconds
 */
public record History(String kind, List<Integer> runs) {
    static final int CLASSES = 48;
    private static final double[] SECONDS = IntStream.range(0, CLASSES)
            .mapToDouble(number -> Math.pow(2, (number + 0.5) / 2))
            .toArray();

    public History {
        runs = List.copyOf(runs);
    }

    static History none(String kind) {
        return new History(kind, Collections.nCopies(CLASSES, 0));
    }

    History with(double seconds) {
        var counted = new ArrayList<>(runs);
        counted.set(classOf(seconds), counted.get(classOf(seconds)) + 1);
        return new History(kind, counted);
    }

    static int classOf(double seconds) {
        return (int) Math.min(CLASSES - 1, 2 * Math.log(Math.max(1, seconds)) / Math.log(2));
    }

    /** The middle of a class. */
    static double seconds(int number) {
        return SECONDS[number];
    }

    /** The longest class whose middle is not longer than this; -1 when all are. */
    static int lastWithin(double seconds) {
        var last = CLASSES - 1;
        while (last >= 0 && SECONDS[last] > seconds) last--;
        return last;
    }
}

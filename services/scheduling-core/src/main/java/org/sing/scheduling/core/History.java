package org.sing.scheduling.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How long the finished jobs of one kind held their nodes.
 *
 * @param runs how many of each length: two classes for every doubling of the seconds
 * @param heard when something was last learned of it, as a count of what was learned; rows of older releases say 0
 * @param forgotten there is no room for it any more: kept for the last time
 */
public record History(String kind, List<Integer> runs, long heard, boolean forgotten) {
    static final int CLASSES = 48;
    private static final double[] SECONDS = IntStream.range(0, CLASSES)
            .mapToDouble(number -> Math.pow(2, (number + 0.5) / 2))
            .toArray();

    public History {
        runs = List.copyOf(runs);
    }

    static History none(String kind) {
        return new History(kind, Collections.nCopies(CLASSES, 0), 0, false);
    }

    History with(double seconds, long heard) {
        var counted = new ArrayList<>(runs);
        counted.set(classOf(seconds), counted.get(classOf(seconds)) + 1);
        return new History(kind, counted, heard, false);
    }

    History forget() {
        return new History(kind, runs, heard, true);
    }

    /** Of whose runs this kind is; empty when it is of several owners. */
    static String owner(String kind) {
        var end = kind.indexOf('/');
        return end < 0 ? kind : kind.substring(0, end);
    }

    static int classOf(double seconds) {
        return (int) place(seconds);
    }

    /** Where in the row of classes: what is behind the point says how far in its class. */
    static double place(double seconds) {
        return Math.min(CLASSES - 1, 2 * Math.log(Math.max(1, seconds)) / Math.log(2));
    }

    static double secondsAt(double place) {
        return Math.pow(2, place / 2);
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

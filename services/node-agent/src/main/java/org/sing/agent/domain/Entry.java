package org.sing.agent.domain;

import java.time.Instant;

/** One line of the journal. It is on disk before what it says takes effect. */
public sealed interface Entry {

    /** The first life of this journal: commands before {@code offset} were meant for nobody who still lives. */
    record Opened(long offset) implements Entry {}

    /** The lease of an incarnation. {@code first} is the incarnation in which this journal began. */
    record Granted(long incarnation, long first, String bootId, long leaseMillis, long renewedMillis)
            implements Entry {}

    /** The broker has a renewal that was sent at {@code millis}. Not worth a sync: losing it only shortens the lease. */
    record Renewed(long millis) implements Entry {}

    /** A command that changed nothing but the position. */
    record Passed(Position at) implements Entry {}

    record Cordoned(Position at, long version, boolean cordoned) implements Entry {}

    record Accepted(Position at, Allocation allocation, long millis) implements Entry {}

    record Refused(Position at, String allocation, Instant deadline, Report report) implements Entry {}

    /** {@code at} has sequence 0 when no command asked for it. */
    record Stopping(Position at, String allocation, Stop stop) implements Entry {}

    record Started(String allocation, Running running, Report report) implements Entry {}

    /** It is told that its time will soon be over; it hears that once. */
    record Warned(String allocation) implements Entry {}

    /** Nothing of the allocation is left. {@code ran} is false when no process ever began. */
    record Ended(String allocation, boolean ran, long endedMillis, Report report) implements Entry {}

    record Delivered(String job, long sequence) implements Entry {}

    /** Of a compacted journal: a report not yet delivered. */
    record Pending(Report report) implements Entry {}

    /** Of a compacted journal: the last sequence used for a job. */
    record Counted(String job, long sequence) implements Entry {}

    /** Of a compacted journal: the process of an allocation whose start was reported. */
    record Adopted(String allocation, Running running) implements Entry {}

    /** Of a compacted journal: an allocation that is over and must not start again. */
    record Seen(String allocation, Instant deadline) implements Entry {}

    Position NOWHERE = new Position(0, 0, 0);
}

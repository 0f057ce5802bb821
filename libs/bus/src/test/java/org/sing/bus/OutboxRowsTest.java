package org.sing.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.OutboxRows.OutboxRow;
import org.sing.schemas.Topics;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxRowsTest {

    @Test
    void the_sequences_of_a_job_leave_in_order_whatever_their_ids_say() {
        var rows = List.of(event(1, "7", 2), event(2, "8", 1), event(3, "7", 1), event(4, "7", 3));
        assertEquals(List.of(3L, 2L, 1L, 4L), ids(OutboxRows.inSequence(rows)));
    }

    @Test
    void what_has_no_sequence_leaves_as_it_was_written() {
        var rows = List.of(state(1, "7"), event(2, "7", 2), state(3, "7"), event(4, "7", 1));
        assertEquals(List.of(1L, 4L, 3L, 2L), ids(OutboxRows.inSequence(rows)));
    }

    @Test
    void of_the_snapshots_of_a_job_only_the_newest_leaves_but_every_event_does() {
        var rows = List.of(state(1, "7"), event(2, "7", 1), state(3, "8"), state(4, "7"), event(5, "7", 2));
        assertEquals(List.of(2L, 3L, 4L, 5L), ids(OutboxRows.withoutSuperseded(rows)));
    }

    private static OutboxRow event(long id, String job, long sequence) {
        return row(id, Topics.JOB_EVENTS, job, sequence);
    }

    private static OutboxRow state(long id, String job) {
        return row(id, Topics.JOB_STATE, job, 0);
    }

    private static OutboxRow row(long id, String topic, String job, long sequence) {
        return new OutboxRow(id, topic, job, "/s", "jobs/" + job, sequence, new byte[0], "");
    }

    private static List<Long> ids(List<OutboxRow> rows) {
        return rows.stream().map(OutboxRow::id).toList();
    }
}

package org.sing.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.Admission.Parked;
import org.sing.bus.Admission.Reason;
import org.sing.bus.Heard.EventId;
import org.sing.bus.Heard.Key;
import org.sing.bus.Heard.Message;
import org.sing.bus.Heard.Place;
import org.sing.bus.Heard.Stream;
import org.sing.bus.campus.Messages;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.Topics;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AdmissionTest {
    private static final int ALL = Integer.MAX_VALUE;
    private static final Key JOB = new Key(Topics.JOB_EVENTS, "7");

    private long offset;

    @Test
    void events_of_a_job_apply_in_sequence_and_only_once() {
        var admission = admission(Map.of(stream("7"), 4L));
        offer(admission, event("7", 4), event("7", 5), event("7", 5), event("7", 6));
        assertEquals(List.of("7:5", "7:6"), fresh(admission));
        assertEquals(2, admission.repetitions());
        assertEquals(Map.of(stream("7"), 6L), admission.marks());
    }

    @Test
    void a_gap_parks_its_job_and_no_other() {
        var admission = admission(Map.of(stream("7"), 4L));
        offer(admission, event("7", 6), event("7", 7), event("8", 1));
        assertEquals(List.of("8:1"), fresh(admission));
        assertEquals(List.of("7:6", "7:7"), names(admission.toPark()));
        assertEquals(List.of(new Admission.Gap(JOB, stream("7"), 5)), admission.gaps());
    }

    @Test
    void a_gap_that_closes_within_the_batch_parks_nothing() {
        var admission = admission(Map.of());
        offer(admission, event("7", 2), event("7", 3), event("7", 1), event("7", 4));
        assertEquals(List.of("7:1", "7:2", "7:3", "7:4"), fresh(admission));
        assertEquals(List.of(), admission.toPark());
        assertEquals(List.of(), admission.gaps());
    }

    @Test
    void the_missing_event_is_applied_and_those_that_waited_follow_in_order() {
        var six = event("7", 6);
        var eight = event("7", 8);
        var admission = admission(Map.of(stream("7"), 4L), gap(5, six, eight));
        offer(admission, event("7", 5));
        assertEquals(List.of("7:5", "7:6"), fresh(admission));
        assertEquals(List.of(six.place()), admission.toForget());
        assertEquals(List.of(new Admission.Gap(JOB, stream("7"), 7)), admission.gaps());
        assertEquals(List.of(), admission.freed());
        offer(admission, event("7", 7));
        assertEquals(List.of("7:5", "7:6", "7:7", "7:8"), fresh(admission));
        assertEquals(List.of(JOB), admission.freed());
    }

    @Test
    void what_waits_in_the_database_keeps_later_events_of_the_job_waiting_also_those_of_other_subjects() {
        var admission = admission(Map.of(stream("7"), 4L), gap(5));
        offer(admission, event("7", 6), other("7", 1));
        assertEquals(List.of(), fresh(admission));
        assertEquals(List.of("7:6", "7/attempt:1"), names(admission.toPark()));
        assertEquals(List.of(), admission.gaps(), "what the database knows stands");
        assertEquals(List.of(), admission.freed());
    }

    @Test
    void of_two_gaps_in_a_job_the_second_may_be_closed_by_what_has_waited_behind_the_first() {
        var admission = admission(Map.of());
        offer(admission, event("7", 2), other("7", 2), other("7", 1));
        assertEquals(List.of(), fresh(admission));
        offer(admission, event("7", 1));
        assertEquals(List.of("7:1", "7:2", "7/attempt:1", "7/attempt:2"), fresh(admission));
    }

    @Test
    void a_job_that_failed_waits_for_a_release_even_when_its_next_event_comes() {
        var failed = event("7", 5);
        var parked = new Parked(JOB, Reason.FAILURE, stream("7"), 5, List.of());
        var admission = admission(Map.of(stream("7"), 4L), parked);
        offer(admission, event("7", 6), failed);
        assertEquals(List.of(), fresh(admission));
        assertEquals(List.of("7:6", "7:5"), names(admission.toPark()));
        assertEquals(List.of(), admission.freed());
    }

    @Test
    void a_released_job_goes_on_one_message_at_a_time() {
        var parked = new Parked(JOB, Reason.FAILURE, stream("7"), 5, List.of(event("7", 5), event("7", 6)));
        var admission = new Admission(Map.of(stream("7"), 4L), Set.of(), List.of(parked), 1);
        admission.release(JOB);
        assertEquals(List.of("7:5"), fresh(admission));
        assertEquals(List.of(new Admission.Gap(JOB, stream("7"), 6)), admission.gaps());
    }

    @Test
    void commands_have_no_sequence_and_are_told_apart_by_their_id() {
        var admission = new Admission(Map.of(), Set.of(new EventId("/services/gateway", "known")), List.of(), ALL);
        offer(admission, command("known"), command("new"), command("new"));
        assertEquals(List.of("new"), fresh(admission));
        assertEquals(Set.of(new EventId("/services/gateway", "new")), admission.ids());
    }

    @Test
    void telemetry_may_have_gaps_but_never_goes_back() {
        var stream = new Stream(Topics.NODE_TELEMETRY, "/services/elsewhere", "jobs/7");
        var admission = admission(Map.of(stream, 4L));
        offer(admission, Messages.fact(Topics.NODE_TELEMETRY, "7", 9), Messages.fact(Topics.NODE_TELEMETRY, "7", 8));
        assertEquals(List.of("jobs/7:9"), fresh(admission));
    }

    private static Admission admission(Map<Stream, Long> marks, Parked... parked) {
        return new Admission(marks, Set.of(), List.of(parked), ALL);
    }

    private static Parked gap(long missing, Message... stored) {
        return new Parked(JOB, Reason.GAP, stream("7"), missing, List.of(stored));
    }

    private void offer(Admission admission, Object... heard) {
        for (var each : heard) admission.offer(each instanceof Message message ? message : message((Envelope) each));
    }

    private Message event(String job, long sequence) {
        return message(Messages.fact("/s", Topics.JOB_EVENTS, job, job, sequence, Cause.by("campus")));
    }

    private Message other(String job, long sequence) {
        return message(Messages.fact("/s", Topics.JOB_EVENTS, job, job + "/attempt", sequence, Cause.by("campus")));
    }

    private Message command(String id) {
        return message(Messages.command(Topics.JOB_COMMANDS, "7", id, Map.of()));
    }

    private Message message(Envelope envelope) {
        return new Message(new Place(envelope.topic(), 0, offset++, envelope.key()), envelope);
    }

    private static Stream stream(String job) {
        return new Stream(Topics.JOB_EVENTS, "/s", job);
    }

    private static List<String> fresh(Admission admission) {
        return names(admission.fresh());
    }

    private static List<String> names(List<Message> messages) {
        return messages.stream().map(message -> message.envelope().id()).toList();
    }
}

package org.sing.nodemonitor.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.NodePhase;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.NodeTelemetry.Live;
import org.sing.schemas.Requester;

@DisplayNameGeneration(ReplaceUnderscores.class)
class NodeLifeTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private static final Requester OLIVIA = new Requester("olivia", List.of("operator"), List.of());
    private static final Requester ALICE = new Requester("alice", List.of("researcher"), List.of("vision"));
    private static final Live JOB = new Live("job", 1, "job-1", 0, List.of("gpu-0"), 4000);

    private final NodeLife life =
            new NodeLife(new Lease(Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofSeconds(5)));
    private final List<Object> said = new ArrayList<>();
    private Node node = Node.unknown("node-1");
    private Instant now = NOON;
    private Optional<String> marker = Optional.empty();

    @Test
    void a_hello_is_answered_with_the_first_incarnation() {
        hello("s1", "boot-1");
        assertEquals(1, registered().incarnation());
        assertEquals("s1", registered().session());
        assertEquals(NodePhase.HEALTHY, node.phase());
    }

    @Test
    void a_hello_that_is_said_twice_is_answered_once() {
        hello("s1", "boot-1");
        hello("s1", "boot-1");
        assertEquals(1, said.size());
    }

    @Test
    void a_restarted_agent_gets_a_greater_incarnation_and_keeps_what_lives() {
        hello("s1", "boot-1");
        hello("s2", "boot-1", JOB);
        assertEquals(2, registered().incarnation());
        assertEquals(List.of(JOB), registered().adopted());
        assertFalse(registered().rebooted());
    }

    @Test
    void after_a_reboot_nothing_old_is_adopted() {
        hello("s1", "boot-1");
        hello("s2", "boot-2", JOB);
        assertTrue(registered().rebooted());
        assertEquals(List.of(), registered().adopted());
    }

    @Test
    void a_node_that_is_new_joins_the_resource_group_that_it_names() {
        hello("s1", "boot-1", "vision");
        assertEquals("vision", registered().resourceGroup());
    }

    @Test
    void a_node_changes_its_resource_group_only_when_it_is_drained() {
        hello("s1", "boot-1", "vision");
        hello("s2", "boot-1", "language");
        assertEquals("vision", registered().resourceGroup(), "jobs of vision may run there");
        cordon();
        acknowledge(1);
        hello("s3", "boot-1", "language");
        assertEquals("vision", registered().resourceGroup(), "cordoned, nobody looked whether it is empty");
        apply(new Input.Drain("c", OLIVIA, "fan", "wait"));
        hello("s4", "boot-1", "language");
        assertEquals("language", registered().resourceGroup());
        hello("s5", "boot-1", "vision");
        assertEquals("vision", registered().resourceGroup(), "it is still drained");
        apply(new Input.Resume("c", OLIVIA, ""));
        hello("s6", "boot-1", "language");
        assertEquals("vision", registered().resourceGroup());
    }

    @Test
    void a_short_silence_is_told_and_costs_nothing() {
        hello("s1", "boot-1");
        after(20);
        check();
        assertEquals(NodePhase.SUSPECT, node.phase());
        renew(1, JOB);
        assertEquals(NodePhase.HEALTHY, node.phase());
        assertEquals(1, said.size());
    }

    @Test
    void silence_within_the_margin_writes_no_marker_yet() {
        hello("s1", "boot-1");
        after(64);
        check();
        assertEquals(Optional.empty(), marker);
    }

    @Test
    void silence_beyond_the_lease_writes_a_marker_and_only_its_return_loses_the_node() {
        hello("s1", "boot-1");
        renew(1, JOB);
        after(66);
        check();
        assertEquals(Optional.of("marker-66"), marker);
        assertEquals(NodePhase.SUSPECT, node.phase());
        apply(new Input.MarkerRead(1, "marker-66"));
        var lost = (NodeEvent.Lost) said.getLast();
        assertEquals(List.of(JOB), lost.live());
        assertEquals(NOON.plusSeconds(75), lost.safeAt());
        assertEquals(NodePhase.LOST, node.phase());
    }

    @Test
    void renewals_that_waited_before_the_marker_save_the_node() {
        hello("s1", "boot-1");
        after(66);
        check();
        renew(1);
        apply(new Input.MarkerRead(1, "marker-66"));
        assertEquals(NodePhase.HEALTHY, node.phase());
        assertEquals(1, said.size());
    }

    @Test
    void a_marker_is_written_once() {
        hello("s1", "boot-1");
        after(66);
        check();
        marker = Optional.empty();
        after(1);
        check();
        assertEquals(Optional.empty(), marker);
    }

    @Test
    void a_lost_node_does_not_come_back_by_renewing_but_by_a_new_hello() {
        lose();
        renew(1);
        assertEquals(NodePhase.LOST, node.phase());
        hello("s2", "boot-1");
        assertEquals(NodePhase.HEALTHY, node.phase());
        assertEquals(2, registered().incarnation());
    }

    @Test
    void a_renewal_of_an_older_incarnation_changes_nothing() {
        hello("s1", "boot-1");
        hello("s2", "boot-1");
        var before = node;
        after(10);
        renew(1);
        assertEquals(before, node);
    }

    @Test
    void a_cordon_is_in_force_when_scheduling_acknowledged_it() {
        hello("s1", "boot-1");
        cordon();
        assertEquals(NodePhase.HEALTHY, node.phase());
        acknowledge(1, "job-1");
        assertEquals(NodePhase.CORDONED, node.phase());
        assertEquals(new NodeEvent.Cordoned("node-1", 1, "fan", 1), said.getLast());
    }

    @Test
    void a_second_cordon_is_accepted_and_changes_nothing() {
        hello("s1", "boot-1");
        cordon();
        cordon();
        assertEquals(1, events(NodeEvent.CordonRequested.class));
        assertEquals(2, events(Outcome.Accepted.class));
    }

    @Test
    void an_acknowledgement_of_an_older_cordon_changes_nothing() {
        hello("s1", "boot-1");
        cordon();
        apply(new Input.Resume("c", OLIVIA, ""));
        cordon();
        acknowledge(1);
        assertEquals(NodePhase.HEALTHY, node.phase());
        acknowledge(3);
        assertEquals(NodePhase.CORDONED, node.phase());
    }

    @Test
    void a_drain_ends_when_the_last_job_left() {
        hello("s1", "boot-1");
        apply(new Input.Drain("c", OLIVIA, "fan", "wait"));
        acknowledge(1, "job-1", "job-2");
        assertEquals(NodePhase.DRAINING, node.phase());
        apply(new Input.Released(Set.of("job-2")));
        assertEquals(NodePhase.DRAINING, node.phase());
        apply(new Input.Released(Set.of("job-1")));
        assertEquals(NodePhase.DRAINED, node.phase());
        assertEquals(new NodeEvent.Drained("node-1", 1), said.getLast());
    }

    @Test
    void a_job_whose_release_was_heard_first_does_not_hold_a_drain_up() {
        hello("s1", "boot-1");
        apply(new Input.Drain("c", OLIVIA, "fan", "requeue"));
        apply(new Input.CordonAcknowledged(1, true, Set.of("job-1"), Set.of("job-1")));
        assertEquals(NodePhase.DRAINED, node.phase());
    }

    @Test
    void a_cordoned_node_can_be_drained() {
        hello("s1", "boot-1");
        cordon();
        acknowledge(1, "job-1");
        apply(new Input.Drain("c", OLIVIA, "fan", "kill"));
        assertEquals(new NodeEvent.Draining("node-1", 1, "kill", "fan", 1), said.getLast());
        apply(new Input.Released(Set.of("job-1")));
        assertEquals(NodePhase.DRAINED, node.phase());
    }

    @Test
    void a_resumed_node_is_healthy() {
        hello("s1", "boot-1");
        cordon();
        acknowledge(1);
        apply(new Input.Resume("c", OLIVIA, "fan replaced"));
        assertEquals(new NodeEvent.Resumed("node-1", 2, "fan replaced"), said.getLast());
        assertEquals(NodePhase.HEALTHY, node.phase());
    }

    @Test
    void a_cordon_outlives_the_agent() {
        hello("s1", "boot-1");
        cordon();
        acknowledge(1);
        hello("s2", "boot-1");
        assertEquals(NodePhase.CORDONED, node.phase());
    }

    @Test
    void researchers_do_not_cordon() {
        hello("s1", "boot-1");
        apply(new Input.Cordon("c", ALICE, "mine"));
        assertEquals("operators-only", ((Outcome.Refused) said.getLast()).code());
    }

    @Test
    void a_node_that_nobody_knows_is_not_cordoned() {
        cordon();
        assertEquals("no-such-node", ((Outcome.Refused) said.getLast()).code());
    }

    @Test
    void a_join_token_opens_the_door_once_and_in_time() {
        assertEquals("unknown-token", enroll(Optional.empty()));
        assertEquals("token-used", enroll(Optional.of(new Input.Token(NOON.plusSeconds(9), Optional.of("node-7")))));
        assertEquals("token-expired", enroll(Optional.of(new Input.Token(NOON, Optional.empty()))));
        assertEquals("accepted", enroll(Optional.of(new Input.Token(NOON.plusSeconds(9), Optional.empty()))));
        assertEquals("key", node.publicKey());
    }

    @Test
    void an_agent_whose_answer_was_lost_may_ask_again_with_its_key_and_nobody_else() {
        enroll(Optional.of(new Input.Token(NOON.plusSeconds(9), Optional.empty())));
        var used = Optional.of(new Input.Token(NOON.plusSeconds(9), Optional.of("node-1")));
        assertEquals("accepted", enroll(used));
        apply(new Input.Enroll("c", ALICE, used, "another key"));
        assertEquals("token-used", ((Outcome.Refused) said.getLast()).code());
    }

    @Test
    void a_second_machine_cannot_take_the_name_of_a_live_one() {
        enroll(Optional.of(new Input.Token(NOON.plusSeconds(9), Optional.empty())));
        hello("s1", "boot-1");
        apply(new Input.Enroll(
                "c", ALICE, Optional.of(new Input.Token(NOON.plusSeconds(9), Optional.empty())), "another key"));
        assertEquals("name-taken", ((Outcome.Refused) said.getLast()).code());
    }

    private String enroll(Optional<Input.Token> token) {
        var before = said.size();
        apply(new Input.Enroll("c", ALICE, token, "key"));
        return said.get(before) instanceof Outcome.Refused refused ? refused.code() : "accepted";
    }

    private void hello(String session, String bootId, Live... live) {
        hello(session, bootId, "default", live);
    }

    private void hello(String session, String bootId, String group, Live... live) {
        apply(new Input.Hello(new NodeTelemetry.Hello(
                "node-1", session, node.incarnation(), bootId, "test", List.of(), 40, 1, List.of(live), group)));
    }

    private void renew(long incarnation, Live... live) {
        apply(new Input.Renewed(new NodeTelemetry.Renewal("node-1", incarnation, "boot-1", 1, 0, List.of(live))));
    }

    private void cordon() {
        apply(new Input.Cordon("c", OLIVIA, "fan"));
    }

    private void acknowledge(long version, String... inFlight) {
        apply(new Input.CordonAcknowledged(version, true, Set.of(inFlight), Set.of()));
    }

    private void check() {
        apply(new Input.Checked("marker-" + Duration.between(NOON, now).toSeconds()));
    }

    private void lose() {
        hello("s1", "boot-1");
        after(66);
        check();
        apply(new Input.MarkerRead(1, "marker-66"));
    }

    private void after(long seconds) {
        now = now.plusSeconds(seconds);
    }

    private void apply(Input input) {
        var change = life.apply(node, input, now);
        node = change.node();
        said.addAll(change.sayings());
        if (change.marker().isPresent()) marker = change.marker();
    }

    private NodeEvent.Registered registered() {
        return said.stream()
                .filter(NodeEvent.Registered.class::isInstance)
                .map(NodeEvent.Registered.class::cast)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    private long events(Class<?> type) {
        return said.stream().filter(type::isInstance).count();
    }
}

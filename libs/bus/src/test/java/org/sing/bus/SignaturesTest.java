package org.sing.bus;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.campus.Messages;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.DeadLetter;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.Json;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(value = CampusPlatform.class, initArgs = @ResourceArg(name = "signatures", value = "true"))
@DisplayNameGeneration(ReplaceUnderscores.class)
class SignaturesTest extends BusTest {
    private final KeyPair honest = pair();
    private final KeyPair other = pair();
    private String node;
    private String otherNode;

    @BeforeEach
    void two_nodes_are_enrolled() {
        node = "node-" + key;
        otherNode = "other-" + key;
        enroll(node, 1, honest);
        enroll(otherNode, 1, other);
    }

    @Test
    void what_the_node_signed_is_heard() {
        say(report(node, 1), honest);
        say(report(node, 2), honest);
        awaitApplied(key, 1L, 2L);
    }

    @Test
    void what_it_did_not_sign_is_a_dead_letter_and_stops_nothing_of_its_own() {
        say(report(node, 1), honest);
        bus.publish(report(node, 2));
        say(report(node, 2), other);
        say(report(node, 2), honest);
        say(report(node, 3), honest);
        awaitApplied(key, 1L, 2L, 3L);
        assertEquals(List.of("not signed by " + node, "not signed with a key of " + node), letters(2));
        assertEquals(0, count("select count(*) from bus_parked_key where key = '" + key + "'"));
    }

    @Test
    void a_later_incarnation_signs_as_the_same_node() {
        say(report(node + "/3", 1, Map.of("node", node)), honest);
        awaitApplied(key, 1L);
        say(report(node + "/4", 1, Map.of("node", node)), other);
        assertEquals(List.of("not signed with a key of " + node), letters(1));
    }

    @Test
    void a_node_speaks_for_no_other() {
        say(report(otherNode, 1, Map.of("node", node)), other);
        say(report(node, 1), honest);
        awaitApplied(key, 1L);
        assertEquals(List.of(otherNode + " speaks for node " + node), letters(1));
    }

    @Test
    void a_node_that_nobody_enrolled_and_a_service_are_not_heard_as_nodes() {
        say(report("stranger", 1), other);
        say(Messages.fact("/services/incident", Topics.EXECUTION_EVENTS, key, "jobs/" + key, 1, Cause.by("x")), other);
        say(report(node, 1), honest);
        awaitApplied(key, 1L);
        assertEquals(List.of("stranger is not enrolled", "/services/incident is no node"), letters(2));
    }

    @Test
    void a_changed_record_is_not_what_was_signed() {
        var changed = Json.bytes(report(node, 1, Map.of("amount", 1_000_000)));
        bus.publishRaw(
                Topics.EXECUTION_EVENTS,
                key,
                changed,
                Map.of("sing-signature", sign(Json.bytes(report(node, 1)), honest)));
        say(report(node, 1), honest);
        awaitApplied(key, 1L);
        assertEquals(List.of("not signed with a key of " + node), letters(1));
    }

    @Test
    void a_new_key_counts_from_its_enrolment_on_and_the_old_one_for_what_it_signed() {
        say(report(node, 1), honest);
        awaitApplied(key, 1L);
        var renewed = pair();
        enroll(node, 2, renewed);
        say(report(node, 2), renewed);
        say(report(node, 3), honest);
        awaitApplied(key, 1L, 2L, 3L);
    }

    private List<String> letters(int count) {
        await().until(() -> errors().size() >= count);
        return errors();
    }

    private List<String> errors() {
        return bus.on(Topics.deadLetters("submission")).stream()
                .filter(letter -> letter.key().equals(key))
                .map(letter -> letter.as(DeadLetter.class).error())
                .toList();
    }

    private Envelope report(String by, long sequence) {
        return report(by, sequence, Map.of("node", by));
    }

    private Envelope report(String by, long sequence, Map<String, Object> data) {
        return Messages.fact(
                "/nodes/" + by, Topics.EXECUTION_EVENTS, key, "jobs/" + key, sequence, Cause.by("nodes/" + by), data);
    }

    private void say(Envelope message, KeyPair signer) {
        var value = Json.bytes(message);
        bus.publishRaw(message.topic(), message.key(), value, Map.of("sing-signature", sign(value, signer)));
    }

    private void enroll(String name, long sequence, KeyPair pair) {
        var publicKey = Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
        bus.publish(Envelopes.of("/services/node-monitor")
                .fact(
                        Topics.NODE_EVENTS,
                        name,
                        "nodes/" + name,
                        sequence,
                        Cause.by("test"),
                        Instant.now(),
                        new NodeEvent.Enrolled(name, publicKey)));
    }

    private static byte[] sign(byte[] value, KeyPair pair) {
        try {
            var signature = Signature.getInstance("Ed25519");
            signature.initSign(pair.getPrivate());
            signature.update(value);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyPair pair() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}

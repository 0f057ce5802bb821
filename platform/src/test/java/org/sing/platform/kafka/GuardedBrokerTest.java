package org.sing.platform.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedSaslMechanismException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sing.schemas.Topics;

/** Whoever is on the bus can do what the contract says, and nothing else. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class GuardedBrokerTest {

    private static final String AGENT = "nodes/node-1";

    @TempDir
    static Path folder;

    private static BrokerUnderTest broker;

    @BeforeAll
    static void start() {
        broker = new BrokerUnderTest(folder).start(true);
        try (var admin = broker.admin()) {
            Topics.catalogue().forEach(topic -> admin.write(topic.name()));
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void everybody_reads_and_writes_what_the_contract_names_and_nothing_else() {
        var contract = new TreeMap<String, TreeSet<String>>();
        var found = new TreeMap<String, TreeSet<String>>();
        for (var user : everybody()) {
            try (var client = broker.as(user)) {
                for (var topic : Topics.catalogue()) {
                    var role = user.equals(AGENT) ? Topics.AGENT : user;
                    note(
                            contract,
                            topic.name(),
                            user + " writes",
                            Topics.writers(topic.name()).contains(role));
                    note(
                            contract,
                            topic.name(),
                            user + " reads",
                            Topics.readers(topic.name()).contains(role));
                    note(found, topic.name(), user + " writes", client.mayWrite(topic.name()));
                    note(found, topic.name(), user + " reads", client.mayRead(topic.name()));
                }
            }
        }
        assertEquals(contract, found);
    }

    @Test
    void who_has_no_password_is_not_heard() {
        try (var stranger = broker.anonymous()) {
            assertInstanceOf(TimeoutException.class, stranger.failureOfWriting(Topics.EXECUTION_COMMANDS));
        }
        try (var guesser = broker.with(Login.scram("scheduling", "guessed"))) {
            assertInstanceOf(SaslAuthenticationException.class, guesser.failureOfWriting(Topics.EXECUTION_COMMANDS));
        }
    }

    @Test
    void a_service_cannot_log_in_with_the_mechanism_of_the_administrator() {
        try (var client = broker.with(Login.plain("scheduling", broker.password("scheduling")))) {
            var failure = client.failureOfWriting(Topics.EXECUTION_COMMANDS);
            assertInstanceOf(SaslAuthenticationException.class, failure);
        }
    }

    @Test
    void the_controller_refuses_services_too() {
        try (var client = broker.atController(Login.scram("scheduling", broker.password("scheduling")))) {
            assertInstanceOf(UnsupportedSaslMechanismException.class, client.failureOfAsking());
        }
    }

    @Test
    void nobody_joins_the_group_or_fences_the_relay_of_another_service() {
        try (var client = broker.as("incident")) {
            assertThrows(GroupAuthorizationException.class, () -> client.join("scheduling", Topics.JOB_EVENTS));
            assertThrows(TransactionalIdAuthorizationException.class, () -> client.fence("scheduling-relay"));
            client.fence("incident-relay");
        }
    }

    @Test
    void nobody_makes_topics() {
        try (var client = broker.as("gateway")) {
            var failure = assertThrows(
                    ExecutionException.class,
                    () -> client.kafka()
                            .createTopics(List.of(new NewTopic("sing.job.more", 1, (short) 1)))
                            .all()
                            .get(20, TimeUnit.SECONDS));
            assertInstanceOf(TopicAuthorizationException.class, failure.getCause());
        }
    }

    @Test
    void a_right_that_the_contract_does_not_know_is_taken_back() {
        try (var admin = broker.admin()) {
            new Users(admin.kafka()).ensure(Map.of("nodes/node-9", "password"));
            admin.grantWrite("nodes/node-9", Topics.EXECUTION_COMMANDS);
            try (var client = broker.with(Login.scram("nodes/node-9", "password"))) {
                assertEquals(true, client.mayWrite(Topics.EXECUTION_COMMANDS));
                new Users(admin.kafka()).ensure(Map.of("nodes/node-9", "password"));
                assertEquals(false, client.mayWrite(Topics.EXECUTION_COMMANDS));
            }
        }
    }

    @Test
    void an_installation_from_before_keeps_its_records(@TempDir Path older) {
        try (var before = new BrokerUnderTest(older).start(false);
                var stranger = before.anonymous()) {
            stranger.create("sing.job.events");
            stranger.write("sing.job.events");
        }
        try (var now = new BrokerUnderTest(older).start(true);
                var gateway = now.as("gateway");
                var stranger = now.anonymous()) {
            assertEquals(true, gateway.mayRead("sing.job.events"));
            assertInstanceOf(TimeoutException.class, stranger.failureOfWriting("sing.job.events"));
        }
    }

    private static List<String> everybody() {
        return Stream.concat(Topics.CONSUMERS.stream(), Stream.of(AGENT)).toList();
    }

    private static void note(Map<String, TreeSet<String>> into, String topic, String what, boolean may) {
        if (may) into.computeIfAbsent(topic, any -> new TreeSet<>()).add(what);
    }
}

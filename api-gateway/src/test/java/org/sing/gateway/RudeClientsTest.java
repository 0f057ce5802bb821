package org.sing.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.gateway.Person.ALICE;
import static org.sing.gateway.Person.ANNA;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sing.gateway.app.Streams;
import org.sing.gateway.app.Uploads;
import org.sing.gateway.domain.Caller;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.JobEvent;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RudeClientsTest extends CampusTest {
    private static final int EVENTS = 120;

    @Inject
    Streams streams;

    @Inject
    Uploads uploads;

    /** Slow: the buffers of the kernel fill first. */
    @Test
    @Tag("campaign")
    void a_reader_that_does_not_read_is_cut() throws IOException {
        var job = shownJob(ALICE, "vision");
        try (var socket = connect("/api/v1/events/stream", ANNA)) {
            await("the stream to be open").atMost(PATIENCE).until(() -> streams.open() == 1);
            var words = "x".repeat(100_000);
            for (var i = 0; i < EVENTS; i++) campus.submission(job, new JobEvent.Held(job, words));
            await("the reader to be cut").atMost(PATIENCE.multipliedBy(4)).until(() -> streams.open() == 0);
        }
        as(ANNA).get("/api/v1/me").then().statusCode(200);
    }

    @Test
    void clients_that_leave_in_the_middle_break_nothing() throws IOException {
        shownJob(ALICE, "vision");
        for (var i = 0; i < 300; i++) connect("/api/v1/jobs", ALICE).close();
        for (var i = 0; i < 40; i++) as(ALICE).get("/api/v1/jobs").then().statusCode(200);
    }

    /** The happy path logs nothing at WARN, and leaving is everybody's right. */
    @Test
    void a_download_that_somebody_leaves_is_no_failure_of_the_store() throws IOException {
        as(ALICE)
                .contentType("application/octet-stream")
                .body(new byte[16 << 20])
                .put("/api/v1/files/large")
                .then()
                .statusCode(204);
        var warned = new ConcurrentLinkedQueue<String>();
        var handler = new Handler() {
            @Override
            public void publish(LogRecord said) {
                if (said.getLevel().intValue() >= Level.WARNING.intValue()) warned.add(said.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        var log = Logger.getLogger("org.sing.gateway");
        log.addHandler(handler);
        try (var socket = connect("/api/v1/files/large", ALICE)) {
            assertEquals('H', socket.getInputStream().read());
        } finally {
            await("the download to be over").atMost(PATIENCE).until(this::allPlacesAreFree);
            log.removeHandler(handler);
        }
        assertEquals(List.of(), List.copyOf(warned));
    }

    private boolean allPlacesAreFree() {
        var alice = new Caller(ALICE.id(), "", Set.of(), Set.of(), Set.of(), Instant.MAX);
        var taken = Stream.generate(() -> uploads.begin(alice))
                .limit(16)
                .flatMap(Optional::stream)
                .toList();
        taken.forEach(Streams.Permit::close);
        return taken.size() == 16;
    }

    private static Socket connect(String path, Person person) throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress("127.0.0.1", RestAssured.port));
        var request = "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n"
                .formatted(path, person.token());
        socket.getOutputStream().write(request.getBytes(US_ASCII));
        socket.getOutputStream().flush();
        return socket;
    }
}

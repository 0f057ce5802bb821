package org.sing.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line as the gateway hands it out, in a terminal, against the whole system. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("campaign")
class TcloudTest {
    private static Running system;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        var root = Path.of(System.getProperty("sing.root"));
        system = Running.start(root, root.resolve("e2e/target/tcloud"), 12_000, Map.of());
        await().atMost(Duration.ofMinutes(4)).until(() -> system.ready("identity"));
    }

    @AfterAll
    static void stop() {
        if (system != null) system.close();
    }

    @Test
    void a_researcher_needs_nothing_but_python_and_a_browser() throws Exception {
        var server = system.api().resolve("/").toString();
        var file = folder.resolve("tcloud.pyz");
        HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(system.api().resolve("/client/tcloud.pyz"))
                                .build(),
                        BodyHandlers.ofFile(file));
        var builder = new ProcessBuilder("python3", "src/test/python/terminal.py").inheritIO();
        builder.environment()
                .putAll(Map.of(
                        "SERVER",
                        server,
                        "PYZ",
                        file.toString(),
                        "FOLDER",
                        folder.toString(),
                        "WHO",
                        "alice",
                        "PASSWORD",
                        "alice-demo"));
        assertEquals(0, builder.start().waitFor());
    }
}

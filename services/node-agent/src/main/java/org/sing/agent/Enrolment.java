package org.sing.agent;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.sing.agent.Configuration.Join;
import org.sing.schemas.Json;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key that a node signs with. It exists from the first start with a join token, and counts once the token was accepted
 * with it.
 */
final class Enrolment {
    private static final Logger LOG = LoggerFactory.getLogger(Enrolment.class);
    private static final Duration AGAIN = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path folder;
    private final String node;

    Enrolment(Path folder, String node) {
        this.folder = folder;
        this.node = node;
    }

    /** Joins if it has not yet; waits for the gateway, but not for a token that it refuses. */
    Optional<PrivateKey> key(Optional<Join> join) throws IOException, GeneralSecurityException, InterruptedException {
        var enrolled = folder.resolve("enrolled");
        if (Files.exists(enrolled)) return Optional.of(privateKey());
        if (join.isEmpty()) return Optional.empty();
        if (!Files.exists(folder.resolve("key"))) generate();
        enroll(join.get(), Files.readString(folder.resolve("key.pub")).strip());
        Files.writeString(enrolled, node + "\n");
        return Optional.of(privateKey());
    }

    private void enroll(Join join, String publicKey) throws IOException, InterruptedException {
        var body = Json.string(Map.of("node", node, "token", join.token(), "public_key", publicKey));
        var url = join.url().resolve(join.url().getPath().replaceAll("/$", "") + "/api/v1/nodes/enroll");
        var request = HttpRequest.newBuilder(url)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (var client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            while (true) {
                var status = answer(client, request);
                if (status / 100 == 2) return;
                if (status / 100 == 4 && status != 408 && status != 429)
                    throw new IOException("the gateway refused the join token: HTTP " + status);
                Thread.sleep(AGAIN);
            }
        }
    }

    private static int answer(HttpClient client, HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            LOG.info("the gateway does not answer yet url={} reason={}", request.uri(), e.toString());
            return 503;
        }
    }

    private void generate() throws IOException, GeneralSecurityException {
        var pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        var base64 = Base64.getEncoder();
        Files.writeString(
                folder.resolve("key.pub"),
                base64.encodeToString(pair.getPublic().getEncoded()) + "\n");
        var draft = Files.createTempFile(
                folder,
                "key",
                ".draft",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(draft, base64.encodeToString(pair.getPrivate().getEncoded()) + "\n");
        Files.move(draft, folder.resolve("key"), StandardCopyOption.ATOMIC_MOVE);
    }

    private PrivateKey privateKey() throws IOException, GeneralSecurityException {
        var bytes = Base64.getDecoder()
                .decode(Files.readString(folder.resolve("key")).strip());
        return KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(bytes));
    }
}

package org.sing.gateway;

import com.sun.net.httpserver.HttpServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sing.schemas.Json;

/** An identity provider that signs what a test wants; the real one is in {@link RealIdentityTest}. */
public final class TestIssuer implements QuarkusTestResourceLifecycleManager {
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    static final KeyPair KEYS = keys();
    private static volatile String issuer;
    private static volatile HttpServer server;

    @Override
    public Map<String, String> start() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/realms/campus/protocol/openid-connect/certs", exchange -> {
                var body = Json.bytes(Map.of("keys", List.of(jwk("test", KEYS))));
                exchange.getResponseHeaders().add("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            server.start();
            issuer = "http://127.0.0.1:" + server.getAddress().getPort() + "/realms/campus";
            return Map.of(
                    "quarkus.oidc.auth-server-url",
                    issuer,
                    "sing.gateway.streams.slow-after",
                    "3s",
                    "sing.gateway.cache",
                    Files.createTempDirectory("gateway-cache").toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() {
        server.stop(0);
    }

    static String issuer() {
        return issuer;
    }

    /** A good access token of the person. */
    static String token(Person person) {
        return sign(claims(person), "RS256", "test", KEYS);
    }

    static Map<String, Object> claims(Person person) {
        var now = Instant.now().getEpochSecond();
        var claims = new HashMap<String, Object>();
        claims.put("iss", issuer);
        claims.put("sub", person.id());
        claims.put("aud", List.of("sing-api", "account"));
        claims.put("typ", "Bearer");
        claims.put("iat", now);
        claims.put("exp", now + 600);
        claims.put("azp", "sing-demo");
        claims.put("preferred_username", person.name());
        claims.put("realm_access", Map.of("roles", person.roles()));
        claims.put("groups", person.groups());
        return claims;
    }

    static String sign(Map<String, Object> claims, String algorithm, String keyId, KeyPair keys) {
        var head = Json.bytes(Map.of("alg", algorithm, "typ", "JWT", "kid", keyId));
        var content = BASE64.encodeToString(head) + "." + BASE64.encodeToString(Json.bytes(claims));
        try {
            var signer = Signature.getInstance("SHA256withRSA");
            signer.initSign(keys.getPrivate());
            signer.update(content.getBytes(StandardCharsets.US_ASCII));
            return content + "." + BASE64.encodeToString(signer.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static KeyPair keys() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, Object> jwk(String id, KeyPair keys) {
        var key = (RSAPublicKey) keys.getPublic();
        return Map.of(
                "kty",
                "RSA",
                "use",
                "sig",
                "alg",
                "RS256",
                "kid",
                id,
                "n",
                BASE64.encodeToString(unsigned(key.getModulus().toByteArray())),
                "e",
                BASE64.encodeToString(unsigned(key.getPublicExponent().toByteArray())));
    }

    private static byte[] unsigned(byte[] number) {
        return number[0] == 0 ? Arrays.copyOfRange(number, 1, number.length) : number;
    }
}

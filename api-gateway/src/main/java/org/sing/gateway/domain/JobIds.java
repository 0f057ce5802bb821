package org.sing.gateway.domain;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** Names that follow from what was sent, so that sending it twice names the same thing. */
public final class JobIds {
    private static final String PREFIX = "job_";
    private static final String SIMULATION = "sim_";
    private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();
    private static final int LENGTH = 26;

    private JobIds() {}

    /** The job that this user means by this idempotency key. */
    public static String derive(String user, String idempotencyKey) {
        return derive(PREFIX, user, idempotencyKey);
    }

    /** The simulation that this user means by it. */
    public static String simulation(String user, String idempotencyKey) {
        return derive(SIMULATION, user, idempotencyKey);
    }

    private static String derive(String prefix, String user, String idempotencyKey) {
        var digest = sha256((user.length() + ":" + user + idempotencyKey).getBytes(StandardCharsets.UTF_8));
        var id = new StringBuilder(prefix);
        for (var i = 0; i < LENGTH; i++) id.append(ALPHABET[fiveBits(digest, i * 5)]);
        return id.toString();
    }

    /** Of all that was asked for, in hex: the same key with another payload is refused. */
    public static String payloadHash(String project, String profile, Optional<String> snapshot) {
        var payload = project + "\n" + profile + snapshot.map(id -> "\0" + id).orElse("");
        return HexFormat.of().formatHex(sha256(payload.getBytes(StandardCharsets.UTF_8)));
    }

    public static String hash(String secret) {
        return HexFormat.of().formatHex(sha256(secret.getBytes(StandardCharsets.UTF_8)));
    }

    public static String hash(byte[] payload) {
        return HexFormat.of().formatHex(sha256(payload));
    }

    public static boolean isJobId(String value) {
        return value.length() == PREFIX.length() + LENGTH && value.startsWith(PREFIX);
    }

    private static int fiveBits(byte[] bytes, int offset) {
        var value = 0;
        for (var bit = offset; bit < offset + 5; bit++) value = (value << 1) | ((bytes[bit / 8] >> (7 - bit % 8)) & 1);
        return value;
    }

    private static byte[] sha256(byte[] input) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(input);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

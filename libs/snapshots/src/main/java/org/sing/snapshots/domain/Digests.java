package org.sing.snapshots.domain;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** SHA-256, as names of contents. */
public final class Digests {
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    private Digests() {}

    public static boolean isDigest(String name) {
        return SHA256.matcher(name).matches();
    }

    public static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    public static String end(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    public static String of(String text) {
        var digest = begin();
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        return end(digest);
    }
}

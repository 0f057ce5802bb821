package org.sing.submission.domain;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.stream.Collectors;

/** The ids of an array and its tasks follow from the id that it was handed in with, so that a repetition names the same. */
public final class TaskIds {
    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final String JOB = "job_";
    private static final String ARRAY = "arr_";
    private static final int LENGTH = 26;

    private TaskIds() {}

    public static String array(String first) {
        return ARRAY + first.substring(JOB.length());
    }

    static boolean isArray(String id) {
        return id.startsWith(ARRAY);
    }

    /** The first task is the job that was handed in. */
    public static String task(String first, int position) {
        if (position == 0) return first;
        var digits = new BigInteger(1, sha256(first + ":" + position)).toString(ALPHABET.length());
        return JOB
                + digits.chars()
                        .skip(digits.length() - LENGTH)
                        .mapToObj(digit -> String.valueOf(ALPHABET.charAt(Character.digit(digit, ALPHABET.length()))))
                        .collect(Collectors.joining());
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

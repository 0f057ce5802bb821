package org.sing.incident.domain;

/**
 * Why an attempt failed and what follows.
 *
 * @param code stable name of the cause in kebab-case
 * @param sentence for the user; {@code advice} is what to try
 * @param excludeNode a node to keep the next attempt away from, or empty
 */
public record Verdict(
        Category category, String code, String sentence, String advice, boolean retry, String excludeNode) {

    /** Who is to blame: platform causes are retried and not charged. */
    public enum Category {
        USER,
        PLATFORM,
        RESOURCE
    }

    static Verdict user(String code, String sentence, String advice) {
        return new Verdict(Category.USER, code, sentence, advice, false, "");
    }

    static Verdict resource(String code, String sentence, String advice) {
        return new Verdict(Category.RESOURCE, code, sentence, advice, false, "");
    }

    static Verdict platform(String code, String sentence, String excludeNode) {
        return new Verdict(
                Category.PLATFORM,
                code,
                sentence,
                "This attempt is not charged; the job runs again when it may.",
                true,
                excludeNode);
    }
}

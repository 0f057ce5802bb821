package org.sing.platform.kafka;

import java.util.Map;

/** What a Kafka client is told so that it connects as somebody. */
public final class Login {

    private static final String MODULES = "org.apache.kafka.common.security.";

    private Login() {}

    /** As a service or an agent: the password itself never travels. */
    public static Map<String, String> scram(String user, String password) {
        return settings("SCRAM-SHA-256", MODULES + "scram.ScramLoginModule", user, password);
    }

    /** As the administrator, whom the broker knows from its own configuration: also before it has stored anybody. */
    public static Map<String, String> plain(String user, String password) {
        return settings("PLAIN", MODULES + "plain.PlainLoginModule", user, password);
    }

    private static Map<String, String> settings(String mechanism, String module, String user, String password) {
        return Map.of(
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                mechanism,
                "sasl.jaas.config",
                "%s required username=\"%s\" password=\"%s\";".formatted(module, user, password));
    }
}

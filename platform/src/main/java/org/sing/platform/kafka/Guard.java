package org.sing.platform.kafka;

import java.util.Map;
import org.sing.platform.Logins;

/**
 * How the broker guards its listeners: nobody without a password, nothing without a right. Services and agents are stored
 * users (SCRAM); the administrator stands in the configuration, or nobody could store the first user.
 */
final class Guard {

    private Guard() {}

    static Map<String, String> settings(String listener, String controller, String adminPassword) {
        var plain =
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\" user_%s=\"%s\";"
                        .formatted(Logins.ADMIN, adminPassword, Logins.ADMIN, adminPassword);
        return Map.ofEntries(
                Map.entry(
                        "listener.security.protocol.map",
                        "%s:SASL_PLAINTEXT,%s:SASL_PLAINTEXT".formatted(listener, controller)),
                Map.entry("sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-256"),
                Map.entry("sasl.mechanism.inter.broker.protocol", "PLAIN"),
                Map.entry("sasl.mechanism.controller.protocol", "PLAIN"),
                Map.entry(name(listener) + "plain.sasl.jaas.config", plain),
                Map.entry(
                        name(listener) + "scram-sha-256.sasl.jaas.config",
                        "org.apache.kafka.common.security.scram.ScramLoginModule required;"),
                Map.entry(name(controller) + "sasl.enabled.mechanisms", "PLAIN"),
                Map.entry(name(controller) + "plain.sasl.jaas.config", plain),
                Map.entry("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer"),
                Map.entry("allow.everyone.if.no.acl.found", "false"),
                Map.entry("super.users", "User:" + Logins.ADMIN));
    }

    private static String name(String listener) {
        return "listener.name." + listener.toLowerCase(java.util.Locale.ROOT) + ".";
    }
}

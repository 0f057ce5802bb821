package org.sing.agent;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.sing.agent.process.Account;
import org.sing.agent.process.Allowance;
import org.sing.agent.process.Hardware;
import org.sing.agent.process.Store;
import org.sing.schemas.JobSpec;

/** What an agent is told, from its properties file; see the README for the keys. */
record Configuration(
        Map<String, Object> kafka,
        String topicPrefix,
        String node,
        int nodes,
        Hardware.Wish hardware,
        String resourceGroup,
        Path state,
        Store store,
        int healthPort,
        Optional<Account> account,
        Allowance allowance,
        long leaseKillGraceMillis,
        Optional<Join> join) {
    private static final String KAFKA = "kafka.";
    private static final String AUTO = "auto";
    private static final Pattern NUMBERED = Pattern.compile("(.*)-([0-9]+)");

    /** How a new node makes itself known. */
    record Join(URI url, String token) {}

    static Configuration read(Path file) throws IOException {
        var properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return of(properties);
    }

    static Configuration of(Properties from) {
        return new Configuration(
                kafka(from),
                from.getProperty("sing.bus.topic-prefix", "").strip(),
                required(from, "sing.agent.node"),
                Integer.parseInt(optional(from, "sing.agent.nodes", "1")),
                hardware(from),
                optional(from, "sing.agent.resource-group", JobSpec.DEFAULT_GROUP),
                Path.of(required(from, "sing.agent.state")).toAbsolutePath().normalize(),
                store(from),
                Integer.parseInt(optional(from, "sing.agent.health-port", "0")),
                account(from),
                allowance(from),
                Long.parseLong(optional(from, "sing.agent.lease-kill-grace-seconds", "10")) * 1000,
                join(from));
    }

    /** One name, or as many as this process stands for: {@code node-1} and 3 nodes are node-1 to node-3. */
    List<String> names() {
        if (nodes == 1) return List.of(node);
        var numbered = NUMBERED.matcher(node);
        var stem = numbered.matches() ? numbered.group(1) : node;
        var first = numbered.matches() ? Long.parseLong(numbered.group(2)) : 1;
        return LongStream.range(first, first + nodes)
                .mapToObj(number -> stem + "-" + number)
                .toList();
    }

    /** GPUs of its own a machine has once: who stands for several nodes only pretends. */
    private static Hardware.Wish hardware(Properties from) {
        var gpus = optional(from, "sing.agent.gpus", AUTO);
        var auto = gpus.equals(AUTO);
        return new Hardware.Wish(
                auto && Integer.parseInt(optional(from, "sing.agent.nodes", "1")) == 1,
                Integer.parseInt(auto ? optional(from, "sing.agent.virtual-gpus", "0") : gpus),
                given(from, "sing.agent.gpu-model"),
                Long.parseLong(optional(from, "sing.agent.gpu-memory-bytes", "0")),
                given(from, "sing.agent.cpus").map(Integer::valueOf),
                given(from, "sing.agent.memory-bytes").map(Long::valueOf));
    }

    private static Store store(Properties from) {
        var group = optional(from, "sing.agent.output-group", "");
        return new Store(
                Path.of(required(from, "sing.store.path")).toAbsolutePath().normalize(),
                group.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(group)));
    }

    /** Empty: who hands a job in. */
    private static Optional<Account> account(Properties from) {
        var as = optional(from, "sing.agent.run-as", "");
        return as.equals("owner") ? Optional.empty() : Optional.of(Account.parse(as));
    }

    private static Allowance allowance(Properties from) {
        return new Allowance(
                optional(from, "sing.agent.path", Allowance.PATH),
                Integer.parseInt(optional(from, "sing.agent.processes-per-job", String.valueOf(Allowance.PROCESSES))),
                Long.parseLong(optional(from, "sing.agent.output-limit", String.valueOf(Allowance.OUTPUT_BYTES))));
    }

    /** All that begins with {@code kafka.}, as the clients are told it: where the broker is, and who we are. */
    private static Map<String, Object> kafka(Properties from) {
        required(from, "kafka.bootstrap.servers");
        return from.stringPropertyNames().stream()
                .filter(name -> name.startsWith(KAFKA))
                .collect(Collectors.toUnmodifiableMap(
                        name -> name.substring(KAFKA.length()),
                        name -> from.getProperty(name).strip()));
    }

    private static Optional<Join> join(Properties from) {
        var token = optional(from, "sing.agent.join-token", "");
        // A token is good for one node: who stands for several stays unsigned.
        var several = Integer.parseInt(optional(from, "sing.agent.nodes", "1")) > 1;
        if (token.isEmpty() || several) return Optional.empty();
        return Optional.of(new Join(URI.create(required(from, "sing.agent.join-url")), token));
    }

    private static String required(Properties from, String key) {
        var value = optional(from, key, "");
        if (value.isEmpty()) throw new IllegalArgumentException(key + " is not set");
        return value;
    }

    private static Optional<String> given(Properties from, String key) {
        return Optional.of(optional(from, key, "")).filter(value -> !value.isEmpty());
    }

    private static String optional(Properties from, String key, String otherwise) {
        var value = from.getProperty(key, "").strip();
        return value.isEmpty() ? otherwise : value;
    }
}

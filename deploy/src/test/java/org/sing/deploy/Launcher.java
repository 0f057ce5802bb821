package org.sing.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sing.platform.Campus;
import org.sing.platform.Configuration;
import org.sing.platform.Installation;
import org.sing.platform.Settings;
import org.sing.platform.StateFolder;

/** What {@code ./sing} starts, from the configuration that it writes. */
final class Launcher {
    /** What the launcher calls by its role, the descriptions call by its product. */
    private static final Map<String, String> NAMES =
            Map.of("database", "postgres", "broker", "kafka", "identity", "keycloak", "agent-node-1", "agent");

    private Launcher() {}

    static Map<String, Part> parts(Path folder) {
        var state = new StateFolder(folder).create();
        var campus = new Campus(Installation.packaged(Repository.ROOT), state, new Settings(0, "c1"));
        new Configuration(campus).write();
        var parts = new TreeMap<String, Part>();
        for (var part : campus.parts()) {
            var name = NAMES.getOrDefault(part.name(), part.name());
            parts.put(name, new Part(name, new TreeSet<>(part.ports()), "", settings(state.conf(part.name()))));
        }
        return parts;
    }

    /** The services, as opposed to what they stand on. */
    static Set<String> services(Map<String, Part> parts) {
        var services = new TreeSet<String>();
        parts.values().stream().filter(part -> !part.database().isEmpty()).forEach(part -> services.add(part.name()));
        return services;
    }

    static String variable(String setting) {
        return setting.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    private static Map<String, String> settings(Path file) {
        var settings = new TreeMap<String, String>();
        if (Files.notExists(file)) return settings;
        var properties = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        properties.stringPropertyNames().forEach(key -> settings.put(variable(key), properties.getProperty(key)));
        return settings;
    }
}

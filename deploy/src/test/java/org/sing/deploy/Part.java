package org.sing.deploy;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One process of the system as a description names it.
 *
 * @param ports that it listens on
 * @param settings by their names as environment variables
 */
record Part(String name, Set<Integer> ports, String image, Map<String, String> settings) {

    /** The names in both addresses, without host and port, which differ from place to place. */
    String database() {
        return Stream.of("QUARKUS_DATASOURCE_JDBC_URL", "QUARKUS_DATASOURCE_REACTIVE_URL")
                .map(setting -> settings.getOrDefault(setting, "").replaceFirst(".*/", ""))
                .distinct()
                .collect(Collectors.joining(" and "));
    }
}

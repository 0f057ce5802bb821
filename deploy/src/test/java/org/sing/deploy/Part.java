package org.sing.deploy;

import java.util.Map;
import java.util.Set;

/**
 * One process of the system as a description names it.
 *
 * @param ports that it listens on
 * @param settings by their names as environment variables
 */
record Part(String name, Set<Integer> ports, String image, Map<String, String> settings) {

    /** Without host and port, which differ from place to place. */
    String database() {
        return settings.getOrDefault("QUARKUS_DATASOURCE_JDBC_URL", "").replaceFirst(".*/", "");
    }
}

package org.sing.platform;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** How this system was started: kept, so that every later command means the same system. */
public record Settings(int portOffset, String compiler) {

    private static final String NAME = "system";

    public static Optional<Settings> read(StateFolder state) {
        return StateFolder.read(state.conf(NAME)).map(text -> {
            var properties = new Properties();
            try {
                properties.load(new StringReader(text));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return new Settings(
                    Integer.parseInt(properties.getProperty("port.offset", "0")),
                    properties.getProperty("compiler", "c1"));
        });
    }

    public void write(StateFolder state) {
        var properties = new Properties();
        properties.setProperty("port.offset", Integer.toString(portOffset));
        properties.setProperty("compiler", compiler);
        state.writeConfiguration(NAME, properties);
    }

    public Ports ports() {
        return new Ports(portOffset);
    }

    /** The first compiler alone starts faster and takes less memory; both give more throughput once warm. */
    List<String> compilerFlags() {
        return compiler.equals("c2") ? List.of() : List.of("-XX:TieredStopAtLevel=1");
    }
}

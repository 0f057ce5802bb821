package org.sing.platform.supervise;

import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;
import org.sing.platform.StateFolder;

/** What the supervisor knows about a part, for everybody who waits for it. */
public record PartState(Phase phase, Instant since, Duration startedIn, int starts, String message) {

    /** Where a part is in its life under the supervisor. */
    public enum Phase {
        WAITING,
        PREPARING,
        STARTING,
        READY,
        FAILED,
        STOPPED
    }

    public static Optional<PartState> read(StateFolder state, String part) {
        return StateFolder.read(state.run().resolve(part + ".state")).map(PartState::parse);
    }

    /** What an earlier supervisor knew says nothing about what runs now. */
    public static void forget(StateFolder state, String part) {
        StateFolder.delete(state.run().resolve(part + ".state"));
    }

    void write(StateFolder state, String part) {
        StateFolder.write(
                state.run().resolve(part + ".state"),
                "phase=%s%nsince=%s%nstarted.in=%s%nstarts=%d%nmessage=%s%n"
                        .formatted(
                                phase,
                                since,
                                startedIn,
                                starts,
                                message.replace("\\", "\\\\").replace("\n", "\\n")));
    }

    private static PartState parse(String text) {
        var properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return new PartState(
                Phase.valueOf(properties.getProperty("phase")),
                Instant.parse(properties.getProperty("since")),
                Duration.parse(properties.getProperty("started.in")),
                Integer.parseInt(properties.getProperty("starts")),
                properties.getProperty("message", ""));
    }
}

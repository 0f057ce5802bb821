package org.sing.platform.supervise;

import java.util.Set;
import java.util.TreeSet;
import org.sing.platform.StateFolder;

/** Which parts are to run: all, or those that were named. */
public record Wanted(Set<String> names) {

    public static final Wanted ALL = new Wanted(Set.of());

    public Wanted {
        names = Set.copyOf(names);
    }

    public static Wanted read(StateFolder state) {
        return StateFolder.read(state.run().resolve("wanted"))
                .map(text -> new Wanted(new TreeSet<>(text.lines().toList())))
                .orElse(ALL);
    }

    public void write(StateFolder state) {
        StateFolder.write(state.run().resolve("wanted"), String.join("\n", names));
    }

    public boolean includes(String part) {
        return names.isEmpty() || names.contains(part);
    }
}

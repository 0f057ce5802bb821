package org.sing.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The nodes whose agents run on this machine: the first one always, others once they have joined. */
public final class Nodes {

    public static final String FIRST = "node-1";

    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    private final StateFolder state;

    public Nodes(StateFolder state) {
        this.state = state;
    }

    public List<String> names() {
        var names = new ArrayList<>(List.of(FIRST));
        StateFolder.read(state.conf("nodes"))
                .ifPresent(text -> text.lines().filter(line -> !line.isBlank()).forEach(names::add));
        return names;
    }

    public void add(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new Trouble(
                    "'" + name + "' cannot be the name of a node.", "Use small letters, digits and hyphens: node-2");
        }
        var names = new ArrayList<>(names());
        if (names.contains(name)) {
            throw new Trouble("This machine already runs " + name + ".", "Choose another name: --name node-3");
        }
        names.add(name);
        StateFolder.write(state.conf("nodes"), String.join("\n", names.subList(1, names.size())) + "\n");
    }

    public static String part(String node) {
        return "agent-" + node;
    }
}

package org.sing.platform.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How one process is started. Secrets never belong in the command: everybody can read it. */
public record Launch(List<String> command, Map<String, String> environment, Path directory) {

    /** Only these pass on: a stray variable of the user's shell would otherwise configure a service. */
    static final List<String> INHERITED = List.of("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR", "HOME", "USER");

    public Launch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    public Launch(List<String> command, Path directory) {
        this(command, Map.of(), directory);
    }

    public Launch prefixedBy(List<String> prefix) {
        var all = new ArrayList<>(prefix);
        all.addAll(command);
        return new Launch(all, environment, directory);
    }

    ProcessBuilder builder() {
        var builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().keySet().retainAll(INHERITED);
        builder.environment().putAll(environment);
        return builder;
    }
}

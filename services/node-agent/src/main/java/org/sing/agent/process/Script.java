package org.sing.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** A shell script that the agent brings along. */
record Script(String name) {

    /** Replaced as a whole: a shell that reads the one of an earlier release goes on with that. */
    Path install(Path state) throws IOException {
        try (var source = Script.class.getResourceAsStream(name)) {
            var target = state.resolve(name);
            var draft = Files.createTempFile(state, name, ".draft");
            Files.write(draft, source.readAllBytes());
            Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
            return target;
        }
    }
}

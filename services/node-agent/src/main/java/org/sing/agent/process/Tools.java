package org.sing.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Slurm's commands for the usual idioms, which scripts find first on their path. */
final class Tools {
    private static final List<String> NAMES = List.of("srun", "scontrol", "squeue", "scancel");

    private Tools() {}

    /** Jobs that run already keep what they have opened; no moment is without the file. */
    static Path install(Path state) throws IOException {
        var folder = Files.createDirectories(state.resolve("tools"));
        for (var name : NAMES)
            try (var source = Tools.class.getResourceAsStream("tools/" + name)) {
                var draft = Files.createTempFile(folder, name, ".draft");
                Files.write(draft, source.readAllBytes());
                Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("r-xr-xr-x"));
                Files.move(draft, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            }
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    }
}

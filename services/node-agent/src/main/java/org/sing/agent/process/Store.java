package org.sing.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.OptionalInt;
import org.sing.agent.domain.Allocation;

/**
 * Where the output of jobs is kept. It belongs to the agent; a job has no way to it but through its pump.
 *
 * @param group whose members may read it, such as the gateway; without one only the agent's user may
 */
public record Store(Path folder, OptionalInt group) {

    Path output(Allocation of) {
        return attempt(of).resolve("rank-" + of.rank() + ".out");
    }

    long bytes(Allocation of) {
        try {
            return Files.size(output(of));
        } catch (IOException e) {
            return 0;
        }
    }

    /** An output of an earlier agent belonged to the job and would stay its own. */
    void create(Allocation of) throws IOException {
        Files.createDirectories(attempt(of));
        for (var path : List.of(attempt(of).getParent(), attempt(of))) restrict(path, "rwxr-x---", "rwx------");
        if (!Files.exists(output(of), LinkOption.NOFOLLOW_LINKS)) Files.createFile(output(of));
        restrict(output(of), "rw-r-----", "rw-------");
    }

    /** Says at the end of an output that reached the limit that there was more. */
    void close(Allocation of, long limit) throws IOException {
        if (bytes(of) != limit) return;
        var notice = "\n[sing] The output reached its limit of " + limit + " bytes; the rest was dropped.\n";
        Files.writeString(output(of), notice, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    }

    private Path attempt(Allocation of) {
        return folder.resolve("jobs").resolve(Workplace.plain(of.job())).resolve(String.valueOf(of.attempt()));
    }

    private void restrict(Path path, String withGroup, String alone) throws IOException {
        if (group.isPresent()) Files.setAttribute(path, "unix:gid", group.getAsInt(), LinkOption.NOFOLLOW_LINKS);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(group.isPresent() ? withGroup : alone));
    }
}

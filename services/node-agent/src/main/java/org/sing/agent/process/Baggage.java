package org.sing.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import org.sing.schemas.ExecutionCommand.Start;
import org.sing.schemas.JobSpec;
import org.sing.snapshots.Staging;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files that jobs bring: copies of their own in their work folders, and notes on them that no job can reach. */
final class Baggage {
    private static final Logger LOG = LoggerFactory.getLogger(Baggage.class);
    /** Where the gateway keeps what people send, in the store. */
    private static final String SNAPSHOTS = "uploads/snapshots";

    private final Path snapshots;
    private final Path notes;

    Baggage(Store store, Path notes) {
        this.snapshots = store.folder().resolve(SNAPSHOTS);
        this.notes = notes;
    }

    /** The folder around them is still the agent's, so no job can put a link into their way. */
    void lay(Start start, Account account, Path work, Staging.Progress progress) throws IOException {
        var snapshot = start.environment().get(JobSpec.SNAPSHOT_VARIABLE);
        if (snapshot == null) return;
        var note = Files.writeString(unfinished(start.allocation()), snapshot + " " + start.owner());
        staging(progress, account::give).lay(start.owner(), snapshot, work, dated(note));
        Files.move(note, whole(start.allocation()), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Copies that nobody changed would only fill the disk. Where they never were whole no job has begun, and all goes, also
     * what an agent left that died while it copied.
     */
    void clear(String allocation, Path work) throws IOException {
        if (Files.exists(unfinished(allocation))) remove(work);
        else if (Files.exists(whole(allocation))) takeBack(whole(allocation), work);
        Files.deleteIfExists(whole(allocation));
        Files.deleteIfExists(unfinished(allocation));
    }

    private void takeBack(Path note, Path work) throws IOException {
        var words = Files.readString(note).split(" ", 2);
        try {
            staging(() -> true, path -> {}).takeBack(words[1], words[0], work, dated(note));
        } catch (IOException e) {
            LOG.warn("copies of a snapshot stay in {}", work, e);
        }
    }

    private Staging staging(Staging.Progress progress, Staging.Gift gift) {
        return new Staging(snapshots, progress, gift);
    }

    /** Before anything that the job could write, also for disks that count in seconds. */
    private static Instant dated(Path note) throws IOException {
        return Files.getLastModifiedTime(note)
                .toInstant()
                .truncatedTo(ChronoUnit.SECONDS)
                .minusSeconds(1);
    }

    /** What an allocation brought, and by its time of writing when. */
    private Path whole(String allocation) {
        return notes.resolve(Workplace.plain(allocation) + ".snapshot");
    }

    private Path unfinished(String allocation) {
        return notes.resolve(Workplace.plain(allocation) + ".unfinished");
    }

    private static void remove(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}

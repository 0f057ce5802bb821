package org.sing.gateway.app;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Reads what jobs wrote, from the store. Links are not followed: a job must not show another one's file as its own. */
@ApplicationScoped
class OutputFiles {
    private static final int CHUNK = 64 * 1024;

    private final Vertx vertx;
    private final Path jobs;

    OutputFiles(Vertx vertx, @ConfigProperty(name = "sing.store.path") String store) {
        this.vertx = vertx;
        this.jobs = Path.of(store, "jobs");
    }

    record Place(String job, int attempt, int rank) {}

    /** The bytes from an offset on, at most 64 KiB; none at the end, or when there is no file yet. */
    Uni<byte[]> read(Place place, long offset) {
        return vertx.executeBlocking(
                Uni.createFrom()
                        .item(() -> at(
                                place,
                                file -> {
                                    var buffer = ByteBuffer.allocate(CHUNK);
                                    file.position(offset);
                                    file.read(buffer);
                                    return Arrays.copyOf(buffer.array(), buffer.position());
                                },
                                new byte[0])),
                false);
    }

    /** Where the last {@code lines} lines begin. */
    Uni<Long> tail(Place place, int lines) {
        return vertx.executeBlocking(Uni.createFrom().item(() -> at(place, file -> tail(file, lines), 0L)), false);
    }

    private static long tail(SeekableByteChannel file, int lines) throws IOException {
        var end = file.size();
        var left = lines + 1; // the newline that ends the file begins no line
        while (end > 0) {
            var start = Math.max(0, end - CHUNK);
            var buffer = ByteBuffer.allocate((int) (end - start));
            file.position(start);
            while (buffer.hasRemaining() && file.read(buffer) >= 0) {}
            for (var i = buffer.position() - 1; i >= 0; i--) {
                var last = start + i == file.size() - 1;
                if (buffer.get(i) == '\n' && !last && --left == 1) return start + i + 1;
            }
            end = start;
        }
        return 0;
    }

    private interface Reading<T> {
        T from(SeekableByteChannel file) throws IOException;
    }

    private <T> T at(Place place, Reading<T> reading, T missing) {
        var path = jobs.resolve(place.job())
                .resolve(Integer.toString(place.attempt()))
                .resolve("rank-" + place.rank() + ".out");
        if (Files.isSymbolicLink(path)) return missing;
        try (var file = Files.newByteChannel(path, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            return reading.from(file);
        } catch (NoSuchFileException e) {
            return missing;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

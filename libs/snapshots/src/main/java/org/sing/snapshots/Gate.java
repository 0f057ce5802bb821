package org.sing.snapshots;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Keeps those who write apart from the one who clears away, also in another process or on another machine. The lock of
 * the file belongs to the whole process, so threads settle it among themselves first.
 */
final class Gate {
    private final Path file;
    private final ReentrantReadWriteLock threads = new ReentrantReadWriteLock(true);
    private int inside;
    private FileChannel channel;

    Gate(Path file) {
        this.file = file;
    }

    interface Work<T> {
        T run() throws IOException;
    }

    <T> T shared(Work<T> work) throws IOException {
        return locked(threads.readLock(), true, work);
    }

    <T> T alone(Work<T> work) throws IOException {
        return locked(threads.writeLock(), false, work);
    }

    private <T> T locked(Lock lock, boolean shared, Work<T> work) throws IOException {
        lock.lock();
        try {
            enter(shared);
            try {
                return work.run();
            } finally {
                leave();
            }
        } finally {
            lock.unlock();
        }
    }

    private synchronized void enter(boolean shared) throws IOException {
        if (inside == 0) {
            var opened = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                opened.lock(0, Long.MAX_VALUE, shared);
            } catch (IOException | RuntimeException e) {
                opened.close();
                throw e;
            }
            channel = opened;
        }
        inside++;
    }

    private synchronized void leave() throws IOException {
        if (--inside == 0) channel.close();
    }
}

package org.sing.snapshots;

import java.util.concurrent.atomic.AtomicLong;

/** A file on its way into a directory; with all others that the person sends just now it must fit into what is left. */
final class Sending implements Draft.Room, AutoCloseable {
    private final AtomicLong all;
    private final long left;
    private final long most;
    private long mine;

    /**
     * @param all bytes that the person is sending
     * @param left of the quota
     * @param most bytes of one file
     */
    Sending(AtomicLong all, long left, long most) {
        this.all = all;
        this.left = left;
        this.most = most;
    }

    @Override
    public boolean takes(long bytes) {
        mine += bytes;
        return all.addAndGet(bytes) <= left & !tooLarge();
    }

    boolean tooLarge() {
        return mine > most;
    }

    @Override
    public void close() {
        all.addAndGet(-mine);
    }
}

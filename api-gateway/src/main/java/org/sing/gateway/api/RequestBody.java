package org.sing.gateway.api;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The body of a request, for a thread that may wait. What is not read yet is at most a mebibyte; the stream that the
 * framework hands out takes from the network whatever comes.
 */
final class RequestBody extends InputStream {
    private static final int ENOUGH = 1 << 20;
    private static final int LITTLE = ENOUGH / 4;
    private static final long PATIENCE_SECONDS = 60;
    private static final Buffer END = Buffer.buffer();

    private final HttpServerRequest request;
    private final Context loop = Vertx.currentContext();
    private final BlockingQueue<Buffer> come = new LinkedBlockingQueue<>();
    private final AtomicInteger unread = new AtomicInteger();
    private volatile boolean paused;
    private volatile boolean broken;
    private Buffer current = Buffer.buffer();
    private int at;

    /** The body broke off; not a failure of the store. */
    static final class Broken extends IOException {
        private static final long serialVersionUID = 1L;
    }

    RequestBody(HttpServerRequest request) {
        this.request = request;
        request.handler(this::take);
        request.endHandler(end -> come.add(END));
        request.exceptionHandler(e -> {
            broken = true;
            come.add(END);
        });
        if ("100-continue".equalsIgnoreCase(request.getHeader("Expect")))
            request.response().writeContinue();
        request.resume();
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) return 0;
        if (at == current.length() && !next()) return -1;
        var count = Math.min(length, current.length() - at);
        current.getBytes(at, at + count, into, offset);
        at += count;
        return count;
    }

    /** What was not read is thrown away as it comes, so that the client hears the answer. */
    @Override
    public void close() {
        request.handler(rest -> {});
        request.resume();
    }

    private boolean next() throws IOException {
        if (current == END) return false;
        if (unread.addAndGet(-current.length()) < LITTLE && paused) loop.runOnContext(now -> goOn());
        current = await();
        at = 0;
        if (current == END && broken) throw new Broken();
        return current != END;
    }

    private Buffer await() throws IOException {
        try {
            var next = come.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (next == null) throw new Broken();
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    /** On the event loop. Looks again after it said that it pauses, for the reader may have read all just before. */
    private void take(Buffer bytes) {
        come.add(bytes);
        if (unread.addAndGet(bytes.length()) <= ENOUGH) return;
        paused = true;
        request.pause();
        if (unread.get() < LITTLE) goOn();
    }

    private void goOn() {
        if (!paused) return;
        paused = false;
        request.resume();
    }
}

package org.sing.gateway.api;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Locale;
import org.jboss.logging.Logger;
import org.sing.gateway.app.Uploads;
import org.sing.gateway.domain.Caller;
import org.sing.snapshots.Unusable;
import org.sing.snapshots.domain.Paths;

/** Work with the store on behalf of a request: one of so many at a time, and every failure has its name. */
final class Transfer {
    private static final Logger LOG = Logger.getLogger(Transfer.class);

    private Transfer() {}

    interface Work<T> {
        T run() throws IOException;
    }

    static <T> T run(Uploads uploads, Caller caller, Work<T> work) {
        try (var permit = uploads.begin(caller).orElseThrow(Transfer::tooMany)) {
            return named(work);
        }
    }

    private static <T> T named(Work<T> work) {
        try {
            return work.run();
        } catch (Broken e) {
            throw Refusal.of(Code.MALFORMED_BODY, "It broke off before its end; ask again.");
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            throw Refusal.of(Code.PATH_TAKEN, "There is something else in that place.");
        } catch (Unusable e) {
            throw Refusal.of(Code.UNKNOWN_SNAPSHOT, e.getMessage() + "; send it again.");
        } catch (IOException e) {
            throw storeFailed(e);
        }
    }

    /** The body of the request, whose end is not a failure of ours. */
    static InputStream body(InputStream body) {
        return new FilterInputStream(body) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                try {
                    return super.read(into, offset, length);
                } catch (IOException e) {
                    throw new Broken(e);
                }
            }
        };
    }

    /** To somebody who may leave before the end, which is not a failure of ours either. */
    static void write(OutputStream out, ByteBuffer written) throws Broken {
        try {
            out.write(written.array(), 0, written.position());
        } catch (IOException e) {
            throw new Broken(e);
        }
    }

    /** Refuses at once what says that it is too large, before anything of it is read. */
    static void checkLength(String contentLength, long most) {
        if (contentLength != null && (contentLength.length() > 18 || Long.parseLong(contentLength) > most))
            throw tooLarge(most);
    }

    static Refusal tooLarge(long most) {
        return Refusal.of(Code.BODY_TOO_LARGE, "A file has at most " + most + " bytes here.");
    }

    /** @param rawPath as it stood in the request line */
    static String path(String path, String rawPath) {
        if (rawPath.contains(";"))
            throw Refusal.of(Code.MALFORMED_PARAMETER, "A semicolon in a name is written %3B in an address.");
        // What stands for bytes that are no UTF-8: another name with other such bytes would be the same file.
        if (path.indexOf('\uFFFD') >= 0) throw Refusal.of(Code.MALFORMED_PARAMETER, "The path is not UTF-8.");
        Paths.fault(path).ifPresent(reason -> {
            throw Refusal.of(Code.MALFORMED_PARAMETER, "The path " + reason + ".");
        });
        return path;
    }

    static Refusal storeFailed(IOException e) {
        var message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        if (message.contains("no space left") || message.contains("quota exceeded"))
            return Refusal.of(Code.STORE_FULL, "There is no room left in the store.")
                    .with("Retry-After", "60");
        LOG.warnf("the store failed reason=%s", e);
        return Refusal.of(Code.STORE_UNAVAILABLE, "The store does not answer as it should.")
                .with("Retry-After", "5");
    }

    private static Refusal tooMany() {
        return Refusal.of(Code.TOO_MANY_STREAMS, "Too many files are being sent at once; wait for one to end.")
                .with("Retry-After", "1");
    }

    private static final class Broken extends IOException {
        private static final long serialVersionUID = 1L;

        Broken(IOException cause) {
            super(cause);
        }
    }
}

package org.sing.gateway.api;

import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.sing.gateway.app.Uploads;
import org.sing.gateway.domain.ByteRange;
import org.sing.gateway.domain.Caller;
import org.sing.snapshots.Tree;

/** A file on its way out, whole or a part of it. Never shown by a browser as a page of ours: it is somebody's data. */
record Download(Uploads uploads, Caller caller, Tree tree) {
    private static final int CHUNK = 64 * 1024;

    Response answer(Tree.Item file, Request request, HttpHeaders headers) {
        var tag = new EntityTag(file.modifiedAt().toEpochMilli() + "-" + file.bytes());
        var unchanged = request.evaluatePreconditions(tag);
        if (unchanged != null) return unchanged.tag(tag).build();
        return switch (ByteRange.of(range(headers, tag), file.bytes())) {
            case ByteRange.Asked.All it ->
                part(file, new ByteRange(0, file.bytes() - 1), 200, tag).build();
            case ByteRange.Asked.Part it ->
                part(file, it.range(), 206, tag)
                        .header(
                                "Content-Range",
                                "bytes %d-%d/%d"
                                        .formatted(
                                                it.range().first(), it.range().last(), file.bytes()))
                        .build();
            case ByteRange.Asked.Nothing it ->
                throw Refusal.of(Code.RANGE_NOT_SATISFIABLE, "The file has %d bytes.".formatted(file.bytes()))
                        .with("Content-Range", "bytes */" + file.bytes());
        };
    }

    /** The range that is asked for, unless it was of another version of the file. */
    private static Optional<String> range(HttpHeaders headers, EntityTag tag) {
        var wanted = headers.getHeaderString("If-Range");
        return wanted == null || wanted.equals("\"" + tag.getValue() + "\"")
                ? Optional.ofNullable(headers.getHeaderString("Range"))
                : Optional.empty();
    }

    private Response.ResponseBuilder part(Tree.Item file, ByteRange range, int status, EntityTag tag) {
        StreamingOutput body = out -> Transfer.run(uploads, caller, () -> {
            copy(file.path(), range, out);
            return true;
        });
        return Response.status(status)
                .type("application/octet-stream")
                .header("Content-Length", range.length())
                .header("Content-Disposition", "attachment")
                .header("Cache-Control", "private, no-cache")
                .header("Accept-Ranges", "bytes")
                .tag(tag)
                .entity(body);
    }

    /** Opened only now: a request for the headers alone would leave it open. */
    private void copy(String path, ByteRange range, OutputStream out) throws IOException {
        try (var file = tree.open(path).orElseThrow(Download::gone).bytes()) {
            file.position(range.first());
            var chunk = ByteBuffer.allocate(CHUNK);
            for (var left = range.length(); left > 0; left -= chunk.position()) {
                chunk.clear().limit((int) Math.min(CHUNK, left));
                if (file.read(chunk) < 0) throw gone();
                Transfer.write(out, chunk);
            }
        }
    }

    private static Refusal gone() {
        return Refusal.of(Code.NOT_FOUND, "The file was deleted or cut short just now.");
    }
}

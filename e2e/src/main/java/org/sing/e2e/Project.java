package org.sing.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Collectors;

/** A researcher's folder on its way to a job, by the book: a manifest, then what is missing, then the manifest again. */
record Project(Map<String, String> files) {

    /** @param blobs how many contents had to be sent */
    record Sent(String snapshot, int blobs) {}

    Sent send(Api api) throws IOException, InterruptedException {
        var first = register(api);
        if (first.status() != 409) return sent(first, 0);
        var byDigest = files.values().stream().distinct().collect(Collectors.toMap(Project::digest, text -> text));
        for (var missing : first.body().path("missing")) {
            var put = api.put("blobs/" + missing.asText(), bytes(byDigest.get(missing.asText())));
            if (put.status() != 204) throw new IOException(put.toString());
        }
        return sent(register(api), first.body().path("missing").size());
    }

    private static Sent sent(Api.Answer answer, int blobs) throws IOException {
        if (answer.status() / 100 != 2) throw new IOException(answer.toString());
        return new Sent(answer.body().path("id").asText(), blobs);
    }

    private Api.Answer register(Api api) throws IOException, InterruptedException {
        return api.post(
                "snapshots",
                "unused",
                Map.of("files", files.entrySet().stream().map(Project::file).toList(), "links", List.<JsonNode>of()));
    }

    private static Map<String, Object> file(Entry<String, String> file) {
        return Map.of(
                "path", file.getKey(), "sha256", digest(file.getValue()), "size_bytes", bytes(file.getValue()).length);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String digest(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes(text)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

package org.sing.platform;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.sing.platform.part.Agent;

/** How the first node gets the key that it signs with: by a join token of the launcher's. */
public final class FirstNode {

    private final StateFolder state;

    public FirstNode(StateFolder state) {
        this.state = state;
    }

    /** A node that ran before nodes had to sign has a journal and no key, and goes on unsigned. */
    public boolean staysUnsigned() {
        return has("journal") && !enrolled();
    }

    public boolean enrolled() {
        return has("enrolled");
    }

    public String joinToken() {
        return "sing_join_" + state.secret("join-" + Nodes.FIRST);
    }

    /** What the bus may know of the token. */
    public String joinTokenHash() {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(joinToken().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean has(String file) {
        // An agent has a folder for each node that it stands for.
        return Files.exists(
                Agent.folder(state, Nodes.FIRST).resolve(Nodes.FIRST).resolve(file));
    }
}

package org.sing.agent.bus;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Map;
import java.util.Optional;

/** Signs records with the key of the node that they speak for, where it has one. */
public final class Signer {
    /** Header with the raw Ed25519 signature of the record's value. */
    public static final String HEADER = "sing-signature";

    private final Map<String, PrivateKey> keys;

    public Signer(Map<String, PrivateKey> keys) {
        this.keys = Map.copyOf(keys);
    }

    Optional<byte[]> sign(String node, byte[] value) {
        var key = keys.get(node);
        if (key == null) return Optional.empty();
        try {
            var signature = Signature.getInstance("Ed25519");
            signature.initSign(key);
            signature.update(value);
            return Optional.of(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot sign", e);
        }
    }
}

package org.sing.gateway.identity;

/** No token can be checked: the gateway never saw the identity provider's keys. */
public class IdentityUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    IdentityUnavailable() {
        super("no keys of the identity provider yet", null, false, false);
    }
}

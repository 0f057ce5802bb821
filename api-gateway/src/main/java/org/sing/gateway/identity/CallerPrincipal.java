package org.sing.gateway.identity;

import java.security.Principal;
import org.sing.gateway.domain.Caller;

/** The caller, as the framework carries a principal. */
public record CallerPrincipal(Caller caller) implements Principal {
    @Override
    public String getName() {
        return caller.id();
    }
}

package org.sing.gateway;

import org.sing.rules.DomainRules;

class GatewayRulesTest extends DomainRules {
    /** Beside the contract two libraries: the files that jobs bring, and the command line that is handed out. */
    GatewayRulesTest() {
        super("org.sing.gateway", "org.sing.snapshots", "org.sing.tcloud");
    }
}

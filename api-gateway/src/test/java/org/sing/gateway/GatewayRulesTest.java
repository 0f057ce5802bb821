package org.sing.gateway;

import org.sing.rules.DomainRules;

class GatewayRulesTest extends DomainRules {
    GatewayRulesTest() {
        super("org.sing.gateway", "org.sing.snapshots"); // a library: the files that jobs bring
    }
}

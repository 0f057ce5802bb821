package org.sing.gateway;

import org.sing.rules.DomainRules;

class GatewayRulesTest extends DomainRules {
    GatewayRulesTest() {
        super("org.sing.gateway", "org.sing.tcloud"); // what it serves: the command line as a file
    }
}

package org.sing.agent;

import org.sing.rules.DomainRules;

class NodeAgentRulesTest extends DomainRules {
    NodeAgentRulesTest() {
        super("org.sing.agent");
    }
}

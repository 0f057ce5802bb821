package org.sing.agent;

import org.sing.rules.DomainRules;

class NodeAgentRulesTest extends DomainRules {
    NodeAgentRulesTest() {
        super("org.sing.agent", "org.sing.snapshots"); // a library: the files that jobs bring
    }
}

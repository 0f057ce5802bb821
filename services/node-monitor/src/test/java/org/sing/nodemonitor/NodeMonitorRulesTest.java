package org.sing.nodemonitor;

import org.sing.rules.DomainRules;

class NodeMonitorRulesTest extends DomainRules {
    NodeMonitorRulesTest() {
        super("org.sing.nodemonitor");
    }
}

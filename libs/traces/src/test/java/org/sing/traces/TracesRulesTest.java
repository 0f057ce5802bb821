package org.sing.traces;

import org.sing.rules.HouseRules;

class TracesRulesTest extends HouseRules {
    TracesRulesTest() {
        super("org.sing.traces");
    }
}

package org.sing.bus;

import org.sing.rules.HouseRules;

class BusRulesTest extends HouseRules {
    BusRulesTest() {
        super("org.sing.bus");
    }
}

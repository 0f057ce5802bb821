package org.sing.scheduling;

import org.sing.rules.HouseRules;

class SchedulingRulesTest extends HouseRules {
    SchedulingRulesTest() {
        super("org.sing.scheduling", "org.sing.scheduling.core", "org.sing.whatif");
    }
}

package org.sing.simulator;

import org.sing.rules.HouseRules;

class SimulatorRulesTest extends HouseRules {
    SimulatorRulesTest() {
        super("org.sing.simulator", "org.sing.scheduling.core");
    }
}

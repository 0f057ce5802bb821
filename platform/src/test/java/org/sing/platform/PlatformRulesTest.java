package org.sing.platform;

import org.sing.rules.HouseRules;

class PlatformRulesTest extends HouseRules {
    PlatformRulesTest() {
        super("org.sing.platform");
    }
}

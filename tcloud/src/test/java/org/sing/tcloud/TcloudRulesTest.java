package org.sing.tcloud;

import org.sing.rules.HouseRules;

class TcloudRulesTest extends HouseRules {
    TcloudRulesTest() {
        super("org.sing.tcloud");
    }
}

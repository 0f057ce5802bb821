package org.sing.profile;

import org.sing.rules.HouseRules;

class ProfileRulesTest extends HouseRules {
    ProfileRulesTest() {
        super("org.sing.profile");
    }
}

package org.sing.whatif;

import org.sing.rules.DomainRules;

class WhatIfRulesTest extends DomainRules {
    WhatIfRulesTest() {
        super("org.sing.whatif", "org.sing.scheduling.core", "org.sing.traces");
    }
}

package org.sing.scheduling.core;

import org.sing.rules.DomainRules;

/** The core is a domain as a whole. */
class CoreRulesTest extends DomainRules {
    CoreRulesTest() {
        super("org.sing.scheduling.core", new Domain("org.sing.scheduling.core.."));
    }
}

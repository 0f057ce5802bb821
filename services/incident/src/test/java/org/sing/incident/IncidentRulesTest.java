package org.sing.incident;

import org.sing.rules.DomainRules;

class IncidentRulesTest extends DomainRules {
    IncidentRulesTest() {
        super("org.sing.incident");
    }
}

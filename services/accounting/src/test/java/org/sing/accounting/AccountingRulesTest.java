package org.sing.accounting;

import org.sing.rules.DomainRules;

class AccountingRulesTest extends DomainRules {
    AccountingRulesTest() {
        super("org.sing.accounting");
    }
}

package org.sing.schemas;

import org.sing.rules.DomainRules;

/** The contract itself is as plain and deterministic as a domain, apart from how it is written as JSON. */
class SchemasRulesTest extends DomainRules {
    SchemasRulesTest() {
        super("org.sing.schemas", new Domain("org.sing.schemas.."), "com.fasterxml.jackson");
    }
}

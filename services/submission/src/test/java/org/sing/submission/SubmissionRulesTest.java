package org.sing.submission;

import org.sing.rules.DomainRules;

class SubmissionRulesTest extends DomainRules {
    SubmissionRulesTest() {
        super("org.sing.submission");
    }
}

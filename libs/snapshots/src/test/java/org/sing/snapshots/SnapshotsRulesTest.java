package org.sing.snapshots;

import org.sing.rules.DomainRules;

class SnapshotsRulesTest extends DomainRules {
    SnapshotsRulesTest() {
        super("org.sing.snapshots");
    }
}

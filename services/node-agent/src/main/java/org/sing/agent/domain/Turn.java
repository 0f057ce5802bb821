package org.sing.agent.domain;

import java.util.List;

/** What came of some inputs: first all entries go to disk, then the effects happen. */
public record Turn(List<Entry> entries, List<Effect> effects) {
    public Turn {
        entries = List.copyOf(entries);
        effects = List.copyOf(effects);
    }
}

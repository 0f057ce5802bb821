package org.sing.scheduling.app;

import org.eclipse.microprofile.config.spi.Converter;
import org.sing.scheduling.core.Rule;

/** So that a service with a rule that does not exist refuses to start, and says which there are. */
public final class RuleName implements Converter<Rule> {

    @Override
    public Rule convert(String name) {
        return Rule.named(name.strip());
    }
}

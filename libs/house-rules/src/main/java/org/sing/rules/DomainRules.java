package org.sing.rules;

import org.junit.jupiter.api.Test;

/** The rules of a module that has a domain: rules of the campus in plain Java, with nothing of the machine in them. */
public abstract class DomainRules extends HouseRules {
    private final String domain;

    /** The domain is {@code <root>.domain} and everything below. */
    protected DomainRules(String root, String... neighbours) {
        this(root, new Domain(root + ".domain.."), neighbours);
    }

    protected DomainRules(String root, Domain domain, String... neighbours) {
        super(root, neighbours);
        this.domain = domain.packages();
    }

    /** @param packages in ArchUnit's notation, such as {@code org.sing.scheduling.core..} */
    public record Domain(String packages) {}

    @Test
    void the_domain_is_plain_Java() {
        Rules.domainIsPlainJava(domain, neighbourPackages()).check(production());
    }

    @Test
    void the_domain_touches_no_machine() {
        Rules.domainTouchesNoMachine(domain).check(production());
    }

    @Test
    void the_domain_is_deterministic() {
        Rules.domainIsDeterministic(domain).check(production());
    }
}

package org.sing.accounting.messaging;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.sing.bus.Transactions;

/** What a start on a blank database does before it hears the bus from zero. */
@ApplicationScoped
public class Rebuild {
    private final Recovery recovery;
    private final Transactions transactions;

    Rebuild(Recovery recovery, Transactions transactions) {
        this.recovery = recovery;
        this.transactions = transactions;
    }

    public Uni<Void> fromOwnLog() {
        return transactions.run(recovery::recoverIfBlank);
    }
}

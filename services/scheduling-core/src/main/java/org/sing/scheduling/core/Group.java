package org.sing.scheduling.core;

import java.util.Optional;
import java.util.function.Function;

/** A resource group: one queue, its nodes, its head. Groups do not see one another except through limits. */
final class Group {
    final String name;
    final Queue queue;
    final Capacity capacity;
    final Running running = new Running();
    final Ledger ledger;
    final Rule rule;
    final Outlook outlook;

    Group(
            String name,
            Rule rule,
            SmallJobs smallJobs,
            Limits limits,
            Memory memory,
            Usages usages,
            Ledger ledger,
            Function<Ticket, Optional<Reason>> reserved) {
        this.name = name;
        this.rule = rule;
        this.ledger = ledger;
        this.outlook = new Outlook(rule.estimates(), memory);
        this.capacity = new Capacity(rule.placement(), smallJobs);
        this.queue = new Queue(
                rule.order(),
                usages,
                outlook,
                ticket -> reserved.apply(ticket)
                        .or(() -> capacity.block(ticket.request()))
                        .or(() -> limits.block(ticket.account(), ticket.request())));
    }
}

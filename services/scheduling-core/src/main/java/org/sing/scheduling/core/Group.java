package org.sing.scheduling.core;

/** A resource group: one queue, its nodes, its head. Groups do not see one another except through limits. */
final class Group {
    final String name;
    final Queue queue;
    final Capacity capacity;

    Group(String name, Rule rule, Limits limits) {
        this.name = name;
        this.capacity = new Capacity(rule.placement());
        this.queue = new Queue(
                rule.order(),
                ticket -> capacity.block(ticket.request()).or(() -> limits.block(ticket.account(), ticket.request())));
    }
}

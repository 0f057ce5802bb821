package org.sing.scheduling.core;

import java.util.Optional;

/** Which rule decides in which group: the configured one until an administrator chooses another. */
final class Rules {
    private final Books books;
    private final Cluster cluster;

    Rules(Books books, Cluster cluster) {
        this.books = books;
        this.cluster = cluster;
    }

    /** In force from the next decision on. What the old rule promised to the head of its queue does not bind the new one. */
    void choose(Event.RuleChosen event) {
        var refusal = refusal(event);
        if (refusal.isEmpty()) {
            change(event.group(), event.rule(), true);
            cluster.rebuild(event.group());
            books.heads.put(Head.nobody(event.group()));
        }
        books.tell(
                choice(event.group()),
                sequence -> new Decision.RuleAnswered(event.group(), sequence, event.command(), refusal));
    }

    /** Says under which rule each group is, where that was not said yet: of new groups, and after a new configuration. */
    void announce() {
        for (var group : cluster.unannounced()) {
            var choice = choice(group);
            change(group, cluster.rule(group).name(), choice.chosen());
        }
    }

    private void change(String group, String rule, boolean chosen) {
        var before = choice(group);
        var after = books.choices.put(before.of(rule, chosen));
        if (!before.rule().equals(rule))
            books.tell(after, sequence -> new Decision.RuleChanged(group, sequence, before.rule(), rule));
    }

    private static Optional<Decision.Refusal> refusal(Event.RuleChosen event) {
        if (!event.allowed())
            return Optional.of(new Decision.Refusal("forbidden", "Only administrators choose the rule of a group."));
        if (Rule.known(event.rule()).isEmpty())
            return Optional.of(new Decision.Refusal("invalid-request", Rule.unknown(event.rule())));
        return Optional.empty();
    }

    private Choice choice(String group) {
        return books.choices.get(group).orElse(Choice.none(group));
    }
}

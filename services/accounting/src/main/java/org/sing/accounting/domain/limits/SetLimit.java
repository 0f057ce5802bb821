package org.sing.accounting.domain.limits;

/** Somebody wants a limit to be another one; {@link #decide} gives the one answer. */
public record SetLimit(boolean staff, String scope, String name, String limit, long value) {

    /** The answer, and what follows from it. */
    public sealed interface Outcome {}

    public record Accepted(LimitBook book) implements Outcome {}

    /** @param code stable reason in kebab-case */
    public record Refused(String code, String detail) implements Outcome {}

    public Outcome decide(LimitBook book) {
        if (!staff) return new Refused("forbidden", "Only operators and administrators set limits.");
        var holders = Scope.named(scope);
        if (holders.isEmpty()) return new Refused("invalid-request", "A limit is for a user or a project.");
        var what = Limit.named(limit);
        if (what.isEmpty())
            return new Refused("invalid-request", "The limits are running_jobs, running_gpus and nodes_per_job.");
        if (name.isBlank()) return new Refused("invalid-request", "Name the user or project, or * for everybody.");
        if (value < 0) return new Refused("invalid-request", "A limit is 0 (none) or more.");
        return new Accepted(book.set(new Holder(holders.get(), name), what.get(), value));
    }
}

package org.sing.scheduling.core;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** Who used how much lately. Counted under every rule, so that one which asks for it may be chosen any time. */
public final class Usages {
    /** What runs counts as if it had run so much longer: else whoever used least would get all that is free at once. */
    static final double AHEAD_SECONDS = 3600;

    private final Table<Usage> rows;
    private final Duration halfLife;
    private final Map<Account, Standing> standings = new HashMap<>();
    private Instant now = Instant.EPOCH;

    /** The less its project used the earlier, then the less its user used in it. */
    private record Standing(double project, double user) implements Comparable<Standing> {
        private static final Comparator<Standing> ORDER =
                Comparator.comparingDouble(Standing::project).thenComparingDouble(Standing::user);

        @Override
        public int compareTo(Standing other) {
            return ORDER.compare(this, other);
        }
    }

    Usages(Table<Usage> rows, Duration halfLife) {
        this.rows = rows;
        this.halfLife = halfLife;
    }

    void at(Instant now) {
        if (now.equals(this.now)) return;
        this.now = now;
        standings.clear();
    }

    void start(Account account, int gpus) {
        change(account, gpus);
    }

    void end(Account account, int gpus) {
        change(account, -gpus);
    }

    int compare(Account a, Account b) {
        return a.equals(b) ? 0 : standing(a).compareTo(standing(b));
    }

    private void change(Account account, int gpus) {
        change(project(account), gpus);
        change(user(account), gpus);
        standings.clear();
    }

    private void change(String name, int gpus) {
        rows.put(rows.get(name).orElse(Usage.none(name, now)).plus(gpus, now, halfLife));
    }

    private Standing standing(Account account) {
        return standings.computeIfAbsent(account, asked -> new Standing(used(project(asked)), used(user(asked))));
    }

    private double used(String name) {
        return rows.get(name)
                .map(usage -> usage.at(now, halfLife) + usage.gpus() * AHEAD_SECONDS)
                .orElse(0.0);
    }

    private static String project(Account account) {
        return Limit.Scope.PROJECT + "/" + account.project();
    }

    private static String user(Account account) {
        return Limit.Scope.USER + "/" + account.project() + "/" + account.owner();
    }
}

package org.sing.incident.messaging;

import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.Outbox;
import org.sing.bus.TimedWork;
import org.sing.bus.Transactions;
import org.sing.incident.domain.Investigation;
import org.sing.incident.domain.NodeTrouble;
import org.sing.incident.domain.Outage;
import org.sing.incident.store.Filed;
import org.sing.incident.store.Files;

/** Takes the files out, works on them, puts them back and announces what came of it, in one transaction. */
@ApplicationScoped
class CaseWork {
    private final Files files;
    private final Outbox outbox;
    private final TimedWork timed;
    private final Transactions transactions;
    private final Clock clock;

    CaseWork(Files files, Outbox outbox, TimedWork timed, Transactions transactions, Clock clock) {
        this.files = files;
        this.outbox = outbox;
        this.timed = timed;
        this.transactions = transactions;
        this.clock = clock;
    }

    Uni<Void> hear(Mutiny.Session session, List<News> news) {
        if (news.isEmpty()) return Uni.createFrom().voidItem();
        var jobs = new TreeSet<String>();
        var nodes = new TreeSet<String>();
        for (var it : news) {
            it.fact().ifPresent(fact -> {
                jobs.add(fact.job());
                nodes.addAll(fact.nodes());
            });
            it.signal().ifPresent(signal -> nodes.add(signal.node()));
        }
        return files.lock(session)
                .chain(() -> desk(session, jobs, nodes, earliest(news)))
                .invoke(desk -> news.forEach(desk::hear))
                .chain(desk -> putBack(session, desk));
    }

    /** Concludes the cases that have waited long enough. */
    @Scheduled(
            every = "{sing.incident.review-every}",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP,
            skipExecutionIf = Scheduled.ApplicationNotRunning.class)
    Uni<Void> review() {
        return timed.run(() -> transactions.run(session -> {
            var before = clock.instant().minus(Investigation.PATIENCE);
            return files.waiting(session, before)
                    .chain(waiting -> waiting.isEmpty() ? Uni.createFrom().voidItem() : review(session, waiting));
        }));
    }

    private Uni<Void> review(Mutiny.Session session, List<String> jobs) {
        return files.lock(session)
                .chain(() -> desk(session, jobs, new TreeSet<>(), clock.instant()))
                .invoke(Desk::review)
                .chain(desk -> putBack(session, desk));
    }

    private Uni<Desk> desk(Mutiny.Session session, Collection<String> jobs, TreeSet<String> nodes, Instant from) {
        var troubles = nodes.isEmpty() ? List.<String>of() : troubles(nodes);
        return files.cases(session, jobs).chain(cases -> {
            nodes.addAll(nodesOf(cases));
            return files.pasts(session, nodes)
                    .chain(pasts -> files.incidents(session, troubles, from.minus(Outage.WINDOW))
                            .map(incidents -> new Desk(cases, pasts, incidents, clock.instant())));
        });
    }

    private static List<String> troubles(Collection<String> nodes) {
        return Stream.concat(nodes.stream().map(NodeTrouble::dedupKey), Stream.of(Outage.DEDUP_KEY))
                .toList();
    }

    private static Instant earliest(List<News> news) {
        return news.stream()
                .map(it -> it.message().time())
                .min(Instant::compareTo)
                .orElseThrow();
    }

    private static List<String> nodesOf(List<Filed> cases) {
        return cases.stream()
                .filter(it -> it.attempt().verdict().isEmpty())
                .flatMap(it -> it.attempt().ranks().values().stream())
                .map(end -> end.node())
                .distinct()
                .toList();
    }

    private Uni<Void> putBack(Mutiny.Session session, Desk desk) {
        return files.save(session, desk.changedCases(), desk.changedPasts(), desk.changedIncidents())
                .chain(() -> outbox.append(session, desk.announcements()));
    }
}

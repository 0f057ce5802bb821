package org.sing.incident.messaging;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sing.incident.domain.AttemptCase;
import org.sing.incident.domain.AttemptFact;
import org.sing.incident.domain.Evidence;
import org.sing.incident.domain.Incident;
import org.sing.incident.domain.Investigation;
import org.sing.incident.domain.NodePast;
import org.sing.incident.domain.NodeSignal;
import org.sing.incident.domain.NodeTrouble;
import org.sing.incident.domain.Outage;
import org.sing.incident.store.Filed;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes.Cause;

/** The files that one batch concerns, while it is worked on: what is heard changes them and makes announcements. */
final class Desk {
    private final SortedMap<Filed.Id, Filed> cases = new TreeMap<>();
    private final Map<String, NodePast> pasts = new HashMap<>();
    private final Map<String, Incident> latest = new HashMap<>();
    private final SortedMap<String, Incident> lostNodes = new TreeMap<>();
    private final SortedMap<Filed.Id, Filed> changedCases = new TreeMap<>();
    private final SortedMap<String, NodePast> changedPasts = new TreeMap<>();
    private final SortedMap<String, Incident> changedIncidents = new TreeMap<>();
    private final List<Envelope> announcements = new ArrayList<>();
    private final Instant now;

    Desk(Collection<Filed> cases, Collection<NodePast> pasts, Collection<Incident> incidents, Instant now) {
        for (var it : cases) this.cases.put(it.id(), it);
        for (var it : pasts) this.pasts.put(it.node(), it);
        incidents.forEach(this::file);
        this.now = now;
    }

    void hear(News news) {
        var cause = Cause.of(news.message());
        news.signal().ifPresent(it -> signal(it, cause));
        news.fact().ifPresent(it -> fact(it, cause));
    }

    /** Looks at every case again: time has passed. */
    void review() {
        for (var id : List.copyOf(cases.keySet())) conclude(cases.get(id));
    }

    Collection<Filed> changedCases() {
        return changedCases.values();
    }

    Collection<NodePast> changedPasts() {
        return changedPasts.values();
    }

    Collection<Incident> changedIncidents() {
        return changedIncidents.values();
    }

    List<Envelope> announcements() {
        return announcements;
    }

    private void signal(NodeSignal signal, Cause cause) {
        var past = pasts.getOrDefault(signal.node(), NodePast.unknown(signal.node()));
        var key = NodeTrouble.dedupKey(signal.node());
        NodeTrouble.on(signal, past, Optional.ofNullable(latest.get(key))).ifPresent(change -> {
            put(change, cause);
            Outage.after(change, lostNodes.values(), Optional.ofNullable(latest.get(Outage.DEDUP_KEY)))
                    .ifPresent(above -> put(above, cause));
        });
        var after = past.after(signal);
        if (after.equals(past)) return;
        pasts.put(after.node(), after);
        changedPasts.put(after.node(), after);
    }

    private void fact(AttemptFact fact, Cause cause) {
        var id = new Filed.Id(fact.job(), fact.attempt());
        var before = cases.getOrDefault(id, new Filed(AttemptCase.open(fact.job(), fact.attempt()), 0, cause));
        var after = new Filed(before.attempt().learn(fact, now), before.sequence(), cause);
        if (after.attempt().equals(before.attempt())) return;
        put(after);
        fact.hit().ifPresent(hit -> signal(hit, cause));
        conclude(after);
    }

    private void conclude(Filed filed) {
        var attempt = filed.attempt();
        Investigation.conclude(new Evidence(attempt, pasts, earlier(attempt)), now)
                .ifPresent(verdict -> {
                    var decided = new Filed(attempt.decided(verdict), nextSequence(attempt.job()), filed.cause());
                    put(decided);
                    announcements.add(Announcements.classified(decided, verdict, now));
                });
    }

    private void put(NodeTrouble.Change change, Cause cause) {
        file(change.incident());
        changedIncidents.put(change.incident().id(), change.incident());
        announcements.addAll(Announcements.changed(change, cause, now));
    }

    private void file(Incident incident) {
        latest.merge(incident.dedupKey(), incident, (one, other) -> one.count() > other.count() ? one : other);
        if (incident.kind().equals(NodeTrouble.KIND)) lostNodes.put(incident.id(), incident);
    }

    private void put(Filed filed) {
        cases.put(filed.id(), filed);
        changedCases.put(filed.id(), filed);
    }

    private List<AttemptCase> earlier(AttemptCase attempt) {
        return ofJob(attempt.job()).stream()
                .map(Filed::attempt)
                .filter(it -> it.verdict().isPresent())
                .toList();
    }

    private long nextSequence(String job) {
        return 1 + ofJob(job).stream().mapToLong(Filed::sequence).max().orElse(0);
    }

    private Collection<Filed> ofJob(String job) {
        return cases.subMap(new Filed.Id(job, 0), new Filed.Id(job, Integer.MAX_VALUE))
                .values();
    }
}

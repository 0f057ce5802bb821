package org.sing.scheduling.core.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sing.scheduling.core.Allocation;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Share;

/**
 * A second, dumber account of the same campus: it hears the same events and the decisions, recomputes everything from
 * scratch by brute force, and never looks into the core.
 */
final class Judge {
    private final Model model;
    private final Law law;
    private final Map<String, Long> said = new HashMap<>();
    private final Set<String> stopped = new HashSet<>();
    private final Map<String, Instant> reported = new HashMap<>();
    int overtakings;
    int declared;

    Judge(Model model, Law law) {
        this.model = model;
        this.law = law;
    }

    /** An agent put the end of a rank on the bus. */
    void reported(String allocation, String node, Instant now) {
        reported.putIfAbsent(allocation + " " + node, now);
    }

    /** Called after every event with everything that was decided upon it. */
    void see(Event event, List<Decision> decisions, Instant now) {
        model.fold(event, now);
        for (var decision : decisions) decided(decision, now);
        cordonsAreOrders(decisions);
        for (var decision : decisions)
            if (decision instanceof Decision.Stop stop) stopped.add(stop.node() + " " + stop.allocation());
        if (event instanceof Event.RankFinished finished && !finished.well()) gangEnds(finished);
        var nothingChanged = event instanceof Event.NodeRenewed || event instanceof Event.RankStarted;
        if (nothingChanged && decisions.isEmpty()) return;
        var groups = new HashSet<String>();
        for (var job : model.jobs.values()) groups.add(job.as.group());
        for (var group : groups) nothingMoreCanStart(group, now);
    }

    /** Facts and commands that left: per subject counted without a gap. */
    void published(Decision decision) {
        var subject = switch (decision) {
            case Decision.JobFact fact -> "jobs/" + fact.job();
            case Decision.Command command -> "commands/" + command.node();
            case Decision.CordonAcknowledged cordon -> "nodes/" + cordon.node();
            case Decision.GroupFact fact -> "groups/" + fact.group();
            case Decision.ReservationFact fact -> "reservations/" + fact.name();
        };
        assertEquals(said.merge(subject, 1L, Long::sum), decision.sequence(), "no gap on " + subject);
    }

    boolean nothingHeld() {
        return model.held.isEmpty();
    }

    /** Jobs that can never start: too large for these nodes. */
    boolean hopeless(String id) {
        var job = model.job(id);
        return job == null
                || model.fit().hopeless(job)
                || !job.request.where().reservation().isEmpty();
    }

    private void decided(Decision decision, Instant now) {
        switch (decision) {
            case Decision.Placed placed -> placed(placed, now);
            case Decision.Released released -> {
                model.released(released);
                law.released(released, now);
            }
            case Decision.AttemptEnded ended -> ended(ended);
            case Decision.CordonAcknowledged cordon -> listsWhatIsInFlight(cordon);
            case Decision.Withdrawn withdrawn ->
                assertTrue(model.job(withdrawn.job()).cancelled, "only what was cancelled is withdrawn");
            case Decision.Waits waits -> {}
            case Decision.GroupFact fact -> {}
            case Decision.ReservationFact fact -> model.reserved(fact);
            case Decision.Start start ->
                assertTrue(
                        model.held.get(start.allocation()).shares().containsValue(start.share()),
                        "starts what is held");
            case Decision.Stop stop -> {}
            case Decision.Cordon cordon -> {}
        }
    }

    private void ended(Decision.AttemptEnded ended) {
        declared++;
        if (ended.cause() == Allocation.Cause.NODE_LOST)
            assertTrue(model.machine(ended.node()).safeAt.isEmpty(), "not before its jobs are dead: " + ended);
        var report = reported.get(ended.allocation() + " " + ended.node());
        assertTrue(report == null || !report.isBefore(model.heard), "its end was on the bus already: " + ended);
        model.ended(ended);
    }

    private void listsWhatIsInFlight(Decision.CordonAcknowledged cordon) {
        var inFlight = new ArrayList<String>();
        model.held.forEach((id, allocation) -> {
            if (allocation.shares().values().stream()
                    .anyMatch(share -> share.node().equals(cordon.node()))) inFlight.add(id);
        });
        assertEquals(
                inFlight,
                cordon.inFlight().stream().map(Decision.InFlight::allocation).toList(),
                "the acknowledgement lists what is in flight");
    }

    private void placed(Decision.Placed placed, Instant now) {
        var job = model.job(placed.job());
        assertTrue(model.ready(job), "only what is queued, eligible and within its limits starts: " + placed);
        assertEquals(job.attempt + 1, placed.attempt(), "attempts have no gap");
        var head = model.head(job.as.group()).orElseThrow();
        if (head == job) assertTrue(placed.overtaken().isEmpty(), "the head overtakes nobody");
        else {
            overtakings++;
            law.overtakes(placed, job, head, now);
        }
        law.place(placed, job, now);
        for (var share : placed.shares()) share(share, job);
        model.placed(placed);
        law.placed(placed, job, now);
        noNodeIsOverCommitted(placed);
    }

    private void share(Share share, Waiting job) {
        var machine = model.machine(share.node());
        assertTrue(machine.open(), "on a node that may be used: " + share);
        assertTrue(model.admits(job, machine), "not where somebody else reserved: " + share);
        assertEquals(job.request.gpusPerNode(), Set.copyOf(share.gpus()).size(), "all GPUs or nothing");
        assertEquals(machine.as.incarnation(), share.incarnation(), "under the lease of today");
        assertEquals(Fit.cpus(job.request, machine), share.cpus(), "its share of processors");
        assertEquals(Fit.memory(job.request, machine), share.memory(), "its share of memory");
        assertTrue(
                !job.request.excluded().contains(share.node()) || model.fit().unavoidable(job),
                "not where it must not run");
    }

    private void noNodeIsOverCommitted(Decision.Placed placed) {
        for (var entry : model.machines.entrySet()) {
            var machine = entry.getValue();
            if (machine.as == null) continue;
            var shares = model.sharesOn(entry.getKey());
            var gpus = new ArrayList<String>();
            shares.forEach(share -> gpus.addAll(share.gpus()));
            assertEquals(Set.copyOf(gpus).size(), gpus.size(), "no GPU twice on " + entry.getKey() + ": " + placed);
            assertTrue(shares.stream().mapToInt(Share::cpus).sum() <= machine.as.cpus(), "processors: " + placed);
            assertTrue(shares.stream().mapToLong(Share::memory).sum() <= machine.as.memory(), "memory: " + placed);
        }
    }

    /** Whoever reads that a cordon is acknowledged finds the order among the commands of the node. */
    private static void cordonsAreOrders(List<Decision> decisions) {
        var ordered = new HashSet<String>();
        for (var decision : decisions) {
            if (decision instanceof Decision.Cordon order) ordered.add(order.node() + " " + order.version());
            if (decision instanceof Decision.CordonAcknowledged told)
                assertTrue(ordered.contains(told.node() + " " + told.version()), "ordered first: " + told);
        }
    }

    /** One bad end is the end of all: whoever still runs has been told to stop. */
    private void gangEnds(Event.RankFinished finished) {
        var allocation = model.held.get(finished.allocation());
        if (allocation == null || allocation.shares().containsKey(finished.rank())) return;
        for (var share : allocation.shares().values())
            assertTrue(stopped.contains(share.node() + " " + finished.allocation()), "all or nothing: " + finished);
    }

    private void nothingMoreCanStart(String group, Instant now) {
        law.settle();
        var head = model.head(group);
        if (head.isEmpty()) return;
        assertTrue(!law.fits(head.get()), "the head does not wait for what is free: " + head.get().as);
        law.atRest(group, head.get(), now);
    }
}

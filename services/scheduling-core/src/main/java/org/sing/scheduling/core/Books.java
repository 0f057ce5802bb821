package org.sing.scheduling.core;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.LongFunction;

/** All records of the state, and the decisions of the step that is being taken. */
final class Books {
    final Table<Job> jobs = new Table<>(Job::id);
    final Table<Allocation> allocations = new Table<>(Allocation::id);
    final Table<Node> nodes = new Table<>(Node::name);
    final Table<Limit> limits = new Table<>(limit -> limit.scope() + "/" + limit.name());
    final Table<Head> heads = new Table<>(Head::group);
    final Table<History> histories = new Table<>(History::kind);
    final Table<Overtaker> overtakers = new Table<>(Overtaker::allocation);
    final Table<Usage> usages = new Table<>(Usage::name);
    final Table<Choice> choices = new Table<>(Choice::group);
    final Table<Window> windows = new Table<>(Window::name);
    private final List<Decision> decisions = new ArrayList<>();
    private long epoch;

    Books(Snapshot snapshot, long epoch) {
        this.epoch = epoch;
        snapshot.jobs().forEach(jobs::load);
        snapshot.allocations().forEach(allocations::load);
        snapshot.nodes().forEach(nodes::load);
        snapshot.limits().forEach(limits::load);
        snapshot.heads().forEach(heads::load);
        snapshot.histories().stream().filter(history -> !history.forgotten()).forEach(histories::load);
        snapshot.overtakers().stream().filter(entry -> !entry.settled()).forEach(overtakers::load);
        snapshot.choices().forEach(choices::load);
        snapshot.usages().forEach(usages::load);
        snapshot.windows().forEach(windows::load);
    }

    long epoch() {
        return epoch;
    }

    void lead(long epoch) {
        this.epoch = epoch;
    }

    /** Says a fact about the job under its next sequence. */
    Job tell(Job job, LongFunction<Decision> fact) {
        var told = jobs.put(job.tell());
        decisions.add(fact.apply(told.told()));
        return told;
    }

    Node tell(Node node, LongFunction<Decision> fact) {
        var told = nodes.put(node.tell());
        decisions.add(fact.apply(told.told()));
        return told;
    }

    Choice tell(Choice choice, LongFunction<Decision> fact) {
        var told = choices.put(choice.tell());
        decisions.add(fact.apply(told.told()));
        return told;
    }

    Window tell(Window window, BiFunction<Window, Long, Decision> fact) {
        var told = windows.put(window.tell());
        decisions.add(fact.apply(told, told.told()));
        return told;
    }

    /** Sends the agent of the node a command and returns its sequence. */
    long command(String node, LongFunction<Decision> command) {
        var commanded = nodes.put(nodes.get(node).orElseThrow().command());
        decisions.add(command.apply(commanded.commands()));
        return commanded.commands();
    }

    List<Decision> decisions() {
        var decided = List.copyOf(decisions);
        decisions.clear();
        return decided;
    }

    Snapshot snapshot() {
        return new Snapshot(
                jobs.sorted(),
                allocations.sorted(),
                nodes.sorted(),
                limits.sorted(),
                heads.sorted(),
                histories.sorted(),
                overtakers.sorted(),
                choices.sorted(),
                usages.sorted(),
                windows.sorted());
    }

    Snapshot copy() {
        return new Snapshot(
                jobs.copy(),
                allocations.copy(),
                nodes.copy(),
                limits.copy(),
                heads.copy(),
                histories.copy(),
                overtakers.copy(),
                choices.copy(),
                usages.copy(),
                windows.copy());
    }

    Snapshot changes() {
        return new Snapshot(
                jobs.collect(),
                allocations.collect(),
                nodes.collect(),
                limits.collect(),
                heads.collect(),
                histories.collect(),
                overtakers.collect(),
                choices.collect(),
                usages.collect(),
                windows.collect());
    }
}

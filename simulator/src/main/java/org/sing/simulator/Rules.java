package org.sing.simulator;

import java.util.List;
import org.sing.scheduling.core.Rule;

/** The rules that can be compared: those that run live, and oracles. */
enum Rules {
    SING(
            Rule.SING,
            Knowledge.REQUESTED,
            "first come, first served; later jobs pass the first up to as many GPUs as it asks for"),
    FCFS(Rule.FCFS, Knowledge.REQUESTED, "first come, first served; nobody passes"),
    FAIRSHARE(
            Rule.FAIRSHARE,
            Knowledge.REQUESTED,
            "who used least in the last weeks first; later jobs pass the first up to as many GPUs as it asks for"),
    EASY(Rule.EASY, Knowledge.REQUESTED, "one reservation for the first, by the time limits of the trace"),
    EASY_PERFECT(Rule.EASY, Knowledge.PERFECT, "one reservation, knowing how long jobs will run"),
    CAMPUS(
            Rule.CAMPUS,
            Knowledge.REQUESTED,
            "least work first as far as learned from finished jobs, with a bound on being passed"),
    CAMPUS_UNASKED(Rule.CAMPUS, Knowledge.NOTHING, "the same, not looking at time limits"),
    SJF(Rule.SJF, Knowledge.PERFECT, "shortest first, knowing how long jobs will run; nobody passes the shortest"),
    SJF_EASY(Rule.SJF_EASY, Knowledge.PERFECT, "shortest first with one reservation, knowing how long jobs will run");

    final Rule rule;
    final Knowledge knowledge;
    final String sentence;

    Rules(Rule rule, Knowledge knowledge, String sentence) {
        this.rule = rule;
        this.knowledge = knowledge;
        this.sentence = sentence;
    }

    String label() {
        return name().toLowerCase().replace('_', '-');
    }

    /** Whether it is told what nobody can know. */
    boolean oracle() {
        return knowledge == Knowledge.PERFECT;
    }

    static Rules named(String label) {
        for (var rule : values()) if (rule.label().equals(label)) return rule;
        throw new IllegalArgumentException(
                "there is no rule '%s'; there are %s".formatted(label, String.join(", ", labels())));
    }

    static List<String> labels() {
        return List.of(values()).stream().map(Rules::label).toList();
    }
}

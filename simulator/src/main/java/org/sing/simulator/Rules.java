package org.sing.simulator;

import java.util.List;
import org.sing.scheduling.core.Rule;

/** The rules that can be compared: those that run live, and oracles. */
enum Rules {
    SING(Rule.SING, Knowledge.REQUESTED),
    FCFS(Rule.FCFS, Knowledge.REQUESTED),
    EASY(Rule.EASY, Knowledge.REQUESTED),
    EASY_PERFECT(Rule.EASY, Knowledge.PERFECT),
    CAMPUS(Rule.CAMPUS, Knowledge.REQUESTED),
    CAMPUS_UNASKED(Rule.CAMPUS, Knowledge.NOTHING),
    SJF(Rule.SJF, Knowledge.PERFECT),
    SJF_EASY(Rule.SJF_EASY, Knowledge.PERFECT);

    final Rule rule;
    final Knowledge knowledge;

    Rules(Rule rule, Knowledge knowledge) {
        this.rule = rule;
        this.knowledge = knowledge;
    }

    String label() {
        return name().toLowerCase().replace('_', '-');
    }

    static Rules named(String label) {
        for (var rule : values()) if (rule.label().equals(label)) return rule;
        throw new IllegalArgumentException("no such rule: " + label + "; known are " + labels());
    }

    static List<String> labels() {
        return List.of(values()).stream().map(Rules::label).toList();
    }
}

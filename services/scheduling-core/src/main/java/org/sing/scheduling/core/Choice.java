package org.sing.scheduling.core;

import java.time.Instant;

/**
 * Under which rule a group is, as it was last said.
 *
 * @param chosen whether an administrator chose it while running: then the configuration does not change it
 * @param told facts about this group that were said so far
 * @param aim what was learned about the starts that are expected under this rule
 */
public record Choice(String group, String rule, boolean chosen, long told, Aim aim) {

    /** Rows of older releases learned nothing. */
    public Choice {
        aim = aim == null ? Aim.STRAIGHT : aim;
    }

    static Choice none(String group) {
        return new Choice(group, "", false, 0, Aim.STRAIGHT);
    }

    Choice of(String rule, boolean chosen) {
        return new Choice(group, rule, chosen, told, rule.equals(this.rule) ? aim : Aim.STRAIGHT);
    }

    Choice tell() {
        return new Choice(group, rule, chosen, told + 1, aim);
    }

    Choice learn(StartRange seen, Instant started) {
        return new Choice(group, rule, chosen, told, aim.learn(seen, started));
    }
}

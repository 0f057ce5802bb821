package org.sing.scheduling.core;

/**
 * Under which rule a group is, as it was last said.
 *
 * @param chosen whether an administrator chose it while running: then the configuration does not change it
 * @param told facts about this group that were said so far
 */
public record Choice(String group, String rule, boolean chosen, long told) {

    static Choice none(String group) {
        return new Choice(group, "", false, 0);
    }

    Choice of(String rule, boolean chosen) {
        return new Choice(group, rule, chosen, told);
    }

    Choice tell() {
        return new Choice(group, rule, chosen, told + 1);
    }
}

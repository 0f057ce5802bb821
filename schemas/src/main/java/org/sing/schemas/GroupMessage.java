package org.sing.schemas;

/** Under which rule a resource group is; key is the group, subject {@code groups/<group>}. */
public sealed interface GroupMessage {
    String group();

    /**
     * Command: another rule shall decide in this group.
     *
     * @param rule {@code sing}, {@code fcfs}, {@code easy}, {@code campus} or {@code fairshare}
     */
    record ChooseRule(Requester requester, String group, String rule) implements GroupMessage {}

    /**
     * Event: from here on this rule decides. Also said once of every new group, and after a change of the configuration.
     *
     * @param before the rule until now; empty when the group is new
     * @param by who chose it, or the service when it is configured so
     */
    record RuleChanged(String group, String before, String rule, String by) implements GroupMessage {}
}

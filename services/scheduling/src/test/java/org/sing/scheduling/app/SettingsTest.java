package org.sing.scheduling.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sing.scheduling.core.Rule;
import org.sing.scheduling.core.SmallJobs;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SettingsTest {

    @ParameterizedTest
    @ValueSource(strings = {"sing", "fcfs", "easy", "campus", "fairshare"})
    void an_operator_chooses_a_rule_by_its_name(String name) {
        assertEquals(
                name,
                settings(Map.of("sing.scheduling.rule", name)).core().rule().name());
    }

    @Test
    void without_a_choice_it_is_sing() {
        assertEquals(Rule.SING, settings(Map.of()).core().rule());
    }

    @Test
    void a_group_may_have_a_rule_of_its_own() {
        var core = settings(Map.of("sing.scheduling.rule", "fcfs", "sing.scheduling.rules.debug", "campus"))
                .core();
        assertEquals(Map.of("debug", Rule.CAMPUS), core.rules());
        assertEquals(Rule.FCFS, core.rule());
    }

    @Test
    void nodes_are_kept_for_small_jobs_where_an_operator_says_so() {
        assertEquals(Set.of(), settings(Map.of()).core().smallJobs().nodes());
        var core = settings(Map.of(
                        "sing.scheduling.small-jobs.nodes",
                        "gpu-01,gpu-02",
                        "sing.scheduling.small-jobs.most-gpus",
                        "2"))
                .core();
        assertEquals(new SmallJobs(Set.of("gpu-01", "gpu-02"), 2), core.smallJobs());
    }

    @Test
    void with_a_rule_that_does_not_exist_nothing_starts_and_the_message_names_those_that_do() {
        var refused = assertThrows(RuntimeException.class, () -> settings(Map.of("sing.scheduling.rule", "best")));
        assertTrue(
                refused.getMessage()
                        .contains("There is no rule best; the rules are sing, fcfs, easy, campus, fairshare."),
                refused.getMessage());
    }

    private static Settings settings(Map<String, String> properties) {
        return new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(properties, "an operator", 100))
                .withMapping(Settings.class)
                .build()
                .getConfigMapping(Settings.class);
    }
}

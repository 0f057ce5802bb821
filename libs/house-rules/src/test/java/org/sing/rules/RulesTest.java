package org.sing.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.example.bad.api.Leaking;
import org.sing.example.good.domain.Queue;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RulesTest {
    private static final String BAD = "org.sing.example.bad.domain..";
    private static final String GOOD = "org.sing.example.good.domain..";

    @Test
    void a_domain_that_imports_a_framework_is_caught() {
        assertEquals(Set.of("Framed"), offenders(Rules.domainIsPlainJava(BAD, List.of())));
    }

    @Test
    void a_framework_named_as_a_neighbour_is_let_through() {
        assertEquals(Set.of(), offenders(Rules.domainIsPlainJava(BAD, List.of("jakarta.ws.rs.."))));
    }

    @Test
    void a_domain_that_knows_files_is_caught() {
        assertEquals(Set.of("Reading"), offenders(Rules.domainTouchesNoMachine(BAD)));
    }

    @Test
    void a_domain_that_reads_the_clock_or_throws_dice_is_caught() {
        assertEquals(Set.of("Clocked", "Dicing", "Referring"), offenders(Rules.domainIsDeterministic(BAD)));
    }

    @Test
    void a_domain_that_takes_time_and_seed_as_arguments_passes() {
        assertEquals(Set.of(), offenders(Rules.domainIsPlainJava(GOOD, List.of())));
        assertEquals(Set.of(), offenders(Rules.domainTouchesNoMachine(GOOD)));
        assertEquals(Set.of(), offenders(Rules.domainIsDeterministic(GOOD)));
    }

    @Test
    void a_request_parameter_in_a_field_is_caught() {
        assertEquals(Set.of("Leaking"), offenders(Rules.noRequestParameterIsAField()));
    }

    @Test
    void a_class_that_sleeps_is_caught() {
        assertEquals(Set.of("Leaking"), offenders(Rules.noTestSleeps()));
    }

    @Test
    void an_import_from_another_service_is_caught() {
        var rule = Rules.importsNoOtherService("org.sing.example.bad", List.of());
        assertEquals(Set.of("Leaking"), offenders(rule, Leaking.class));
        assertEquals(
                Set.of(),
                offenders(
                        Rules.importsNoOtherService("org.sing.example.bad", List.of("org.sing.example.good")),
                        Leaking.class));
    }

    @Test
    void a_package_whose_name_only_begins_alike_is_another_service() {
        var rule = Rules.importsNoOtherService("org.sing.example.bad", List.of("org.sing.example.goo"));
        assertEquals(Set.of("Leaking"), offenders(rule, Leaking.class));
    }

    @Test
    void a_rule_that_finds_nothing_to_look_at_fails() {
        var classes = new ClassFileImporter().importClasses(Queue.class);
        for (var rule : List.of(
                Rules.domainIsPlainJava("org.sing.nowhere..", List.of()),
                Rules.domainTouchesNoMachine("org.sing.nowhere.."),
                Rules.domainIsDeterministic("org.sing.nowhere.."))) {
            var failure = assertThrows(AssertionError.class, () -> rule.check(classes));
            assertTrue(failure.getMessage().contains("failed to check any classes"), failure.getMessage());
        }
        var nothing = new ClassFileImporter().importClasses();
        for (var rule : List.of(
                Rules.importsNoOtherService("org.sing.nowhere", List.of()),
                Rules.noRequestParameterIsAField(),
                Rules.noTestSleeps())) assertThrows(AssertionError.class, () -> rule.check(nothing));
    }

    private static Set<String> offenders(ArchRule rule, Class<?>... only) {
        var importer = new ClassFileImporter();
        var classes = only.length == 0 ? importer.importPackages("org.sing.example") : importer.importClasses(only);
        var name = Pattern.compile("org\\.sing\\.example\\.\\w+\\.\\w+\\.(\\w+)");
        return rule.evaluate(classes).getFailureReport().getDetails().stream()
                .map(name::matcher)
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

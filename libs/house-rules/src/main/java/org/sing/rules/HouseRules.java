package org.sing.rules;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The rules of every module. Inherit it in a test and name the module's root package. */
@DisplayNameGeneration(ReplaceUnderscores.class)
public abstract class HouseRules {
    private static final Path MAIN = Path.of("target", "classes");
    private static final Path TESTS = Path.of("target", "test-classes");

    private final String root;
    private final List<String> neighbours;

    /** @param neighbours root packages of further modules that this one may import, each with its reason */
    protected HouseRules(String root, String... neighbours) {
        this.root = root;
        this.neighbours = List.of(neighbours);
    }

    @Test
    void it_imports_no_other_service() {
        Rules.importsNoOtherService(root, neighbours).check(production());
    }

    @Test
    void no_request_parameter_is_a_field() {
        Rules.noRequestParameterIsAField().check(production());
    }

    @Test
    void no_test_sleeps() {
        Rules.noTestSleeps().check(new ClassFileImporter().importPath(TESTS));
    }

    @Test
    void it_says_in_a_README_what_it_is() {
        assertTrue(Files.isRegularFile(Path.of("README.md")), "README.md is missing");
    }

    JavaClasses production() {
        return new ClassFileImporter().importPath(MAIN);
    }

    List<String> neighbourPackages() {
        return neighbours.stream().map(name -> name + "..").toList();
    }
}

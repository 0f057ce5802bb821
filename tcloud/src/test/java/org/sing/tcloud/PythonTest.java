package org.sing.tcloud;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The tests that are written in Python, each counted as one of the build's. */
class PythonTest {

    @TestFactory
    Stream<DynamicTest> tests() throws Exception {
        assumeTrue(Python.there(), "there is no python3 on the PATH");
        var lines = Python.output(List.of("python3", "src/test/python/run.py"))
                .lines()
                .toList();
        assertTrue(lines.size() > 10, "the tests were not found");
        return lines.stream().map(line -> line.split("\t", 3)).map(PythonTest::test);
    }

    private static DynamicTest test(String[] outcome) {
        var name = outcome[1].replaceFirst(".*\\.test_", "").replace('_', ' ');
        return DynamicTest.dynamicTest(name, () -> {
            switch (outcome[0]) {
                case "ok" -> {}
                case "skipped" -> abort(outcome[2]);
                default -> fail(outcome[2].replace("\\n", "\n"));
            }
        });
    }
}

package org.sing.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The entry script on a machine that we make up: its own PATH, its own JDKs, and a Maven that does nothing. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ScriptTest {

    @TempDir
    Path machine;

    private Path checkout;
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void a_checkout_whose_launcher_is_built() throws IOException {
        checkout = Files.createDirectories(machine.resolve("check out"));
        var root = Path.of(System.getProperty("sing.root"));
        Files.copy(root.resolve("sing"), checkout.resolve("sing"));
        Files.createDirectories(checkout.resolve("platform/target"));
        Files.createFile(checkout.resolve("platform/target/platform.jar"));
        Files.createFile(checkout.resolve("pom.xml"));
        Files.createDirectories(checkout.resolve(".mvn"));
        environment.put("SING_JDK_PATH", machine.resolve("jdks") + "/*");
    }

    @Test
    void the_newest_jdk_is_taken() throws Exception {
        jdk("jdks/a", "21.0.4");
        jdk("jdks/b", "25.0.1");
        jdk("jdks/c", "17.0.9");
        assertTrue(run("status").output.startsWith("java of " + machine.resolve("jdks/b")), run("status").output);
    }

    @Test
    void a_java_home_that_is_new_enough_wins_and_one_that_is_too_old_is_passed_over() throws Exception {
        jdk("jdks/b", "25");
        environment.put("JAVA_HOME", jdk("mine", "21").toString());
        assertTrue(run("status").output.startsWith("java of " + machine.resolve("mine")));
        environment.put("JAVA_HOME", jdk("old", "17.0.2").toString());
        assertTrue(run("status").output.startsWith("java of " + machine.resolve("jdks/b")));
    }

    @Test
    void without_a_new_enough_jdk_one_sentence_and_the_way_out_are_shown() throws Exception {
        jdk("jdks/c", "17.0.9");
        var answer = run("status");
        assertEquals(1, answer.status);
        assertTrue(answer.output.startsWith("SING needs a JDK, version 21 or newer, and found none."), answer.output);
        assertTrue(answer.output.contains("apt install"));
    }

    @Test
    void without_maven_a_build_says_so() throws Exception {
        jdk("jdks/b", "25");
        environment.put("MVN", machine.resolve("nowhere/mvn").toString());
        var answer = run("up");
        assertEquals(1, answer.status);
        assertTrue(answer.output.contains("there is none on the PATH"), answer.output);
    }

    @Test
    void a_second_start_builds_nothing_and_a_changed_source_is_built() throws Exception {
        jdk("jdks/b", "25");
        environment.put(
                "MVN",
                program("mvn", "echo '[INFO] Building Platform 0.1.0 [1/1]'").toString());
        Files.createDirectories(checkout.resolve("services/scheduling/src/main"));
        assertTrue(run("up").output.contains("[1/1]    Platform"));
        assertTrue(run("up").output.startsWith("java of"));
        Files.createFile(checkout.resolve("services/scheduling/src/main/Queue.java"));
        assertTrue(run("up").output.contains("[1/1]    Platform"));
    }

    @Test
    void a_start_inside_a_test_builds_nothing_however_old_the_build_is() throws Exception {
        jdk("jdks/b", "25");
        environment.put(
                "MVN",
                program("mvn", "echo '[INFO] Building Platform 0.1.0 [1/1]'").toString());
        environment.put("SING_BUILD", "never");
        assertTrue(run("up").output.startsWith("java of"));
    }

    @Test
    void a_failed_build_shows_the_error_and_the_log() throws Exception {
        jdk("jdks/b", "25");
        environment.put(
                "MVN",
                program("mvn", "echo '[ERROR] Queue.java:[3,1] no'; printf no-new-line; exit 1")
                        .toString());
        var answer = run("up");
        assertEquals(1, answer.status);
        assertTrue(answer.output.contains("Queue.java:[3,1] no"), answer.output);
        assertTrue(answer.output.contains("build.log"), answer.output);
    }

    @Test
    void tests_are_counted_from_the_reports_of_this_run_alone() throws Exception {
        jdk("jdks/b", "25");
        var old = report("services/old", "tests=\"50\" errors=\"0\" skipped=\"0\" failures=\"0\"");
        Files.setLastModifiedTime(old, java.nio.file.attribute.FileTime.fromMillis(0));
        var reports = checkout.resolve("services/new/target/surefire-reports");
        environment.put("MVN", program("mvn", """
                mkdir -p '%s'
                echo '<testsuite name="A" time="1" tests="5" errors="1" skipped="1" failures="1"></testsuite>' >'%s/TEST-A.xml'
                exit 1""".formatted(reports, reports)).toString());
        var answer = run("test");
        assertEquals(1, answer.status);
        assertEquals(
                "2 passed, 2 failed, 1 skipped",
                answer.output.strip().lines().toList().getLast());
    }

    private Path report(String module, String counts) throws IOException {
        var folder = Files.createDirectories(checkout.resolve(module).resolve("target/surefire-reports"));
        return Files.writeString(folder.resolve("TEST-Old.xml"), "<testsuite name=\"Old\" " + counts + "/>\n");
    }

    private Path jdk(String name, String version) throws IOException {
        var home = machine.resolve(name);
        program(name + "/bin/java", "echo java of " + home);
        program(name + "/bin/javac", "true");
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private Path program(String name, String script) throws IOException {
        var file = machine.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file;
    }

    private Answer run(String... arguments) throws Exception {
        var command = new java.util.ArrayList<String>();
        command.add(checkout.resolve("sing").toString());
        command.addAll(java.util.List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("HOME", machine.toString());
        builder.environment().putAll(environment);
        var process = builder.start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), output);
    }

    private record Answer(int status, String output) {}
}

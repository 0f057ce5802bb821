package org.sing.agent.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Jobs that run under the accounts of those who handed them in. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OwnersJobsTest extends ProcessBench {
    private static final int ALICE = 12_001;
    private static final int BOB = 12_002;
    private static final int STAFF = 12_000;

    @BeforeEach
    void only_root_can_become_others() throws IOException {
        Assumptions.assumeTrue(Accounts.root(), "the tests do not run as root");
    }

    @Override
    Accounts accounts() {
        var people = Map.of("user-1", person("alice", ALICE), "user-2", person("bob", BOB));
        return new Accounts() {
            @Override
            public Account of(String owner) throws IOException {
                return Optional.ofNullable(people.get(owner)).orElseThrow(() -> new IOException("no account here"));
            }

            @Override
            public void check(Path state) {}
        };
    }

    private Account person(String name, int uid) {
        var person = new Account.Person(name, folder.resolve(name));
        return new Account(uid, STAFF, List.of(12_005), Optional.of(person));
    }

    @Test
    void a_job_has_the_rights_the_home_and_the_name_of_its_owner() throws IOException {
        home("alice", ALICE);
        runOf(
                "user-1",
                "a",
                "echo $(id -u) $(id -G)",
                "echo $USER $HOME",
                "echo kept > ~/result; ls -l /proc/self/fd >&2");
        end("a");
        assertEquals(
                ALICE + " " + STAFF + " 12005", stored("a").lines().findFirst().orElseThrow());
        assertEquals(
                "alice " + folder.resolve("alice"),
                stored("a").lines().skip(1).findFirst().orElseThrow());
        assertEquals("kept\n", Files.readString(folder.resolve("alice/result")));
        assertEquals(ALICE, Files.getAttribute(folder.resolve("alice/result"), "unix:uid"));
        assertEquals(STAFF, Files.getAttribute(folder.resolve("alice/result"), "unix:gid"));
    }

    @Test
    void what_a_job_has_is_nothing_to_the_jobs_of_others() throws IOException {
        home("alice", ALICE);
        runOf("user-1", "a", "echo secret > mine; sleep 1000");
        var work = site("a").folder().resolve("work");
        runOf(
                "user-2",
                "b",
                "cat %s/mine".formatted(work),
                "cat /proc/%d/environ".formatted(running("a").pid()),
                "kill -0 %d".formatted(running("a").pid()),
                "touch %s/b".formatted(work),
                "exit 0");
        end("b");
        var refused = stored("b").lines().filter(line -> !line.isBlank()).toList();
        assertEquals(4, refused.size(), refused.toString());
        assertTrue(
                refused.stream().allMatch(it -> it.contains("ermission denied") || it.contains("not permitted")),
                refused.toString());
    }

    @Test
    void who_has_no_account_on_the_node_is_told_so() {
        watcher.launch(site("c"), startOf("user-3", "c", Map.of(), "true"));
        assertEquals(
                "could not be started: no account here",
                org.awaitility.Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() -> failed.get("c"), java.util.Objects::nonNull));
    }

    private void runOf(String owner, String job, String... script) {
        watcher.launch(site(job), startOf(owner, job, Map.of(), lines(script)));
        running(job);
    }

    /** Each line goes on when the one before failed. */
    private static String[] lines(String... script) {
        var all = new String[script.length + 1];
        all[0] = "set +e";
        System.arraycopy(script, 0, all, 1, script.length);
        return all;
    }

    private void home(String name, int uid) throws IOException {
        var home = Files.createDirectory(folder.resolve(name));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
        Files.setAttribute(home, "unix:uid", uid);
    }
}

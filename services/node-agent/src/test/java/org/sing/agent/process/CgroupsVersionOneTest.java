package org.sing.agent.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Of version 1 the hierarchy that counts processes. */
class CgroupsVersionOneTest extends CgroupsContract {
    @Override
    boolean meant(Path base) {
        return !Files.exists(base.resolveSibling("cgroup.controllers"));
    }

    @Test
    void a_job_has_no_more_processes_than_its_limit() throws IOException {
        run("a", "i=0; while [ $i -lt 200 ]; do sleep 1000 & i=$((i+1)); echo $i >>count; done; echo all of them");
        end("a");
        var count = Files.readAllLines(site("a").folder().resolve("work/count")).size();
        assertTrue(count > 10 && count < 64, count + " processes");
    }

    @Test
    void a_job_that_forks_without_end_ends_nevertheless() throws IOException {
        // The kernel's limit for a user is for the day when containment is broken: the machine must outlive this test.
        run("a", "ulimit -p 500 || exit 9", "b() { b & b & sleep 0.1; b; }", "b & sleep 0.5; exit 3");
        assertEquals(OptionalInt.of(3), end("a").status());
        watcher.finish(site("a"));
    }
}

package org.sing.submission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.submission.Campus.ADA;
import static org.sing.submission.Campus.PROFILE;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.testkit.TestBus;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.JobCommand;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Topics;

/** Jobs that bring files. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class FilesOnTheBusTest {
    private static final String SNAPSHOT = "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef";
    private static final String CHEAT = "{\"script\": [\"true\"], \"env\": {\"SING_SNAPSHOT\": \"of somebody else\"}}";

    private final TestBus bus = TestBus.connect();
    private final Campus campus = new Campus(bus);

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void a_job_brings_the_files_that_its_request_names_and_no_others() {
        campus.say(
                campus.command(new JobCommand.Submit(campus.job, ADA, "", CHEAT, "json", "h", Optional.of(SNAPSHOT))));
        assertEquals(Optional.of(SNAPSHOT), spec().snapshot());
        assertEquals(Map.of("SING_SNAPSHOT", SNAPSHOT), spec().environment());
    }

    @Test
    void a_profile_names_no_snapshot() {
        campus.say(campus.submit(CHEAT));
        assertEquals(Optional.empty(), spec().snapshot());
        assertEquals(Map.of(), spec().environment());
    }

    @Test
    void what_is_no_id_of_a_snapshot_is_refused() {
        campus.say(campus.command(
                new JobCommand.Submit(campus.job, ADA, "", PROFILE, "yaml", "h", Optional.of("../../etc"))));
        var refused = said("org.sing.command.refused.v1", CommandOutcome.Refused.class);
        assertEquals(
                "The id of a snapshot is 64 hexadecimal digits.",
                refused.errors().getFirst().detail());
    }

    private JobSpec spec() {
        return said("org.sing.job.submitted.v1", JobEvent.Submitted.class).spec();
    }

    private <T extends Record> T said(String type, Class<T> as) {
        return bus.await(
                        Topics.JOB_EVENTS,
                        it -> it.key().equals(campus.job) && it.type().equals(type))
                .as(as);
    }
}

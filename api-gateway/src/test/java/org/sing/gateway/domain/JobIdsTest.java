package org.sing.gateway.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JobIdsTest {
    @Test
    void the_same_person_and_key_name_the_same_job_for_ever() {
        assertEquals("job_37MKEZKJAH5JC8P12R6GRRW5JX", JobIds.derive("alice", "key"));
    }

    @Test
    void another_person_or_key_names_another_job() {
        assertNotEquals(JobIds.derive("alice", "key"), JobIds.derive("bob", "key"));
        assertNotEquals(JobIds.derive("alice", "key"), JobIds.derive("alice", "key2"));
        assertNotEquals(JobIds.derive("al", "icekey"), JobIds.derive("alice", "key"), "the border counts");
    }

    @Test
    void an_id_looks_like_one() {
        assertTrue(JobIds.derive("alice", "key").matches("job_[0-9A-HJKMNP-TV-Z]{26}"));
    }
}

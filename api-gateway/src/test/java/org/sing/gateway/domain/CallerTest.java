package org.sing.gateway.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CallerTest {
    private static final Caller MEMBER = person("anna", Set.of("researcher"), Set.of("vision"), Set.of());
    private static final Caller OWNER = person("otto", Set.of("researcher"), Set.of("vision"), Set.of("vision"));
    private static final Caller OPERATOR = person("olivia", Set.of("operator"), Set.of(), Set.of());

    @Test
    void a_member_sees_the_jobs_of_the_project_but_does_not_act_on_them() {
        assertTrue(MEMBER.sees("alice", "vision"));
        assertFalse(MEMBER.actsOn("alice", "vision"));
        assertTrue(MEMBER.actsOn("anna", "language"), "one's own job, wherever it was");
    }

    @Test
    void an_owner_of_the_project_and_staff_act_on_its_jobs() {
        assertTrue(OWNER.actsOn("alice", "vision"));
        assertFalse(OWNER.actsOn("bob", "language"));
        assertTrue(OPERATOR.actsOn("alice", "vision"));
    }

    @Test
    void what_has_neither_owner_nor_project_concerns_everybody() {
        assertTrue(MEMBER.seesEntry("", ""));
        assertFalse(MEMBER.seesEntry("bob", ""), "a job without a project is not public");
        assertFalse(MEMBER.seesEntry("", "$staff"));
        assertTrue(OPERATOR.seesEntry("", "$staff"));
    }

    @Test
    void services_are_told_which_projects_the_person_owns() {
        assertEquals(
                List.of("researcher", "project-owner:vision"), OWNER.requester().roles());
        assertEquals(List.of("vision"), OWNER.requester().projects());
    }

    private static Caller person(String id, Set<String> roles, Set<String> projects, Set<String> owned) {
        return new Caller(id, id, roles, projects, owned, Instant.MAX);
    }
}

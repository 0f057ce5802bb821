package org.sing.submission.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TaskIdsTest {
    private static final String FIRST = "job_01KBF3Q8Z6W2R9V4N7T1XHC5MD";

    @Test
    void an_array_and_its_first_task_are_told_apart_only_by_their_kind() {
        assertEquals("arr_01KBF3Q8Z6W2R9V4N7T1XHC5MD", TaskIds.array(FIRST));
        assertEquals(FIRST, TaskIds.task(FIRST, 0));
    }

    @Test
    void every_task_has_an_id_of_its_own_that_looks_like_any_other_and_is_the_same_every_time() {
        var seen = new HashSet<String>();
        for (var position = 0; position < 1000; position++) {
            var id = TaskIds.task(FIRST, position);
            assertTrue(id.matches("job_[0-9A-HJKMNP-TV-Z]{26}"), id);
            assertTrue(seen.add(id), id);
            assertEquals(id, TaskIds.task(FIRST, position));
        }
    }
}

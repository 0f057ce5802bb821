package org.sing.gateway;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.notNullValue;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.gateway.Person.ADAM;
import static org.sing.gateway.Person.ALICE;
import static org.sing.gateway.Person.BOB;
import static org.sing.gateway.Person.OLIVIA;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.restassured.response.ValidatableResponse;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.GroupMessage;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class GroupsTest extends CampusTest {
    @Test
    void a_group_shows_its_rule_its_nodes_and_who_waits() {
        shownGroup("default", "sing");
        var before = as(ALICE).get("/api/v1/groups").jsonPath();
        var node = showNode("group-node", 4);
        var job = shownJob(ALICE, "vision");
        shownJob(BOB, "language");
        campus.scheduling(job, placed(job, node, node + "-gpu-0"));
        shown(OLIVIA, "/api/v1/nodes/" + node, "gpus_held", 1);
        var after = as(ALICE).get("/api/v1/groups").jsonPath();
        assertEquals(1, more(before, after, "nodes"));
        assertEquals(4, more(before, after, "gpus"));
        assertEquals(3, more(before, after, "gpus_free"));
        assertTrue(more(before, after, "waiting_jobs") >= 1, "bob's");
    }

    @Test
    void a_group_counts_its_own_nodes_and_nobody_elses() {
        shownGroup("default", "sing");
        shownGroup("theirs", "fcfs");
        var before = as(ALICE).get("/api/v1/groups").jsonPath();
        showNode("their-node", "theirs", 2);
        var job = shownJob(ALICE, "vision", "theirs");
        campus.scheduling(job, placed(job, "their-node", "their-node-gpu-0"));
        shown(OLIVIA, "/api/v1/nodes/their-node", "gpus_held", 1);
        as(ALICE)
                .get("/api/v1/groups")
                .then()
                .body("items.find { it.name == 'theirs' }.nodes", equalTo(1))
                .body("items.find { it.name == 'theirs' }.gpus", equalTo(2))
                .body("items.find { it.name == 'theirs' }.gpus_free", equalTo(1));
        showNode("their-other-node", "theirs", 2);
        var after = as(ALICE).get("/api/v1/groups").jsonPath();
        assertEquals(0, more(before, after, "nodes"));
    }

    @Test
    void starts_are_compared_with_what_was_said_of_them_by_the_rule_that_decided() {
        shownGroup("judged", "sing");
        var now = Instant.now();
        started("judged", "sing", now.plusSeconds(600), now.plusSeconds(900));
        started("judged", "sing", now.minusSeconds(900), now.minusSeconds(600));
        started("judged", "sing", now.minusSeconds(900), now.plusSeconds(600));
        started("judged", "sing", now.minusSeconds(900), now.plusSeconds(600));
        started("judged", "campus", now.minusSeconds(900), now.plusSeconds(600));
        shown(OLIVIA, "/api/v1/groups", "items.find { it.name == 'judged' }.estimates.inside", 2);
        as(OLIVIA)
                .get("/api/v1/groups")
                .then()
                .body("items.find { it.name == 'judged' }.estimates.earlier", equalTo(1))
                .body("items.find { it.name == 'judged' }.estimates.later", equalTo(1));
    }

    private void started(String group, String rule, Instant earliest, Instant latest) {
        var job = shownJob(ALICE, "vision", group);
        var estimate = new SchedulingEvent.Estimate(earliest, latest, latest, earliest);
        campus.scheduling(
                job,
                new SchedulingEvent.Placed(
                        job,
                        1,
                        job + "-1",
                        1,
                        rule,
                        List.of(),
                        Optional.empty(),
                        "It fits.",
                        Instant.now(),
                        Optional.of(estimate)));
    }

    @Test
    void an_administrator_chooses_the_rule_and_everybody_is_told_who_did() {
        shownGroup("chosen", "sing");
        rule(ADAM, "chosen", "campus").statusCode(200).header("X-Feed-Position", notNullValue());
        campus.says(
                "scheduling",
                Topics.SCHEDULING_EVENTS,
                "chosen",
                "groups/chosen",
                new GroupMessage.RuleChanged("chosen", "sing", "campus", ADAM.id()));
        shown(ALICE, "/api/v1/groups", "items.find { it.name == 'chosen' }.rule", "campus");
        shown(ALICE, "/api/v1/groups", "items.find { it.name == 'chosen' }.by", ADAM.id());
        as(ALICE)
                .get("/api/v1/events?limit=1000")
                .then()
                .body("items.findAll { it.event.subject == 'groups/chosen' }.event.data.rule", hasItem("campus"));
    }

    @Test
    void a_rule_that_does_not_exist_is_refused_with_the_names_of_those_that_do() {
        shownGroup("refusing", "sing");
        campus.answering(command -> new ScriptedCampus.Answer.Refuse("invalid-request", List.of()));
        rule(ADAM, "refusing", "best").statusCode(422).body("code", equalTo("invalid-request"));
        rule(ADAM, "refusing", " ").statusCode(422).body("errors[0].pointer", equalTo("/rule"));
        rule(OLIVIA, "refusing", "campus").statusCode(403);
        rule(ADAM, "nowhere", "campus").statusCode(404).body("detail", containsString("refusing"));
    }

    private static ValidatableResponse rule(Person person, String group, String rule) {
        return as(person)
                .contentType("application/json")
                .body("{\"rule\": \"" + rule + "\"}")
                .put("/api/v1/groups/" + group + "/rule")
                .then();
    }

    private static int more(JsonPath before, JsonPath after, String field) {
        var path = "items.find { it.name == 'default' }." + field;
        return after.getInt(path) - before.getInt(path);
    }
}

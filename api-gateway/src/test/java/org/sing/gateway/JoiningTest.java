package org.sing.gateway;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.sing.gateway.Person.OLIVIA;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.Json;
import org.sing.schemas.NodeCommand;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class JoiningTest extends CampusTest {

    @Test
    void a_machine_joins_with_a_token_that_never_reaches_the_bus() {
        var token = as(OLIVIA)
                .contentType("application/json")
                .body("{\"node\":\"node-7\"}")
                .post("/api/v1/nodes/tokens")
                .then()
                .statusCode(201)
                .body("token", startsWith("sing_join_"))
                .body("expires_at", notNullValue())
                .header("Cache-Control", "no-store")
                .extract()
                .jsonPath()
                .getString("token");
        enroll("node-7", token)
                .then()
                .statusCode(201)
                .body("node", equalTo("node-7"))
                .body("kafka.bootstrap_servers", notNullValue());
        var issued = campus.bus()
                .await(
                        Topics.NODE_COMMANDS,
                        command -> command.type().contains("issue-join-token")
                                && command.as(NodeCommand.IssueJoinToken.class)
                                        .node()
                                        .equals("node-7"));
        var enrolled = campus.bus()
                .await(
                        Topics.NODE_COMMANDS,
                        command -> command.subject().equals("nodes/node-7")
                                && command.type().contains("enroll"));
        assertEquals(
                issued.as(NodeCommand.IssueJoinToken.class).tokenHash(),
                enrolled.as(NodeCommand.Enroll.class).tokenHash());
        var canary = token.substring("sing_join_".length());
        for (var command : campus.bus().on(Topics.NODE_COMMANDS))
            assertFalse(Json.string(command).contains(canary), "the token is on the bus");
    }

    @Test
    void a_machine_that_may_not_join_is_told_why() {
        for (var code : List.of("unknown-token", "token-used", "token-expired", "name-taken")) {
            campus.answering(command -> new ScriptedCampus.Answer.Refuse(code, List.of()));
            var status = List.of("token-used", "name-taken").contains(code) ? 409 : 403;
            enroll("node-8", "sing_join_x").then().statusCode(status).body("code", equalTo(code));
        }
    }

    @Test
    void a_reason_that_only_the_service_knows_is_passed_on() {
        campus.answering(command -> new ScriptedCampus.Answer.Refuse("moon-is-full", List.of()));
        enroll("node-9", "sing_join_x").then().statusCode(409).body("code", equalTo("moon-is-full"));
    }

    private static Response enroll(String node, String token) {
        return given().contentType("application/json")
                .body("{\"node\":\"%s\",\"token\":\"%s\",\"public_key\":\"AAAA\"}".formatted(node, token))
                .post("/api/v1/nodes/enroll");
    }
}

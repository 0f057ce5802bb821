package org.sing.gateway;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.specification.RequestSpecification;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;

/** With the identity provider of the campus and its demonstration accounts. */
@QuarkusTest
@WithTestResource(value = CampusPlatform.class, initArgs = @ResourceArg(name = "identity", value = "true"))
@DisplayNameGeneration(ReplaceUnderscores.class)
class RealIdentityTest extends CampusTest {

    @Override
    boolean testPeopleSignIn() {
        return false;
    }

    @Test
    void a_researcher_is_known_with_project_and_role() {
        signedIn("alice")
                .get("/api/v1/me")
                .then()
                .statusCode(200)
                .body("name", equalTo("alice"))
                .body("roles", contains("researcher"))
                .body("projects.name", contains("vision"));
    }

    @Test
    void an_operator_and_an_administrator_act_on_nodes_and_a_researcher_does_not() {
        signedIn("olivia")
                .get("/api/v1/me")
                .then()
                .body("roles", hasItem("operator"))
                .body("projects", empty());
        for (var user : new String[] {"olivia", "adam"})
            signedIn(user)
                    .contentType("application/json")
                    .body("{}")
                    .post("/api/v1/nodes/tokens")
                    .then()
                    .statusCode(201);
        signedIn("bob")
                .contentType("application/json")
                .body("{}")
                .post("/api/v1/nodes/tokens")
                .then()
                .statusCode(403);
    }

    @Test
    void a_job_of_one_project_is_not_there_for_the_other() {
        var location = signedIn("alice")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .contentType("application/yaml")
                .body("entrypoint: [echo]".getBytes(StandardCharsets.UTF_8))
                .post("/api/v1/jobs")
                .then()
                .statusCode(201)
                .extract()
                .header("Location");
        assertEquals(200, signedIn("olivia").get(location).statusCode());
        assertEquals(404, signedIn("bob").get(location).statusCode());
    }

    @Test
    void the_gateway_says_that_its_keys_are_current() {
        given().get("/readyz").then().statusCode(200).body("identity.keys", equalTo("current"));
    }

    private static RequestSpecification signedIn(String user) {
        return given().auth().oauth2(CampusPlatform.shared().identity().token(user));
    }
}

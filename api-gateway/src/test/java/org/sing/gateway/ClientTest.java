package org.sing.gateway;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.tcloud.ZipApplication;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClientTest {

    @Test
    void who_has_no_account_yet_gets_the_command_line() {
        var answer = given().get("/client/tcloud.pyz").then().statusCode(200).extract();
        assertArrayEquals(ZipApplication.bytes(), answer.asByteArray());
        given().header("If-None-Match", answer.header("ETag"))
                .get("/client/tcloud.pyz")
                .then()
                .statusCode(304);
    }
}

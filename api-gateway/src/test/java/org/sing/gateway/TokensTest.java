package org.sing.gateway;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;
import static org.sing.gateway.Person.ALICE;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;

/** Which tokens are taken. Everything but one claim is right in each of them. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class TokensTest {
    @Test
    void a_good_token_is_taken_again_and_again() {
        var token = ALICE.token();
        expect(200, token);
        expect(200, token);
    }

    @Test
    void a_token_of_another_issuer_is_refused() {
        expect(401, with(claims -> claims.put("iss", "http://elsewhere.example/realms/campus")));
    }

    @Test
    void a_token_for_another_audience_is_refused() {
        expect(401, with(claims -> claims.put("aud", List.of("account"))));
    }

    @Test
    void an_ID_token_is_refused() {
        expect(401, with(claims -> claims.put("typ", "ID")));
    }

    @Test
    void a_token_that_ended_is_refused_but_clocks_may_differ_a_little() {
        var now = Instant.now().getEpochSecond();
        expect(401, with(claims -> claims.putAll(Map.of("iat", now - 600, "exp", now - 60))));
        expect(200, with(claims -> claims.putAll(Map.of("iat", now - 600, "exp", now - 10))));
    }

    @Test
    void a_token_that_somebody_else_signed_is_refused() {
        var others = TestIssuer.keys();
        expect(401, TestIssuer.sign(TestIssuer.claims(ALICE), "RS256", "test", others));
        expect(401, TestIssuer.sign(TestIssuer.claims(ALICE), "RS256", "another-key", others));
    }

    @Test
    void a_token_of_another_algorithm_is_refused() {
        expect(401, TestIssuer.sign(TestIssuer.claims(ALICE), "RS512", "test", TestIssuer.KEYS));
        expect(401, TestIssuer.sign(TestIssuer.claims(ALICE), "none", "test", TestIssuer.KEYS));
    }

    @Test
    void a_token_without_a_subject_or_a_role_gets_nowhere() {
        expect(401, with(claims -> claims.remove("sub")));
        expect(403, with(claims -> claims.put("realm_access", Map.of("roles", List.of("offline_access")))));
    }

    @Test
    void a_group_is_no_role() {
        expect(403, with(claims -> {
            claims.put("realm_access", Map.of("roles", List.of()));
            claims.put("groups", List.of("operator", "admin", "researcher"));
        }));
    }

    @Test
    void a_matrix_parameter_or_an_encoded_slash_opens_no_door() {
        for (var path : List.of("/api/v1/nodes;/tokens", "/api/v1/me;x=1", "/api/v1%2Fme", "/api/v1/jobs;a=b/x/cancel"))
            given().urlEncodingEnabled(false).get(path).then().statusCode(org.hamcrest.Matchers.oneOf(401, 404));
    }

    @Test
    void nobody_is_told_how_to_sign_in() {
        given().get("/api/v1/me")
                .then()
                .statusCode(401)
                .header("WWW-Authenticate", equalTo("Bearer"))
                .contentType(startsWith("application/problem+json"))
                .body("code", equalTo("unauthenticated"));
    }

    private static String with(Consumer<Map<String, Object>> change) {
        var claims = TestIssuer.claims(ALICE);
        change.accept(claims);
        return TestIssuer.sign(claims, "RS256", "test", TestIssuer.KEYS);
    }

    private static void expect(int status, String token) {
        given().auth().oauth2(token).get("/api/v1/me").then().statusCode(status);
    }
}

package org.sing.platform.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TestIdentityTest {

    @Test
    void a_researchers_token_says_who_she_is_and_where_she_belongs() throws IOException {
        var identity = CampusPlatform.shared().identity();
        var claims = claims(identity.token("alice"));
        assertEquals(identity.issuer(), claims.path("iss").asText());
        assertEquals("alice", claims.path("preferred_username").asText());
        assertEquals(List.of("sing-api"), texts(claims.path("aud")));
        assertEquals(List.of("researcher"), texts(claims.at("/realm_access/roles")));
        assertEquals(List.of("/projects/vision"), texts(claims.path("groups")));
        assertEquals(3600, claims.path("exp").asLong() - claims.path("iat").asLong());
    }

    @Test
    void an_account_keeps_its_id_and_no_two_share_one() throws IOException {
        var identity = CampusPlatform.shared().identity();
        assertEquals(
                "5109c0de-0000-4000-8000-000000000001",
                claims(identity.token("alice")).path("sub").asText());
        assertFalse(claims(identity.token("bob")).path("sub").asText().isEmpty());
        assertEquals(List.of("operator"), texts(claims(identity.token("olivia")).at("/realm_access/roles")));
    }

    private static JsonNode claims(String token) throws IOException {
        return new ObjectMapper().readTree(Base64.getUrlDecoder().decode(token.split("\\.")[1]));
    }

    private static List<String> texts(JsonNode node) {
        return node.isArray()
                ? StreamSupport.stream(node.spliterator(), false)
                        .map(JsonNode::asText)
                        .toList()
                : List.of(node.asText());
    }
}

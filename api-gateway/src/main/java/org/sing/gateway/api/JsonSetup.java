package org.sing.gateway.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.sing.schemas.Json;

/** Responses are written as messages are: snake_case, RFC 3339 UTC, absent instead of null. */
class JsonSetup {
    @Produces
    @Singleton
    ObjectMapper mapper() {
        return Json.mapper().copy();
    }
}

package org.sing.gateway.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sing.schemas.Problem;

/** Ends a request with a problem. Not an error of this program: it has no stack trace and is not logged. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final transient Code code;
    final transient String wireName;
    final transient List<Problem> errors;
    final transient Map<String, String> headers = new LinkedHashMap<>();

    private Refusal(Code code, String wireName, String detail, List<Problem> errors) {
        super(detail, null, false, false);
        this.code = code;
        this.wireName = wireName;
        this.errors = List.copyOf(errors);
    }

    static Refusal of(Code code, String detail) {
        return new Refusal(code, code.wireName(), detail, List.of());
    }

    static Refusal of(Code code, String detail, List<Problem> errors) {
        return new Refusal(code, code.wireName(), detail, errors);
    }

    /** A service refused a command: its own code is kept, also when this version does not know it. */
    static Refusal byService(String serviceCode, String detail, List<Problem> errors) {
        for (var code : Code.values()) if (code.wireName().equals(serviceCode)) return of(code, detail, errors);
        return new Refusal(Code.REFUSED, serviceCode, detail, errors);
    }

    Refusal with(String header, String value) {
        headers.put(header, value);
        return this;
    }
}

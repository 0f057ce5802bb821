package org.sing.gateway.api.body;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import org.sing.schemas.Problem;

/** RFC 9457. */
public record ProblemBody(
        String type,
        String title,
        int status,
        String detail,
        String code,
        String requestId,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Entry> errors) {

    /** One reason; line and column are those of the profile that was sent. */
    public record Entry(
            Optional<String> pointer,
            Optional<Integer> line,
            Optional<Integer> column,
            String detail,
            Optional<String> suggestion) {

        public static List<Entry> of(List<Problem> problems) {
            return problems.stream().map(Entry::of).toList();
        }

        public static Entry of(Problem problem) {
            return new Entry(
                    Optional.of(problem.pointer()).filter(pointer -> !pointer.isEmpty()),
                    Optional.of(problem.line()).filter(line -> line > 0),
                    Optional.of(problem.column()).filter(column -> column > 0),
                    problem.detail(),
                    problem.suggestion());
        }
    }
}

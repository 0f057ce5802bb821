package org.sing.scheduling.core;

import java.util.Optional;

/**
 * When a job should start, as it was said.
 *
 * @param rule that was looked ahead under; under another one what was said first says nothing
 * @param seen what was seen ahead first, before it was moved by what is known of the error
 * @param first what was said of it: by this the estimate is judged, for the last one is said when there is little left to
 *     guess
 * @param last what is said now; empty when nothing is, for it is too far to see
 */
public record Expected(String rule, StartRange seen, StartRange first, Optional<StartRange> last) {

    Expected now(Optional<StartRange> said) {
        return new Expected(rule, seen, first, said);
    }
}

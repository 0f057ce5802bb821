package org.sing.scheduling.core;

import java.util.Optional;

/**
 * When a job should start, as it was said.
 *
 * @param rule that was looked ahead under; under another one what was said first says nothing
 * @param last what is said now; empty when nothing is, for it is too far to see
 * @param first by which the estimate is judged, for the last one is said when there is little left to guess
 */
public record Expected(String rule, StartRange first, Optional<StartRange> last) {

    Expected now(Optional<StartRange> range) {
        return new Expected(rule, first, range);
    }
}

package org.sing.scheduling.core;

/**
 * When a job should start, as it was said.
 *
 * @param rule that was looked ahead under; under another one what was said first says nothing
 * @param first by which the estimate is judged, for the last one is said when there is little left to guess
 */
public record Expected(String rule, StartRange first, StartRange last) {

    Expected now(StartRange range) {
        return new Expected(rule, first, range);
    }
}

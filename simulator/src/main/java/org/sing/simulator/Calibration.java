package org.sing.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.function.Predicate;
import org.sing.scheduling.core.StartRange;

/**
 * How often the truth was inside of what was said, of the jobs that had to wait and were asked for. Parts of those that an
 * answer was given for; seconds.
 *
 * @param answered of those {@code asked} for; the others were too far to see
 * @param straight the part that was inside of what was seen ahead, before that was moved by what is known of the error
 * @param early before what was called likely
 * @param width between earliest and latest, the median; {@code waited} the median of the truth
 */
record Calibration(
        int asked,
        int answered,
        double straight,
        double earlier,
        double inside,
        double later,
        double early,
        double width,
        double waited) {

    private record Judged(Foresight.Said said, Instant started) {
        boolean earlier() {
            return started.isBefore(range().earliest());
        }

        boolean straight() {
            return said.seen().orElseThrow().truth(started) == StartRange.Truth.INSIDE;
        }

        boolean later() {
            return started.isAfter(range().latest());
        }

        boolean early() {
            return started.isBefore(range().likely());
        }

        double width() {
            return Duration.between(range().earliest(), range().latest()).toSeconds();
        }

        double waited() {
            return Duration.between(said.at(), started).toMillis() / 1000.0;
        }

        private StartRange range() {
            return said.range().orElseThrow();
        }
    }

    static Calibration of(Replay.Result result) {
        var starts = new HashMap<Integer, Instant>();
        for (var job : result.lived()) starts.put(job.number(), Replay.instant(job.firstStartSeconds()));
        var judged = result.said().stream()
                .filter(said -> said.range().isPresent() && starts.containsKey(said.number()))
                .map(said -> new Judged(said, starts.get(said.number())))
                .toList();
        var earlier = part(judged, Judged::earlier);
        var later = part(judged, Judged::later);
        return new Calibration(
                result.said().size(),
                judged.size(),
                part(judged, Judged::straight),
                earlier,
                judged.isEmpty() ? 0 : 1 - earlier - later,
                later,
                part(judged, Judged::early),
                Figures.at(judged.stream().mapToDouble(Judged::width).sorted().toArray(), 0.5),
                Figures.at(judged.stream().mapToDouble(Judged::waited).sorted().toArray(), 0.5));
    }

    private static double part(List<Judged> judged, Predicate<Judged> of) {
        return judged.isEmpty() ? 0 : (double) judged.stream().filter(of).count() / judged.size();
    }
}

package org.sing.profile;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sing.schemas.Conditions.Kind;

/** Reads when a job may be queued, {@code begin} and what other jobs must have done first, and when it is to be over. */
final class Waiting {
    static final Map<String, Kind> KINDS = kinds();
    private static final int MOST = 100;
    private static final Instant FIRST = Instant.EPOCH;
    private static final Instant LAST = Instant.parse("2999-12-31T23:59:59Z");
    private static final Duration LONGEST = Duration.ofDays(3652);
    private static final String EXAMPLE = "2026-12-24T18:00:00+01:00";
    private static final Pattern JOB =
            Pattern.compile("[1-9]\\d{0,17}(?:_\\d{1,6})?|(?:job|arr)_[0-9A-HJKMNP-TV-Z]{26}");
    private static final Pattern DELAY = Pattern.compile("now(?:\\+(\\d{1,8})([a-z]*))?");
    private static final Map<String, Duration> UNITS = Map.of(
            "", Duration.ofSeconds(1),
            "second", Duration.ofSeconds(1),
            "minute", Duration.ofMinutes(1),
            "hour", Duration.ofHours(1),
            "day", Duration.ofDays(1),
            "week", Duration.ofDays(7));

    private final Findings findings;
    private final Time begin;
    private final Time deadline;
    private final List<Waits.Reference> after = new ArrayList<>();
    final Slot<Boolean> singleton;

    Waiting(Findings findings) {
        this.findings = findings;
        begin = new Time("begin", findings);
        deadline = new Time("deadline", findings);
        singleton = new Slot<>("singleton", findings);
    }

    Waits said() {
        return new Waits(begin.said(), deadline.said(), after, singleton.or(false));
    }

    void fix() {
        begin.fix();
        deadline.fix();
    }

    void begin(Source.Text text) {
        begin.read(text);
    }

    void deadline(Source.Text text) {
        deadline.read(text);
    }

    /** A time with its zone, or a time from now. Where nobody knows the reader's clock, a bare hour means nothing. */
    private static final class Time {
        private final String what;
        private final Findings findings;
        private final Slot<Instant> at;
        private final Slot<Duration> delay;

        Time(String what, Findings findings) {
            this.what = what;
            this.findings = findings;
            at = new Slot<>(what, findings);
            delay = new Slot<>(what, findings);
        }

        Waits.Time said() {
            return new Waits.Time(at.value(), delay.value());
        }

        void fix() {
            if (!at.given() && !delay.given()) return;
            at.fix();
            delay.fix();
        }

        void read(Source.Text text) {
            var wait = DELAY.matcher(text.value().strip());
            if (wait.matches() && UNITS.containsKey(unit(wait.group(2)))) {
                var count = wait.group(1) == null ? 0 : Long.parseLong(wait.group(1));
                later(UNITS.get(unit(wait.group(2))).multipliedBy(count), text.at());
                return;
            }
            try {
                at(OffsetDateTime.parse(text.value().strip()).toInstant(), text.at());
            } catch (DateTimeParseException e) {
                findings.error(
                        text.at(),
                        what + " is a time with its zone, such as " + EXAMPLE + ", or a wait such as now+2hours; not "
                                + Quote.of(text.value()));
            }
        }

        /** A time that no database could hold would keep everybody's jobs from being looked at. */
        private void at(Instant time, Place where) {
            if (time.isBefore(FIRST) || time.isAfter(LAST)) findings.error(where, what + " lies between 1970 and 2999");
            else at.set(time, where);
        }

        private void later(Duration wait, Place where) {
            if (wait.compareTo(LONGEST) > 0) findings.error(where, what + " is at most ten years from now");
            else delay.set(wait, where);
        }
    }

    void after(Kind kind, Source.Text text) {
        var job = text.value().strip();
        if (after.stream().anyMatch(it -> it.kind() == kind && it.job().equals(job))) return;
        if (!JOB.matcher(job).matches())
            findings.error(text.at(), "another job is named by its number or its id, not " + Quote.of(job));
        else if (after.size() == MOST) findings.error(text.at(), "a job can wait for at most " + MOST + " others");
        else
            after.add(
                    new Waits.Reference(kind, job, text.at().problem("there is no job " + job + " that you may see")));
    }

    /** {@code afterok:12:13,afterany:14,singleton}, as sbatch takes it. */
    void dependency(Source.Text text) {
        if (text.value().contains("?"))
            findings.error(
                    text.at(), "a job waits for all that it names, joined by ','; one of several cannot be said");
        else for (var part : text.value().strip().split(",", -1)) part(part.strip(), text.at());
    }

    private void part(String part, Place at) {
        var words = part.split(":", -1);
        var kind = KINDS.get(words[0].replace("_", ""));
        if (part.equals("singleton")) singleton.set(true, at);
        else if (kind == null) findings.unknown(at, "something to wait for", words[0], names());
        else if (words.length < 2 || words[1].isBlank())
            findings.error(at, words[0] + " needs the number of a job", words[0] + ":4711");
        else
            for (var job : List.of(words).subList(1, words.length))
                if (job.contains("+")) findings.error(at, "a wait after the start of another job cannot be said");
                else after(kind, new Source.Text(job, at));
    }

    private static List<String> names() {
        var names = new ArrayList<>(KINDS.keySet());
        names.add("singleton");
        return names;
    }

    private static String unit(String written) {
        return Optional.ofNullable(written).orElse("").replaceFirst("(?<=.)s$", "");
    }

    private static Map<String, Kind> kinds() {
        var kinds = new LinkedHashMap<String, Kind>();
        kinds.put("after", Kind.AFTER);
        kinds.put("afterany", Kind.AFTER_ANY);
        kinds.put("afterok", Kind.AFTER_OK);
        kinds.put("afternotok", Kind.AFTER_NOT_OK);
        return kinds;
    }
}

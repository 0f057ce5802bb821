package org.sing.simulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sing.traces.Trace;

/** The comparison as one page that needs nothing from elsewhere: for whoever has to choose a rule, or to defend one. */
final class ReportPage {

    /** @param best least, most, or empty where neither is anybody's wish */
    private record Column(String title, Function<Figures, String> text, ToDoubleFunction<Figures> value, String best) {
        static Column least(String title, ToDoubleFunction<Figures> value) {
            return new Column(title, f -> Spoken.duration(value.applyAsDouble(f)), value, "least");
        }

        static Column most(String title, ToDoubleFunction<Figures> value) {
            return new Column(title, f -> Spoken.percent(value.applyAsDouble(f)), value, "most");
        }

        static Column plain(String title, Function<Figures, String> text) {
            return new Column(title, text, f -> 0, "");
        }
    }

    private static final List<Column> COLUMNS = List.of(
            Column.least("mean wait", Figures::meanWait),
            Column.least("median wait", Figures::medianWait),
            Column.least("95 % wait at most", Figures::p95Wait),
            Column.least("99 % wait at most", Figures::p99Wait),
            Column.least("longest wait", Figures::maxWait),
            new Column("mean slowdown", f -> Spoken.rough(f.boundedSlowdown()), Figures::boundedSlowdown, "least"),
            Column.most("GPUs in use", Figures::utilisation),
            Column.most("GPUs assigned", Figures::assignment),
            Column.least("until all is done", Figures::makespan),
            Column.plain("jobs that overtook", f -> Spoken.count(f.overtaken().overtakers())),
            Column.plain("most passed one job", f -> Spoken.count(f.overtaken().most())),
            Column.least("longest wait of a passed job", f -> f.overtaken().longestWait()),
            Column.plain("jobs done", f -> Spoken.count(f.jobs())));

    private static final List<Column> FAULTS = List.of(
            Column.plain("attempts lost", f -> Spoken.count(f.requeues())),
            Column.plain("GPU hours lost", f -> Spoken.rough(f.lostGpuHours())),
            Column.plain("jobs never done", f -> Spoken.count(f.unfinished())));

    private final Comparison comparison;

    private ReportPage(Comparison comparison) {
        this.comparison = comparison;
    }

    static String html(Comparison comparison) {
        return new ReportPage(comparison).page();
    }

    private String page() {
        var machines = comparison.conditions().machines();
        var gantt = new Gantt(comparison);
        var title = "%s on %d nodes with %d GPUs"
                .formatted(Plot.escaped(comparison.trace().name()), machines.nodes(), machines.gpusPerNode());
        return """
            <!doctype html><html lang='en'><head><meta charset='utf-8'>
            <meta name='viewport' content='width=device-width, initial-scale=1'><title>%1$s</title>
            <style>%2$s</style></head><body><main>
            <header><p class='kind'>Scheduling rules compared</p><h1>%1$s</h1><p class='lead'>%3$s</p></header>
            <section><h2>Figures</h2><div class='scroll'>%4$s</div>%5$s</section>
            <section><h2>Over time</h2><div class='plots'>%6$s</div></section>
            <section><h2>Who stood where</h2><p>%7$s</p><div class='plots'>%8$s</div></section>
            <section class='notes'><h2>How to read this</h2>%9$s</section>
            </main></body></html>
            """.formatted(
                        title,
                        style(),
                        lead(),
                        table(),
                        skipped(),
                        new Plots(comparison).html(),
                        gantt.caption(),
                        gantt.html(),
                        notes());
    }

    /** Oracles are shown, and never recommended. */
    private String lead() {
        var real = ranked(rule -> !rule.oracle());
        var oracles = ranked(Rules::oracle);
        var text = new StringBuilder();
        if (!real.isEmpty()) {
            text.append("Under %s, jobs wait %s on average and at most %s".formatted(said(real.getFirst())));
            if (real.size() > 1) text.append("; under %s, %s and at most %s".formatted(said(real.getLast())));
            text.append(". ");
        }
        if (!oracles.isEmpty())
            text.append("Under %s, which needs an oracle for run times, %s and at most %s."
                    .formatted(said(oracles.getFirst())));
        return text.toString();
    }

    private List<Map.Entry<Rules, Comparison.Outcome>> ranked(Predicate<Rules> which) {
        return comparison.outcomes().entrySet().stream()
                .filter(entry -> which.test(entry.getKey()))
                .sorted(Comparator.comparingDouble(
                        entry -> entry.getValue().figures().meanWait()))
                .toList();
    }

    private static Object[] said(Map.Entry<Rules, Comparison.Outcome> entry) {
        var figures = entry.getValue().figures();
        return Stream.of(
                        entry.getKey().label(), Spoken.duration(figures.meanWait()), Spoken.duration(figures.maxWait()))
                .map("<b>%s</b>"::formatted)
                .toArray();
    }

    private String table() {
        var columns = new ArrayList<>(COLUMNS);
        if (!comparison.conditions().faults().faults().isEmpty()) columns.addAll(FAULTS);
        var head = columns.stream()
                .map(column -> "<th scope='col'>" + column.title + "</th>")
                .collect(Collectors.joining());
        var rows = new StringBuilder();
        var place = 0;
        for (var entry : comparison.outcomes().entrySet()) {
            var cells = columns.stream()
                    .map(column -> cell(column, entry.getValue().figures()))
                    .collect(Collectors.joining());
            rows.append("<tr><th scope='row' class='r%d'>%s%s</th>%s</tr>"
                    .formatted(
                            place++,
                            entry.getKey().label(),
                            entry.getKey().oracle() ? " <small>oracle</small>" : "",
                            cells));
        }
        return "<table><thead><tr><th scope='col'>rule</th>%s</tr></thead><tbody>%s</tbody></table>"
                .formatted(head, rows);
    }

    private String cell(Column column, Figures figures) {
        var all = comparison.outcomes().values().stream()
                .mapToDouble(outcome -> column.value.applyAsDouble(outcome.figures()))
                .summaryStatistics();
        var best = column.best.equals("least") ? all.getMin() : all.getMax();
        var marked = !column.best.isEmpty()
                && all.getMin() < all.getMax()
                && column.text.apply(figures).equals(text(column, best));
        return "<td%s>%s</td>".formatted(marked ? " class='best'" : "", column.text.apply(figures));
    }

    /** Equal as printed is equal. */
    private String text(Column column, double value) {
        return comparison.outcomes().values().stream()
                .map(Comparison.Outcome::figures)
                .filter(figures -> column.value.applyAsDouble(figures) == value)
                .findFirst()
                .map(column.text)
                .orElse("");
    }

    private String skipped() {
        var rows = new StringBuilder();
        comparison.trace().skipped().forEach((reason, skip) -> rows.append(skipped("rows of the trace", reason, skip)));
        comparison
                .conditions()
                .faults()
                .skipped()
                .forEach((reason, skip) -> rows.append(skipped("rows of the faults", reason, skip)));
        return rows.isEmpty() ? "" : "<p>Left out:</p><ul class='skipped'>" + rows + "</ul>";
    }

    private static String skipped(String what, String reason, Trace.Skipped skip) {
        return "<li>%s %s: %s (first: %s)</li>"
                .formatted(Spoken.count(skip.rows()), what, Plot.escaped(reason), Plot.escaped(skip.first()));
    }

    private String notes() {
        var rules = comparison.outcomes().keySet().stream()
                .map(rule -> "<dt>%s</dt><dd>%s</dd>".formatted(rule.label(), rule.sentence))
                .collect(Collectors.joining());
        var faults = comparison.conditions().faults();
        return resource("notes.html")
                .formatted(
                        rules,
                        faults.faults().isEmpty()
                                ? "No node fails."
                                : "Nodes fail as in %s; a job that loses a node starts again from the beginning at its old place."
                                        .formatted(Plot.escaped(faults.name())),
                        comparison.conditions().moments().label());
    }

    private static String style() {
        return resource("report.css");
    }

    private static String resource(String name) {
        try (var bytes = ReportPage.class.getResourceAsStream(name)) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package org.sing.simulator;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One plot of a page: the marks as SVG that stretches with the page, the words around it as text that does not.
 *
 * @param marks in a field of {@link #WIDTH} by {@link #HEIGHT}, counted from the upper left
 */
record Plot(String title, String caption, Axis across, Axis up, String marks, String legend) {
    static final int WIDTH = 1000;
    static final int HEIGHT = 400;

    record Point(double x, double y) {}

    /** @param style a class of the page's style sheet */
    static String line(String style, String name, Axis across, Axis up, List<Point> points) {
        var path = IntStream.range(0, points.size())
                .mapToObj(i -> (i == 0 ? "M" : "L") + at(points.get(i), across, up))
                .collect(Collectors.joining());
        return "<path class='line %s' d='%s'><title>%s</title></path>".formatted(style, path, escaped(name));
    }

    static String box(String style, String name, double x, double y, double width, double height) {
        return "<rect class='%s' x='%s' y='%s' width='%s' height='%s'><title>%s</title></rect>"
                .formatted(style, number(x), number(y), number(width), number(height), escaped(name));
    }

    String html() {
        return """
            <figure><figcaption><h3>%s</h3><p>%s</p></figcaption>%s
            <div class='field'><div class='up'>%s</div>
            <svg viewBox='0 0 %d %d' preserveAspectRatio='none' role='img' aria-label='%s'>%s%s</svg>
            <div class='across'>%s</div></div></figure>
            """.formatted(
                        title,
                        caption,
                        legend,
                        labels(up, "bottom"),
                        WIDTH,
                        HEIGHT,
                        title,
                        grid(),
                        marks,
                        labels(across, "left"));
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("'", "&#39;")
                .replace("\"", "&quot;");
    }

    private static String at(Point point, Axis across, Axis up) {
        return number(clamp(across.place().applyAsDouble(point.x)) * WIDTH)
                + " "
                + number((1 - clamp(up.place().applyAsDouble(point.y))) * HEIGHT);
    }

    private static double clamp(double part) {
        return Math.clamp(part, 0, 1);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private String grid() {
        var lines = up.ticks().stream()
                .map(tick ->
                        "<path class='grid' d='M0 %1$sH%2$d'/>".formatted(number((1 - tick.at()) * HEIGHT), WIDTH));
        return lines.collect(Collectors.joining());
    }

    private static String labels(Axis axis, String side) {
        return axis.ticks().stream()
                .map(tick -> "<span style='%s:%s%%'>%s</span>".formatted(side, number(tick.at() * 100), tick.label()))
                .collect(Collectors.joining());
    }
}

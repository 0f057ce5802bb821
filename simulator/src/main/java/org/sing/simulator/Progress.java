package org.sing.simulator;

import java.io.PrintWriter;

/** One line on a terminal that says how far it is; nothing where nobody looks. */
final class Progress {
    private static final int WIDTH = 30;
    private final PrintWriter out;
    private final boolean shown;
    private String last = "";

    Progress(PrintWriter out, boolean shown) {
        this.out = out;
        this.shown = shown;
    }

    void say(String what, double part) {
        var full = (int) (part * WIDTH);
        line("%-16s [%s%s] %3.0f %%".formatted(what, "#".repeat(full), ".".repeat(WIDTH - full), part * 100));
    }

    void clear() {
        line("");
    }

    private void line(String text) {
        if (!shown || text.equals(last)) return;
        out.print("\r" + text + " ".repeat(Math.max(0, last.length() - text.length())) + (text.isEmpty() ? "\r" : ""));
        out.flush();
        last = text;
    }
}

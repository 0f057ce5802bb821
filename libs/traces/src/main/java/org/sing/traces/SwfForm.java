package org.sing.traces;

import java.io.BufferedReader;
import java.io.IOException;

/** The standard workload format of the Parallel Workloads Archive: processors stand for GPUs. */
final class SwfForm {
    private static final int FIELDS = 18;

    private SwfForm() {}

    static Trace read(String name, BufferedReader lines) throws IOException {
        var rows = new Rows();
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            rows.next();
            if (line.isBlank() || line.stripLeading().startsWith(";")) continue;
            var fields = line.strip().split("\\s+");
            if (fields.length < FIELDS)
                throw rows.bad("has %d of the %d fields of SWF".formatted(fields.length, FIELDS));
            job(rows, fields);
        }
        return rows.trace(name);
    }

    /** -1 means unknown. */
    private static void job(Rows rows, String[] fields) {
        var run = rows.number("run time", fields[3]);
        var allocated = rows.whole("allocated processors", fields[4]);
        var requested = rows.whole("requested processors", fields[7]);
        if (run == -1) {
            rows.skip("no run time (-1)");
            return;
        }
        var limit = (long) rows.number("requested time", fields[8]);
        rows.job(new Traced(
                fields[0],
                rows.number("submit time", fields[1]),
                run,
                allocated > 0 ? allocated : Math.max(0, requested),
                0,
                known(fields[11]),
                "",
                known(fields[13]),
                Math.max(0, limit)));
    }

    private static String known(String field) {
        return field.equals("-1") ? "" : field;
    }
}

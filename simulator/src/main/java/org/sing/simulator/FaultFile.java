package org.sing.simulator;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sing.traces.BadTrace;
import org.sing.traces.Columns;
import org.sing.traces.Rows;
import org.sing.traces.Trace;
import org.sing.traces.TraceFile;

/**
 * Reads a log of node faults: columns day, event (fault_start, fault_end) and node. Day 0 is the first arrival; the number
 * at the end of a node's name says which node it is. A node is back when all its faults have ended.
 */
final class FaultFile {
    private static final Map<String, List<String>> NAMES =
            Map.of("day", List.of("day"), "event", List.of("event"), "node", List.of("node"));

    private final int nodes;
    private final List<Faults.Fault> read = new ArrayList<>();
    private final TreeMap<String, Trace.Skipped> skipped = new TreeMap<>();
    private final Map<Integer, Integer> open = new HashMap<>();

    private FaultFile(int nodes) {
        this.nodes = nodes;
    }

    static Faults read(Path file, int nodes) {
        try (var lines = TraceFile.open(file)) {
            return new FaultFile(nodes).read(file.getFileName().toString(), lines);
        } catch (IOException e) {
            throw new BadTrace("%s cannot be read: %s".formatted(file, e.getMessage()));
        }
    }

    private Faults read(String name, BufferedReader lines) throws IOException {
        var rows = new Rows();
        rows.next();
        var heading = lines.readLine();
        if (heading == null) throw new BadTrace(name + " is empty");
        var columns = new Columns(List.of(heading.split(",", -1)), NAMES, List.of("level", "class", "description"));
        for (var need : NAMES.keySet()) if (!columns.has(need)) throw rows.bad(name + " has no column " + need);
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            rows.next();
            if (!line.isBlank()) row(rows, columns, line.split(",", -1));
        }
        read.sort(Comparator.comparingDouble(Faults.Fault::atSeconds));
        return new Faults(name, read.stream().filter(this::changes).toList(), skipped);
    }

    private void row(Rows rows, Columns columns, String[] fields) {
        if (fields.length < columns.count())
            throw rows.bad("has %d fields, the heading %d".formatted(fields.length, columns.count()));
        var node = number(rows, columns.value("node", fields).orElse(""));
        var event = columns.value("event", fields).orElse("");
        if (!event.equals("fault_start") && !event.equals("fault_end"))
            throw rows.bad("'%s' is neither fault_start nor fault_end".formatted(event));
        var day = rows.number("day", columns.value("day", fields).orElse(""));
        if (node >= nodes) skip("of a node that is not there", "row " + rows.row());
        else if (day < 0) skip("before the first job", "row " + rows.row());
        else read.add(new Faults.Fault(day * 86_400, node, event.equals("fault_end")));
    }

    /** Only the first of the faults that a node has at one time takes it away, only the end of the last brings it back. */
    private boolean changes(Faults.Fault fault) {
        var before = open.getOrDefault(fault.node(), 0);
        if (fault.ends() && before == 0) {
            skip("an end without a start", Machines.name(fault.node()));
            return false;
        }
        open.put(fault.node(), before + (fault.ends() ? -1 : 1));
        return before == (fault.ends() ? 1 : 0);
    }

    private void skip(String reason, String where) {
        skipped.merge(reason, new Trace.Skipped(1, where), (known, one) -> known.more());
    }

    private static int number(Rows rows, String name) {
        var digits = name.replaceAll(".*?(\\d*)$", "$1");
        if (digits.isEmpty()) throw rows.bad("no number at the end of the node's name: '%s'".formatted(name));
        return rows.whole("node", digits) - 1;
    }
}

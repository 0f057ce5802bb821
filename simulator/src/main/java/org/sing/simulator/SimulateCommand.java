package org.sing.simulator;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Replays a trace under one or several rules and compares them. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = "Replays a trace (sacct, SWF, or columns; may be gzipped) through the rules that run live.")
public final class SimulateCommand implements Callable<Integer> {
    private static final String ROW = "%-16s %8d %10.0f %9.0f %9.0f %9.0f %9.0f %11.0f %10.1f %6.1f%% %6.1f%% %9d%n";

    @Parameters(paramLabel = "TRACE", description = "the trace to replay")
    private Path trace;

    @Option(names = "--nodes", required = true, description = "number of nodes")
    private int nodes;

    @Option(names = "--gpus-per-node", defaultValue = "8", description = "default: ${DEFAULT-VALUE}")
    private int gpusPerNode;

    @Option(
            names = "--rule",
            split = ",",
            defaultValue = "sing,campus",
            description =
                    "of sing, fcfs, easy, easy-perfect, campus, campus-unasked, sjf, sjf-easy; default: ${DEFAULT-VALUE}")
    private List<String> rules;

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new SimulateCommand()).setExecutionExceptionHandler((failure, line, parsed) -> {
            if (!(failure instanceof BadTrace) && !(failure instanceof IllegalArgumentException)) throw failure;
            line.getErr().println(failure.getMessage());
            return 2;
        });
    }

    @Override
    public Integer call() {
        var chosen = rules.stream().map(Rules::named).toList();
        var machines = new Machines(nodes, gpusPerNode);
        var read = TraceFile.read(trace);
        var tooLarge = read.jobs().stream().filter(job -> !machines.hold(job)).findFirst();
        if (tooLarge.isPresent())
            throw new BadTrace("job %s asks for %d GPUs, more than these nodes could ever give"
                    .formatted(tooLarge.get().id(), tooLarge.get().gpus()));
        var err = spec.commandLine().getErr();
        print(Comparison.of(read, machines, chosen, Faults.none(), (rule, part) -> {
            err.printf("\r%s %3.0f %%", rule.label(), part * 100);
            err.flush();
        }));
        return 0;
    }

    private void print(Comparison comparison) {
        var out = spec.commandLine().getOut();
        out.printf(
                "%n%s: %d jobs%n",
                comparison.trace().name(), comparison.trace().jobs().size());
        comparison
                .trace()
                .skipped()
                .forEach((reason, rows) ->
                        out.printf("  %d rows: %s (first: row %d)%n", rows.rows(), reason, rows.firstRow()));
        out.printf(
                "%-16s %8s %10s %9s %9s %9s %9s %11s %10s %7s %7s %9s%n",
                "rule",
                "jobs",
                "mean wait",
                "median",
                "p95",
                "p99",
                "max",
                "makespan",
                "slowdown",
                "used",
                "assign.",
                "overtook");
        comparison.outcomes().forEach((rule, outcome) -> row(out, rule, outcome.figures()));
        out.flush();
    }

    private static void row(PrintWriter out, Rules rule, Figures f) {
        out.printf(
                ROW,
                rule.label(),
                f.jobs(),
                f.meanWait(),
                f.medianWait(),
                f.p95Wait(),
                f.p99Wait(),
                f.maxWait(),
                f.makespan(),
                f.boundedSlowdown(),
                f.utilisation() * 100,
                f.assignment() * 100,
                f.overtakings());
    }
}

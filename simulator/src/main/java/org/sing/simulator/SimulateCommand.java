package org.sing.simulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.sing.traces.BadTrace;
import org.sing.traces.Trace;
import org.sing.traces.TraceFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Replays a trace under one or several rules and compares them. */
@Command(
        name = "./sing simulate",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Replays a trace on a cluster of equal nodes under several scheduling rules, through the very code that",
            "schedules live, and compares them: waits, use of the GPUs, and who was overtaken.",
            ""
        },
        footer = {
            "",
            "TRACE is, plain or gzipped:",
            "  - what Slurm prints upon sacct --allusers --parsable2 --format=JobID,JobName,User,Account,Submit,",
            "    Start,End,Elapsed,Timelimit,NNodes,AllocTRES,State",
            "  - the standard workload format (SWF) of the Parallel Workloads Archive; processors stand for GPUs",
            "  - comma-separated columns with a heading: job_id,submit_seconds,run_seconds,gpus and, if there,",
            "    nodes,gpus_per_node,user,virtual_cluster,name,limit_seconds",
            "",
            "Rules:"
        })
final class SimulateCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "TRACE",
            arity = "0..1",
            description = "the jobs: when they were submitted, how long they ran, on how many GPUs")
    private Path file;

    @Option(
            names = "--synthetic",
            paramLabel = "sing",
            description = "instead of a trace: a busy week like that of the paper (16 nodes unless said otherwise)")
    private String synthetic;

    @Option(names = "--nodes", paramLabel = "N", description = "number of nodes")
    private Integer nodes;

    @Option(names = "--gpus-per-node", paramLabel = "N", defaultValue = "8", description = "default: ${DEFAULT-VALUE}")
    private int gpusPerNode;

    @Option(
            names = "--rule",
            paramLabel = "RULE",
            split = ",",
            defaultValue = "sing,campus",
            description = "a rule to compare; several: repeat it, or separate by commas; default: ${DEFAULT-VALUE}")
    private List<String> rules;

    @Option(names = "--json", paramLabel = "FILE", description = "write figures and plot data there")
    private Path json;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "write the comparison there as one HTML page with plots")
    private Path report;

    @Option(
            names = "--faults",
            paramLabel = "FILE",
            description =
                    "nodes fail and come back as in this log (columns day,event,node with fault_start and fault_end);"
                            + " what ran there starts again")
    private Path faults;

    @Option(
            names = "--mtbf",
            paramLabel = "HOURS",
            description =
                    "nodes fail by chance, each after so many hours on average, until 30 days after the last arrival")
    private Double hoursBetweenFaults;

    @Option(
            names = "--repair",
            paramLabel = "HOURS",
            defaultValue = "12",
            description = "with --mtbf: how long a node is away on average; default: ${DEFAULT-VALUE}")
    private double repairHours;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "of all chance; default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--moments",
            paramLabel = "WAY",
            defaultValue = "together",
            description = "how events of the same second are taken: together, arrivals-first or one-by-one;"
                    + " default: ${DEFAULT-VALUE}")
    private String moments;

    @Option(
            names = "--estimates",
            paramLabel = "N",
            defaultValue = "0",
            description = "of every Nth job that has to wait ask when it should start, as it is asked live, and say how"
                    + " often that was right")
    private int askEvery;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this")
    private boolean help;

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        var line = new CommandLine(new SimulateCommand())
                .setParameterExceptionHandler((failure, arguments) -> {
                    var err = failure.getCommandLine().getErr();
                    err.println(failure.getMessage() + " (./sing simulate --help)");
                    return 2;
                })
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    if (!(failure instanceof BadTrace) && !(failure instanceof IllegalArgumentException)) throw failure;
                    command.getErr().println(failure.getMessage());
                    return 2;
                });
        var usage = line.getCommandSpec().usageMessage();
        var footer = new ArrayList<>(List.of(usage.footer()));
        for (var rule : Rules.values()) footer.add("  %-15s %s".formatted(rule.label(), rule.sentence));
        usage.footer(footer.toArray(String[]::new));
        return line;
    }

    @Override
    public Integer call() {
        var chosen = rules.stream().map(Rules::named).distinct().toList();
        var machines = machines();
        var way = Moments.named(moments);
        if (askEvery < 0) throw new IllegalArgumentException("--estimates takes a number from 0 on, not " + askEvery);
        writable(json);
        writable(report);
        var trace = machines.fitting(trace());
        var comparison = compare(trace, new Conditions(machines, faults(trace), way, askEvery), chosen);
        Summary.print(comparison, spec.commandLine().getOut());
        if (json != null) write(json, Results.json(comparison));
        if (report != null) write(report, ReportPage.html(comparison));
        return 0;
    }

    private Machines machines() {
        if (nodes == null && synthetic == null) throw new IllegalArgumentException("how many nodes? (--nodes N)");
        return new Machines(nodes == null ? SingWeek.MACHINES.nodes() : nodes, gpusPerNode);
    }

    private Trace trace() {
        if ((file == null) == (synthetic == null))
            throw new IllegalArgumentException("either a TRACE or --synthetic sing is replayed");
        if (synthetic == null) return TraceFile.read(file);
        if (!synthetic.equals("sing")) throw new IllegalArgumentException("there is no synthetic week but sing");
        return SingWeek.trace(seed);
    }

    private Faults faults(Trace trace) {
        if (faults != null && hoursBetweenFaults != null)
            throw new IllegalArgumentException("nodes fail as in --faults or by chance (--mtbf), not both");
        if (faults != null) return FaultFile.read(faults, machines().nodes());
        if (hoursBetweenFaults == null) return Faults.NONE;
        var until = trace.jobs().getLast().submitSeconds() + 30 * 86_400.0;
        return Faults.random(machines().nodes(), hoursBetweenFaults, repairHours, until, seed);
    }

    private Comparison compare(Trace trace, Conditions conditions, List<Rules> chosen) {
        var progress = new Progress(spec.commandLine().getErr(), Boolean.getBoolean("sing.terminal"));
        try {
            return Comparison.of(trace, conditions, chosen, (rule, part) -> progress.say(rule.label(), part));
        } finally {
            progress.clear();
        }
    }

    /** Said before the work, not after it. */
    private static void writable(Path file) {
        if (file == null) return;
        var folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) throw new IllegalArgumentException(file + " is a folder, not a file to write");
        if (!Files.isDirectory(folder)) throw new IllegalArgumentException("there is no folder " + folder);
        if (!Files.isWritable(Files.exists(file) ? file : folder))
            throw new IllegalArgumentException(file + " cannot be written");
    }

    private void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be written: " + e.getMessage());
        }
        spec.commandLine().getErr().println("wrote " + file);
    }
}

package org.sing.platform.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.sing.platform.Trouble;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.UnmatchedArgumentException;

/** The entry of every command; {@code ./sing} in the checkout finds the JVM and comes here. */
@Command(
        name = "./sing",
        mixinStandardHelpOptions = true,
        description = "SING, a manager for shared GPU clusters on campus. The whole system on one machine.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            QuickstartCommand.class,
            UpCommand.class,
            DownCommand.class,
            StatusCommand.class,
            TokenCommand.class,
            LogsCommand.class,
            NodeCommand.class,
            ResetCommand.class
        })
public final class Sing implements Runnable {

    @Mixin
    private Context context = new Context();

    @Override
    public void run() {
        throw new Trouble("Which command?", "./sing help shows all commands.");
    }

    Context context() {
        return context;
    }

    public static void main(String[] arguments) {
        var sing = new Sing();
        var commandLine = new CommandLine(sing)
                .setExecutionExceptionHandler((failure, line, parsed) -> sing.report(failure))
                .setParameterExceptionHandler((failure, line) -> {
                    System.err.println(failure.getMessage());
                    if (!UnmatchedArgumentException.printSuggestions(failure, System.err)) {
                        System.err.println("  ./sing help shows all commands.");
                    }
                    return CommandLine.ExitCode.USAGE;
                });
        System.exit(commandLine.execute(arguments));
    }

    /** People see sentences; the stack of what nobody foresaw goes into a log. */
    private int report(Exception failure) {
        if (failure instanceof Trouble trouble) {
            print(trouble);
            return CommandLine.ExitCode.SOFTWARE;
        }
        var log = context.state().log("launcher");
        System.err.println("Something went wrong that SING did not foresee: " + failure.getMessage());
        try {
            var stack = new StringWriter();
            failure.printStackTrace(new PrintWriter(stack, true));
            Files.writeString(
                    log, Instant.now() + "\n" + stack + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            System.err.println("  Details: " + log);
        } catch (IOException noLog) {
            System.err.println("  (" + failure.getClass().getName() + ")");
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    static void print(Trouble trouble) {
        System.err.println(trouble.getMessage());
        System.err.println("  " + trouble.wayOut());
    }
}

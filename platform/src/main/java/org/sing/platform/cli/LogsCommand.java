package org.sing.platform.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.sing.platform.Trouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Shows what the parts wrote. */
@Command(name = "logs", description = "Show what a part wrote")
final class LogsCommand implements Callable<Integer> {

    @ParentCommand
    private Sing sing;

    @Parameters(paramLabel = "PART", arity = "0..1", description = "Without it: the last lines of every part")
    private Optional<String> part = Optional.empty();

    @Option(
            names = {"-f", "--follow"},
            description = "Go on as lines are written")
    private boolean follow;

    @Override
    public Integer call() throws IOException, InterruptedException {
        var files = part.map(this::one).orElseGet(this::every);
        var command = new ArrayList<>(List.of("tail", "-n", part.isPresent() ? "200" : "5"));
        if (follow) {
            command.add("-F");
        }
        files.stream().map(Path::toString).forEach(command::add);
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    private List<Path> one(String name) {
        var file = sing.context().state().log(name);
        if (Files.notExists(file)) {
            throw new Trouble("There is no log of " + name + ".", "Logs: " + names());
        }
        return List.of(file);
    }

    private List<Path> every() {
        try (var files = Files.list(sing.context().state().logs())) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList();
        } catch (IOException none) {
            throw new Trouble("Nothing has been started yet.", "Start it: ./sing up");
        }
    }

    private String names() {
        return String.join(
                ", ",
                every().stream()
                        .map(file -> file.getFileName().toString().replace(".log", ""))
                        .toList());
    }
}

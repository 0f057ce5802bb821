package org.sing.platform.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.sing.platform.Trouble;
import org.sing.platform.part.Database;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Stops the system and deletes everything that it keeps. */
@Command(name = "reset", description = "Stop, and delete all data of this system")
final class ResetCommand implements Runnable {

    @ParentCommand
    private Sing sing;

    @Option(names = "--yes", description = "Do not ask")
    private boolean yes;

    @Override
    public void run() {
        var state = sing.context().state();
        if (Files.notExists(state.root())) {
            System.out.println("There is nothing to delete in " + state.root() + ".");
            return;
        }
        confirm(state.root());
        sing.context().alone(() -> DownCommand.stop(sing.context(), false));
        delete(Database.home(state));
        delete(state.root());
        System.out.println("Deleted " + state.root() + ".");
    }

    private void confirm(Path folder) {
        if (yes) {
            return;
        }
        var console = System.console();
        var answer =
                console == null ? "" : console.readLine("Delete all jobs, accounts and data in %s? Type yes: ", folder);
        if (!"yes".equals(answer)) {
            throw new Trouble("Nothing was deleted.", "To delete without a question: ./sing reset --yes");
        }
    }

    private static void delete(Path folder) {
        if (Files.notExists(folder)) {
            return;
        }
        try (var all = Files.walk(folder)) {
            for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package org.sing.platform.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.sing.platform.Trouble;
import org.sing.platform.part.Database;
import org.sing.platform.process.Folders;
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
        Folders.delete(Database.home(state));
        Folders.delete(state.root());
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
}

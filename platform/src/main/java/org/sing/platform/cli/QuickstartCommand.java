package org.sing.platform.cli;

import java.net.http.HttpClient;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** From nothing to a finished job, in one command. */
@Command(name = "quickstart", description = "Build, start, run a first job and show what happened to it")
final class QuickstartCommand implements Callable<Integer> {

    @ParentCommand
    private Sing sing;

    @Option(names = "--force", description = "Start although memory or disk space is short")
    private boolean force;

    @Override
    public Integer call() {
        var campus = sing.context().campus();
        var complete = new boolean[1];
        sing.context().alone(() -> complete[0] = UpCommand.start(sing.context(), campus, Set.of(), force, true));
        if (!complete[0]) {
            return 1;
        }
        new Walk(HttpClient.newHttpClient(), campus, System.out).run();
        return 0;
    }
}

package org.sing.platform.cli;

import java.time.Duration;
import org.sing.platform.Campus;
import org.sing.platform.Nodes;
import org.sing.platform.StateFolder;
import org.sing.platform.Trouble;
import org.sing.platform.part.Agent;
import org.sing.platform.process.ProcessIdentity;
import org.sing.platform.process.Signal;
import org.sing.platform.supervise.Stop;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Stops the system and leaves no process behind. */
@Command(name = "down", description = "Stop the system; its data is kept")
final class DownCommand implements Runnable {

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @ParentCommand
    private Sing sing;

    @Option(names = "--keep-jobs", description = "Leave running jobs alone; the agent finds them again after ./sing up")
    private boolean keepJobs;

    @Override
    public void run() {
        sing.context().alone(() -> stop(sing.context(), keepJobs));
    }

    static void stop(Context context, boolean keepJobs) {
        var began = System.nanoTime();
        var campus = context.campus();
        announce(campus, keepJobs);
        context.supervisor().ifPresent(DownCommand::stopSupervisor);
        try {
            // What a lost supervisor left running, or what it could not stop.
            new Stop(context.state(), name -> System.out.println("  " + name + " had to be killed"))
                    .all(campus.parts());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.printf(
                "Stopped in %.1f s. All data is kept in %s; ./sing up resumes.%n",
                (System.nanoTime() - began) / 1e9, context.state().root());
    }

    /** An agent that finds this file when it is stopped ends its jobs; without it, it leaves them running. */
    private static void announce(Campus campus, boolean keepJobs) {
        for (var node : new Nodes(campus.state()).names()) {
            var folder = Agent.folder(campus.state(), node);
            if (!folder.toFile().isDirectory()) {
                continue;
            }
            var endJobs = folder.resolve("end-jobs");
            if (keepJobs) {
                StateFolder.delete(endJobs);
            } else {
                StateFolder.write(endJobs, "");
            }
        }
    }

    private static void stopSupervisor(ProcessIdentity supervisor) {
        supervisor.signal(Signal.CONT);
        supervisor.signal(Signal.TERM);
        var until = System.nanoTime() + PATIENCE.toNanos();
        while (supervisor.alive()) {
            if (System.nanoTime() > until) {
                supervisor.signal(Signal.KILL);
            }
            try {
                Thread.sleep(Duration.ofMillis(50));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Trouble("Interrupted; the stop goes on in the background.", "See ./sing status");
            }
        }
    }
}

package org.sing.platform.cli;

import java.time.Duration;
import org.sing.platform.Trouble;
import org.sing.platform.process.ProcessIdentity;
import org.sing.platform.process.Signal;
import org.sing.platform.supervise.JobSweep;
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
        context.supervisor().ifPresent(DownCommand::stopSupervisor);
        try {
            // What a lost supervisor left running, or what it could not stop.
            new Stop(context.state(), name -> System.out.println("  " + name + " had to be killed"))
                    .all(campus.parts());
            var ended = keepJobs ? 0 : new JobSweep(context.state()).run();
            if (ended > 0) {
                System.out.println("  Running jobs were ended; they start again after the next ./sing up");
            }
            if (keepJobs) {
                System.out.println("  Running jobs go on; ./sing up finds them again");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.printf(
                "Stopped in %.1f s. All data is kept in %s; ./sing up resumes.%n",
                (System.nanoTime() - began) / 1e9, context.state().root());
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

package org.sing.platform.cli;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.sing.platform.Campus;
import org.sing.platform.Trouble;
import org.sing.platform.part.Part;
import org.sing.platform.supervise.Wanted;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Starts the system, or what is missing of it, and waits until it is ready. */
@Command(name = "up", description = "Start the system; it resumes with all its data")
final class UpCommand implements Callable<Integer> {

    @ParentCommand
    private Sing sing;

    @Option(names = "--only", split = ",", paramLabel = "PART", description = "Start these parts only")
    private Set<String> only = new TreeSet<>();

    @Option(names = "--force", description = "Start although memory or disk space is short")
    private boolean force;

    @Override
    public Integer call() {
        var campus = sing.context().campus();
        var complete = new boolean[1];
        sing.context().alone(() -> complete[0] = start(sing.context(), campus, only, force, false));
        if (complete[0]) {
            Addresses.print(System.out, campus.ports());
        }
        return complete[0] ? 0 : 1;
    }

    /** True when every part that exists is ready. */
    static boolean start(Context context, Campus campus, Set<String> only, boolean force, boolean signInNeeded) {
        new Start(campus, new Wanted(only), force).run(context.supervisor());
        return new Progress(campus).follow(present(campus, only), signInNeeded);
    }

    private static List<Part> present(Campus campus, Set<String> only) {
        var parts = campus.parts();
        only.stream()
                .filter(name -> parts.stream().noneMatch(part -> part.name().equals(name)))
                .findFirst()
                .ifPresent(name -> {
                    throw new Trouble(
                            "There is no part called " + name + ".",
                            "Parts: "
                                    + String.join(
                                            ", ", parts.stream().map(Part::name).toList()));
                });
        var wanted = new Wanted(only);
        return parts.stream().filter(part -> wanted.includes(part.name())).toList();
    }
}

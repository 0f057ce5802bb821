package org.sing.platform.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sing.platform.Campus;
import org.sing.platform.StateFolder;
import org.sing.platform.Trouble;
import org.sing.platform.part.Identity;
import org.sing.platform.part.Part;
import org.sing.platform.process.LogTail;
import org.sing.platform.supervise.PartState;
import org.sing.platform.supervise.PartState.Phase;
import org.sing.platform.supervise.SupervisorMain;

/** Shows how the parts become ready, one line each, and says plainly what does not. */
final class Progress {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(6);
    private static final Duration REMIND = Duration.ofSeconds(60);

    private final StateFolder state;
    private final long began = System.nanoTime();

    Progress(Campus campus) {
        this.state = campus.state();
    }

    /** True when all of them became ready. A slow identity provider is only mentioned, unless it is waited for. */
    boolean follow(List<Part> parts, boolean signInNeeded) {
        var absent = parts.stream().filter(part -> part.missing().isPresent()).toList();
        absent.forEach(part ->
                line(part.name(), "absent", "not built: " + part.missing().orElseThrow()));
        var open = new ArrayList<>(parts);
        open.removeAll(absent);
        var failed = new HashSet<String>();
        var reminders = 1;
        while (!open.isEmpty() && elapsed().compareTo(PATIENCE) < 0) {
            open.removeIf(part -> settled(part, failed));
            if (!signInNeeded && onlyIdentity(open) && elapsed().compareTo(Duration.ofSeconds(100)) > 0) {
                break;
            }
            if (!open.isEmpty() && elapsed().compareTo(REMIND.multipliedBy(reminders)) > 0) {
                reminders++;
                line("...", "waiting", "for " + names(open));
            }
            requireSupervisor();
            pause();
        }
        open.forEach(part -> late(part, failed));
        return failed.isEmpty() && absent.isEmpty();
    }

    private boolean settled(Part part, Set<String> failed) {
        var known = PartState.read(state, part.name());
        if (known.filter(at -> at.phase() == Phase.READY).isPresent()) {
            line(part.name(), "ready", "%.1f s".formatted(elapsed().toMillis() / 1000.0));
            return true;
        }
        if (known.filter(at -> at.phase() == Phase.FAILED && at.starts() != 1).isPresent()) {
            failed.add(part.name());
            explain(part.name(), known.orElseThrow());
            return true;
        }
        return false;
    }

    private void explain(String part, PartState known) {
        var log = state.log(part);
        line(part, "failed", known.starts() == 0 ? known.message() : "it ended right after its start; last lines:");
        LogTail.meaningful(log, 5).forEach(text -> System.out.println("      " + text));
        System.out.println("      Log: " + log);
        System.out.println(
                "      It is started again and again; ./sing status shows when it recovers, ./sing down stops.");
    }

    private void late(Part part, Set<String> failed) {
        if (part.name().equals(Identity.NAME)) {
            line(part.name(), "slow", "still starting; everything else works, sign-in comes later");
        } else {
            failed.add(part.name());
            line(
                    part.name(),
                    "slow",
                    "not ready after %d s; log: %s".formatted(elapsed().toSeconds(), state.log(part.name())));
        }
    }

    private void requireSupervisor() {
        if (state.running(SupervisorMain.NAME).isEmpty()) {
            throw new Trouble(
                    "The supervisor ended: " + String.join(" ", LogTail.meaningful(state.log(SupervisorMain.NAME), 2)),
                    "Log: " + state.log(SupervisorMain.NAME));
        }
    }

    private static boolean onlyIdentity(List<Part> open) {
        return open.stream().allMatch(part -> part.name().equals(Identity.NAME));
    }

    private static String names(List<Part> parts) {
        return String.join(", ", parts.stream().map(Part::name).toList());
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private static void line(String part, String word, String rest) {
        System.out.printf("  %-14s %-7s %s%n", part, word, rest);
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK_AGAIN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Trouble("Interrupted; the start goes on in the background.", "See ./sing status");
        }
    }
}

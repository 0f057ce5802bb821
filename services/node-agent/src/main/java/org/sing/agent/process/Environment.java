package org.sing.agent.process;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sing.schemas.ExecutionCommand.Start;

/** The environment of a job: a few names of the agent's own, the job's, and what tells it where it runs. */
final class Environment {
    private static final Pattern NAME = Pattern.compile("[A-Z_][A-Z0-9_]*");
    private static final Set<String> INHERITED = Set.of("LANG", "LC_ALL", "TZ");
    private static final int FIRST_PORT = 29_500;
    private static final int PORTS = 1_000;

    /** Names that reach into a program before the job's own code does, or that only the agent may say. */
    private static final Pattern REFUSED =
            Pattern.compile("LD_.*|.*_VISIBLE_DEVICES|SING_.*|BASH_ENV|ENV|IFS|PS4|SHELLOPTS|BASHOPTS|GLIBC_TUNABLES"
                    + "|GCONV_PATH|MALLOC_.*");

    private Environment() {}

    /** Lines that a POSIX shell reads. */
    static String of(
            Start start, Devices devices, Account account, Path work, Path home, String path, boolean localPeers) {
        var all = new LinkedHashMap<String, String>();
        all.put("PATH", path);
        for (var name : INHERITED) if (System.getenv(name) != null) all.put(name, System.getenv(name));
        all.put("HOME", home.toString());
        account.person().ifPresent(it -> all.putAll(Map.of("USER", it.name(), "LOGNAME", it.name())));
        all.put("TMPDIR", "/tmp");
        start.environment().forEach((name, value) -> {
            if (allowed(name)) all.put(name, value);
        });
        all.putAll(own(start, devices, work, home, localPeers));
        return all.entrySet().stream()
                .map(entry -> "export " + entry.getKey() + "=" + quoted(entry.getValue()) + "\n")
                .collect(Collectors.joining());
    }

    static boolean allowed(String name) {
        return NAME.matcher(name).matches() && !REFUSED.matcher(name).matches();
    }

    private static Map<String, String> own(Start start, Devices devices, Path work, Path home, boolean localPeers) {
        var own = new LinkedHashMap<String, String>();
        own.put("SING_JOB_ID", start.job());
        own.put("SING_ALLOCATION_ID", start.allocation());
        own.put("SING_NODE", start.node());
        own.putAll(devices.variables(start.gpus()));
        own.put("TACC_WORKDIR", work.toString());
        own.put("TACC_USERDIR", home.toString());
        own.put("TACC_SLURM_USERLOG", home.resolve("slurm_log").toString());
        own.put("MASTER_ADDR", localPeers ? "127.0.0.1" : start.peers().getFirst());
        own.put("MASTER_PORT", String.valueOf(FIRST_PORT + start.number() % PORTS));
        own.putAll(SlurmNames.of(start, work, devices.indices(start.gpus())));
        return own;
    }

    /** Inside single quotes a shell reads everything but the quote as it stands; NUL cannot be in a variable. */
    private static String quoted(String value) {
        return "'" + value.replace("\0", "").replace("'", "'\\''") + "'";
    }
}

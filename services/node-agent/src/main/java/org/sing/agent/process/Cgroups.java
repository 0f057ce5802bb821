package org.sing.agent.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A control group per job, which no process can leave. All groups of an agent are in one folder that no other agent uses,
 * and nothing outside of it is ever killed.
 */
final class Cgroups implements Containment {
    private static final Logger LOG = LoggerFactory.getLogger(Cgroups.class);
    private static final String PROBE = "probe";

    private final Path base;
    private final int processes;
    private final CgroupLimits limits;
    private final Sessions sessions;
    private final LeaseGuard guard;
    private final Set<Path> lingering = new HashSet<>();

    /**
     * @param base the agent's own folder in a hierarchy of control groups
     * @param guard of these groups
     * @param processes how many processes and threads a job may have; only where the kernel counts them
     * @param limits of memory and processors
     * @param sessions for jobs of an earlier agent that made no groups
     */
    Cgroups(Path base, LeaseGuard guard, int processes, CgroupLimits limits, Sessions sessions) {
        this.base = base;
        this.guard = guard;
        this.processes = processes;
        this.limits = limits;
        this.sessions = sessions;
    }

    /** Looks for a hierarchy in which this agent may make groups; the one of its earlier life comes first. */
    static Optional<Cgroups> find(Path state, int processes, Sessions sessions) throws IOException {
        var folders = new CgroupFolders(state);
        for (var base : folders.candidates()) {
            if (!usable(base)) continue;
            folders.remember(base);
            var limits = CgroupLimits.find(state, base);
            var groups = new Cgroups(base, new LeaseGuard(state, base), processes, limits, sessions);
            limits.bases().forEach(Cgroups::removeEmpty);
            return Optional.of(groups);
        }
        return Optional.empty();
    }

    @Override
    public List<Path> open(Site site) throws IOException {
        var group = group(site);
        Files.createDirectories(group);
        var limit = group.resolve("pids.max");
        if (Files.exists(limit)) Files.writeString(limit, String.valueOf(processes));
        var all = new ArrayList<>(List.of(group));
        all.addAll(limits.open(name(site), site.allotment()));
        return List.copyOf(all);
    }

    @Override
    public boolean outOfMemory(Site site) {
        return limits.outOfMemory(name(site));
    }

    @Override
    public List<Long> processes(Contained job) {
        var group = group(job.site());
        if (!Files.exists(group)) return sessions.processes(job);
        try {
            return members(group);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Set<Contained> kill(Collection<Contained> jobs) {
        var left = new HashSet<Contained>();
        var before =
                jobs.stream().filter(job -> !Files.exists(group(job.site()))).toList();
        left.addAll(sessions.kill(before));
        for (var job : jobs) if (!before.contains(job) && kill(group(job.site()))) left.add(job);
        return left;
    }

    @Override
    public void lease(String node, long untilMillis) throws IOException {
        guard.lease(node, untilMillis);
    }

    @Override
    public void release(Site site) {
        lingering.add(group(site));
        limits.groups(name(site)).forEach(lingering::add);
        // A group that the kernel did not let go in time goes with a later one.
        lingering.removeIf(Cgroups::remove);
    }

    @Override
    public void close() {
        lingering.removeIf(Cgroups::remove);
        limits.close();
        // The kernel keeps it as long as a job is in it.
        if (base.toFile().delete()) guard.stop();
        else LOG.info("jobs go on base={}", base);
    }

    /** The names become one path element, so a group is always directly below the agent's own folder. */
    private Path group(Site site) {
        return base.resolve(name(site));
    }

    private static String name(Site site) {
        return Workplace.plain(site.node()) + "@"
                + Workplace.plain(site.allocation().id());
    }

    private boolean kill(Path group) {
        try {
            var all = members(group);
            if (all.isEmpty()) return false;
            if (Files.exists(group.resolve("cgroup.kill"))) Files.writeString(group.resolve("cgroup.kill"), "1");
            else killEach(group, all);
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where the kernel cannot kill a whole group: nothing in it can fork any more, so that no new one takes its place. */
    private static void killEach(Path group, List<Long> all) throws IOException {
        Files.writeString(group.resolve("pids.max"), "0");
        all.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }

    /** The living processes of a group and of those that its job may have made in it. */
    private static List<Long> members(Path group) throws IOException {
        try (var folders = Files.walk(group)) {
            var all = new HashSet<Long>();
            for (var folder : folders.filter(Files::isDirectory).toList())
                for (var line : Files.readAllLines(folder.resolve("cgroup.procs"))) all.add(Long.parseLong(line));
            return List.copyOf(all);
        }
    }

    /** Whether groups can be made and killed here. */
    static boolean usable(Path base) {
        return probe(
                base, group -> Files.exists(group.resolve("cgroup.kill")) || Files.exists(group.resolve("pids.max")));
    }

    static boolean probe(Path base, Predicate<Path> fits) {
        var probe = base.resolve(PROBE);
        try {
            CgroupFolders.create(base);
            Files.createDirectories(probe);
            return Files.isWritable(probe.resolve("cgroup.procs")) && fits.test(probe);
        } catch (IOException e) {
            LOG.info("no control groups below base={} reason={}", base, e.toString());
            return false;
        } finally {
            remove(probe);
        }
    }

    /** At the start only: later a group may be empty because its job has not joined it yet. */
    private static void removeEmpty(Path base) {
        try (DirectoryStream<Path> groups = Files.newDirectoryStream(base, Files::isDirectory)) {
            groups.forEach(Cgroups::remove);
        } catch (IOException e) {
            LOG.debug("control groups cannot be listed base={}", base, e);
        }
    }

    /** True when it is gone; the kernel only lets go of groups that are empty. */
    private static boolean remove(Path group) {
        try (var folders = Files.walk(group)) {
            for (var folder : folders.filter(Files::isDirectory)
                    .sorted(Comparator.reverseOrder())
                    .toList()) Files.delete(folder);
            return true;
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }
}

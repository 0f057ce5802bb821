package org.sing.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a job to its memory and its share of the processors, where the kernel lets this agent. Under version 1 each of the two has
 * a hierarchy of its own, in which the job gets a group of the same name; under version 2 they are files of the one group.
 */
final class CgroupLimits {
    private static final Logger LOG = LoggerFactory.getLogger(CgroupLimits.class);
    private static final long PERIOD_MICROS = 100_000;

    /** Who asks for less means something else, and the shell that tells how the job ended needs some, too. */
    private static final long LEAST_BYTES = 32L << 20;

    private final List<Path> bases;

    private CgroupLimits(List<Path> bases) {
        this.bases = List.copyOf(bases);
    }

    static CgroupLimits none() {
        return new CgroupLimits(List.of());
    }

    /** @param base of the groups that hold the jobs together */
    static CgroupLimits find(Path state, Path base) throws IOException {
        var bases = new ArrayList<>(List.of(base));
        for (var controller : List.of("memory", "cpu")) {
            var folders = new CgroupFolders(state, controller);
            for (var candidate : folders.candidates()) {
                if (!Cgroups.probe(candidate, CgroupLimits::limits)) continue;
                folders.remember(candidate);
                bases.add(candidate);
                break;
            }
        }
        var found = new CgroupLimits(bases);
        LOG.info("jobs are kept to their memory and processors below {}", found.bases);
        return found;
    }

    /** The groups that the job's shell joins beside the one that holds it together. */
    List<Path> open(String name, Allotment allotment) throws IOException {
        for (var base : bases) {
            var group = Files.createDirectories(base.resolve(name));
            if (allotment.memoryBytes() > 0) memory(group, Math.max(LEAST_BYTES, allotment.memoryBytes()));
            if (allotment.cpus() > 0) cpus(group, allotment.cpus());
        }
        return groups(name).skip(1).toList();
    }

    Stream<Path> groups(String name) {
        return bases.stream().map(base -> base.resolve(name));
    }

    /** Whether the kernel killed something of the job because there was no more. */
    boolean outOfMemory(String name) {
        return groups(name)
                .flatMap(group ->
                        Stream.of("memory.oom_control", "memory.events").map(group::resolve))
                .filter(Files::exists)
                .anyMatch(CgroupLimits::killed);
    }

    void close() {
        bases.stream().skip(1).forEach(base -> base.toFile().delete());
    }

    List<Path> bases() {
        return bases;
    }

    private static boolean limits(Path group) {
        return Stream.of("memory.limit_in_bytes", "memory.max", "cpu.cfs_quota_us", "cpu.max")
                .anyMatch(file -> Files.isWritable(group.resolve(file)));
    }

    /** Swap would only make it slow for everybody. */
    private static void memory(Path group, long bytes) throws IOException {
        for (var file : List.of("memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.max"))
            if (Files.exists(group.resolve(file))) Files.writeString(group.resolve(file), String.valueOf(bytes));
        if (Files.exists(group.resolve("memory.swap.max"))) Files.writeString(group.resolve("memory.swap.max"), "0");
    }

    /** The kernel refuses more than the group above may have, which then is limit enough. */
    private static void cpus(Path group, int cpus) {
        try {
            var quota = cpus * PERIOD_MICROS;
            if (Files.exists(group.resolve("cpu.cfs_quota_us")))
                Files.writeString(group.resolve("cpu.cfs_quota_us"), String.valueOf(quota));
            if (Files.exists(group.resolve("cpu.max")))
                Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
        } catch (IOException e) {
            LOG.debug("no limit of processors group={}", group, e);
        }
    }

    private static boolean killed(Path counters) {
        try {
            return Files.readAllLines(counters).stream()
                    .map(line -> line.split(" "))
                    .anyMatch(words -> words[0].equals("oom_kill") && Long.parseLong(words[1]) > 0);
        } catch (IOException e) {
            LOG.warn("nobody knows whether a job ran out of memory counters={}", counters, e);
            return false;
        }
    }
}

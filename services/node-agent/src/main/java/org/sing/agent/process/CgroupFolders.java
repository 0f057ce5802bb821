package org.sing.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where an agent may keep its control groups: below the group that it runs in itself, under a name that follows from its
 * state folder, so that two agents never share one.
 */
final class CgroupFolders {
    private static final String PIDS = "pids";
    private static final List<String> LIMITS = List.of(PIDS, "memory", "cpu");

    private final Path remembered;
    private final String name;
    private final String controller;

    /** Those that hold jobs together: of version 2, or of version 1 the hierarchy that counts processes. */
    CgroupFolders(Path state) {
        this(state, PIDS);
    }

    /** @param controller whose hierarchy of version 1 is looked for */
    CgroupFolders(Path state, String controller) {
        this.controller = controller;
        this.remembered = state.resolve(holding() ? "cgroups" : "cgroups." + controller);
        this.name = "sing-" + digest(state.toAbsolutePath().normalize().toString());
    }

    /** A hierarchy of control groups. {@code root} is the group that its mount shows. */
    private record Mount(Path point, Path root, String controller) {}

    private boolean holding() {
        return controller.equals(PIDS);
    }

    /** The one of an earlier life first: jobs may live there. Then those that also limit the number of processes. */
    List<Path> candidates() throws IOException {
        var mounts = mounts();
        var all = new ArrayList<>(earlier(mounts));
        var own = Files.readAllLines(Path.of("/proc/self/cgroup"));
        for (var mount : mounts)
            own.stream().flatMap(line -> below(mount, line)).forEach(all::add);
        return all.stream().distinct().toList();
    }

    void remember(Path base) throws IOException {
        Files.writeString(remembered, base + "\n");
    }

    /** Makes the folder and lets its groups have limits where the kernel wants to be asked for that. */
    static void create(Path base) throws IOException {
        Files.createDirectories(base);
        for (var limit : LIMITS) handOn(base, limit);
    }

    private static void handOn(Path base, String limit) {
        for (var folder : List.of(base.getParent(), base)) {
            try {
                Files.writeString(folder.resolve("cgroup.subtree_control"), "+" + limit);
            } catch (IOException noSuchLimit) {
                // Version 1, or nothing that this agent may hand on: the groups do without the limit.
            }
        }
    }

    private List<Path> earlier(List<Mount> mounts) throws IOException {
        if (!Files.exists(remembered)) return List.of();
        var path = Path.of(Files.readString(remembered).strip()).normalize();
        var ours = path.endsWith(name) && mounts.stream().anyMatch(mount -> path.startsWith(mount.point()));
        return ours && Files.isDirectory(path) ? List.of(path) : List.of();
    }

    /** @param line of {@code /proc/self/cgroup}: number, controllers, path */
    private Stream<Path> below(Mount mount, String line) {
        var parts = line.split(":", 3);
        var own = Path.of(parts[2]);
        var controllers = Arrays.asList(parts[1].split(","));
        if (!controllers.contains(mount.controller()) || !own.startsWith(mount.root())) return Stream.empty();
        return Stream.of(mount.point()
                .resolve(mount.root().relativize(own))
                .resolve(name)
                .normalize());
    }

    private List<Mount> mounts() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/mountinfo")).stream()
                .flatMap(this::mount)
                .sorted((a, b) -> b.controller().compareTo(a.controller()))
                .toList();
    }

    private Stream<Mount> mount(String line) {
        var fields = line.split(" ");
        var rest = line.substring(line.indexOf(" - ") + 3).split(" ");
        var unified = rest[0].equals("cgroup2") && holding();
        var own = rest[0].equals("cgroup") && Arrays.asList(rest[2].split(",")).contains(controller);
        if (!unified && !own) return Stream.empty();
        return Stream.of(new Mount(Path.of(fields[4]), Path.of(fields[3]), unified ? "" : controller));
    }

    private static String digest(String text) {
        try {
            var bytes = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(bytes, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

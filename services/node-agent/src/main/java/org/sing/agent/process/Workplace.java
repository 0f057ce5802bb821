package org.sing.agent.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.sing.agent.domain.Allocation;
import org.sing.schemas.ExecutionCommand.Start;

/** The files of a node's jobs: a folder per allocation on the node, the output in the store. */
public final class Workplace {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,3})?");
    private static final Set<PosixFilePermission> OUTPUT_MODE = Set.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.OTHERS_READ);

    private final Path jobs;
    private final Path users;
    private final Path store;
    private final Account account;

    public Workplace(Path nodeState, Path store, Account account) throws IOException {
        this.jobs = Files.createDirectories(nodeState.resolve("jobs"));
        this.users = Files.createDirectories(nodeState.resolve("users"));
        this.store = store;
        this.account = account;
    }

    Path folder(String allocation) {
        return jobs.resolve(plain(allocation));
    }

    public long outputBytes(Allocation of) {
        try {
            return Files.size(output(of));
        } catch (IOException e) {
            return 0;
        }
    }

    Path output(Allocation of) {
        return store.resolve("jobs")
                .resolve(plain(of.job()))
                .resolve(String.valueOf(of.attempt()))
                .resolve("rank-" + of.rank() + ".out");
    }

    /** Everything that the spawner and the shim need; the folder is new or the launch fails. */
    void prepare(Start start, Allocation allocation, boolean localPeers) throws IOException {
        var folder = folder(allocation.id());
        Files.createDirectory(folder);
        var work = Files.createDirectory(folder.resolve("work"));
        var user = users.resolve(plain(start.owner()));
        if (!Files.isDirectory(user)) account.give(Files.createDirectories(user));
        var script = String.join("\n", start.script()) + "\n";
        var job = write(folder.resolve("job"), script);
        if (script.startsWith("#!")) Files.setPosixFilePermissions(job, executable());
        write(folder.resolve("environment"), Environment.of(start, work, user, localPeers));
        account.give(folder);
        account.give(work);
        createOutput(output(allocation));
    }

    /** Takes the launch from a shim that has not begun; false when the shim has it. */
    boolean callOff(String allocation) throws IOException {
        try {
            Files.createDirectories(folder(allocation));
            Files.createFile(folder(allocation).resolve("start"));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    /** Process id, start ticks and uptime, as the shim wrote them. */
    Optional<String[]> start(String allocation) {
        return words(allocation, "start", 3);
    }

    /** Status and uptime, as the shim wrote them. */
    Optional<String[]> exit(String allocation) {
        return words(allocation, "exit", 2);
    }

    /** Removes what the agent put there; what the job left in its work folder stays for its user. */
    void clear(String allocation) throws IOException {
        var folder = folder(allocation);
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) return;
        var work = folder.resolve("work");
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList())
                if (!file.startsWith(work) || empty(file)) if (!file.equals(folder) || empty(file)) Files.delete(file);
        }
    }

    private Optional<String[]> words(String allocation, String name, int count) {
        try (var file = FileChannel.open(
                folder(allocation).resolve(name), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            var bytes = new byte[200];
            var read = file.read(ByteBuffer.wrap(bytes));
            var text = new String(bytes, 0, Math.max(0, read), StandardCharsets.US_ASCII);
            var words = text.strip().split(" ");
            if (!text.endsWith("\n") || words.length != count) return Optional.empty();
            var numbers =
                    Arrays.stream(words).allMatch(word -> NUMBER.matcher(word).matches());
            return numbers ? Optional.of(words) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The folder is the agent's own and the file the user's: the job can write it but put nothing in its place. */
    private void createOutput(Path output) throws IOException {
        Files.createDirectories(output.getParent());
        if (!Files.exists(output, LinkOption.NOFOLLOW_LINKS)) Files.createFile(output);
        Files.setPosixFilePermissions(output, OUTPUT_MODE);
        account.give(output);
    }

    private Path write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
        account.give(file);
        return file;
    }

    private static Set<PosixFilePermission> executable() {
        return Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_EXECUTE);
    }

    private static boolean empty(Path path) throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) return false;
        try (var children = Files.list(path)) {
            return children.findAny().isEmpty();
        }
    }

    /** Names from a message become one path element and nothing more. */
    private static String plain(String name) {
        var plain = name.replaceAll("[^A-Za-z0-9_.-]", "_");
        return plain.startsWith(".") || plain.isEmpty() ? "_" + plain : plain;
    }
}

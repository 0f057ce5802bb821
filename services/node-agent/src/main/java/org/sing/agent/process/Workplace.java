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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.sing.agent.domain.Allocation;
import org.sing.schemas.ExecutionCommand.Start;
import org.sing.snapshots.Staging.Progress;

/** The files of a node's jobs: a folder per allocation on the node, the output in the store. None is for others to read. */
public final class Workplace {
    private static final String OWNER_ONLY = "rwx------";
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,3})?");
    private final Path jobs;
    private final Path users;
    private final Path pumps;
    private final Path tools;
    private final Store store;
    private final Baggage baggage;
    private final Accounts accounts;
    private final Map<String, Granted> granted = new ConcurrentHashMap<>();
    private final Allowance allowance;
    private final Devices devices;

    /** Known from the preparation of a job to its end, as long as the agent lives: for its launch. */
    private record Granted(Account account, Allotment allotment) {}

    /** Others may pass through these folders to what is theirs, and see nothing. */
    public Workplace(Path nodeState, Store store, Accounts accounts, Allowance allowance, Devices devices)
            throws IOException {
        this.jobs = Files.createDirectories(nodeState.resolve("jobs"));
        this.users = Files.createDirectories(nodeState.resolve("users"));
        this.pumps = Files.createDirectories(nodeState.resolve("pumps"));
        this.tools = Tools.install(nodeState);
        this.store = store;
        this.accounts = accounts;
        this.allowance = allowance;
        this.devices = devices;
        for (var passage : List.of(nodeState, jobs, users)) mode(passage, "rwx--x--x");
        mode(pumps, OWNER_ONLY);
        this.baggage = new Baggage(store, pumps);
    }

    Path folder(String allocation) {
        return jobs.resolve(plain(allocation));
    }

    public long outputBytes(Allocation of) {
        return store.bytes(of);
    }

    Path output(Allocation of) {
        return store.output(of);
    }

    /** Nothing is written to it any more. */
    void closeOutput(Allocation of) throws IOException {
        store.close(of, allowance.outputBytes());
    }

    /** Where the pump of a job's output says who it is; the job cannot write there. */
    Path pump(String allocation) {
        return pumps.resolve(plain(allocation));
    }

    /** Everything that the spawner and the shim need; the folder is new or the launch fails. It may take long. */
    void prepare(Start start, Allocation allocation, boolean localPeers, Progress progress) throws IOException {
        var folder = mode(Files.createDirectory(folder(allocation.id())), OWNER_ONLY);
        var account = accounts.of(start.owner());
        granted.put(allocation.id(), new Granted(account, Allotment.of(start)));
        var work = Files.createDirectory(folder.resolve("work"));
        baggage.lay(start, account, work, progress);
        var home = home(start, account);
        var script = String.join("\n", start.script()) + "\n";
        write(account, folder.resolve("job"), script, script.startsWith("#!") ? "r-x------" : "r--------");
        write(
                account,
                folder.resolve("environment"),
                Environment.of(start, devices, account, work, home, tools + ":" + allowance.path(), localPeers),
                "r--------");
        account.give(mode(folder, OWNER_ONLY));
        account.give(work);
        store.create(allocation);
    }

    /** A person's own, of which only that person's jobs make anything; else a folder of the node for each owner. */
    private Path home(Start start, Account account) throws IOException {
        if (account.person().isPresent()) return account.person().get().home();
        var folder = users.resolve(plain(start.owner()));
        account.give(mode(Files.createDirectories(folder), OWNER_ONLY));
        return folder;
    }

    /** Of an allocation that was prepared since the agent began. */
    Account account(String allocation) {
        return granted.get(allocation).account();
    }

    Allotment allotment(String allocation) {
        var known = granted.get(allocation);
        return known == null ? Allotment.ANY : known.allotment();
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
        return words(folder(allocation).resolve("start"), 3);
    }

    /**
     * Whether this can be the shim that says so. Another process of the same user could have written the number of any
     * process into the file, and the agent would send its signals there.
     */
    boolean credible(String allocation, long pid, long ticks) {
        return !ProcessTable.alive(pid, ticks)
                || sameUser(Path.of("/proc/" + pid), folder(allocation))
                        && ProcessTable.stat(pid)
                                .filter(stat -> stat.session() == pid)
                                .isPresent();
    }

    private static boolean sameUser(Path process, Path folder) {
        try {
            return Files.getAttribute(process, "unix:uid").equals(Files.getAttribute(folder, "unix:uid"));
        } catch (IOException e) {
            return false;
        }
    }

    /** Status and uptime, as the shim wrote them. */
    Optional<String[]> exit(String allocation) {
        return words(folder(allocation).resolve("exit"), 2);
    }

    /** Process id and start ticks of the pump. */
    Optional<String[]> pumping(String allocation) {
        return words(pump(allocation), 2);
    }

    /** Removes what the agent put there; what the job left in its work folder stays for its user. */
    void clear(String allocation) throws IOException {
        granted.remove(allocation);
        Files.deleteIfExists(pump(allocation));
        var folder = folder(allocation);
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) return;
        var work = folder.resolve("work");
        baggage.clear(allocation, work);
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList())
                if (!file.startsWith(work) || empty(file)) if (!file.equals(folder) || empty(file)) Files.delete(file);
        }
    }

    private static Optional<String[]> words(Path from, int count) {
        try (var file = FileChannel.open(from, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
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

    private static void write(Account account, Path file, String text, String permissions) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
        Files.writeString(file, text, StandardCharsets.UTF_8);
        account.give(mode(file, permissions));
    }

    private static Path mode(Path path, String permissions) throws IOException {
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private static boolean empty(Path path) throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) return false;
        try (var children = Files.list(path)) {
            return children.findAny().isEmpty();
        }
    }

    /** Names from a message become one path element and nothing more. */
    static String plain(String name) {
        var plain = name.replaceAll("[^A-Za-z0-9_.-]", "_");
        return plain.startsWith(".") || plain.isEmpty() ? "_" + plain : plain;
    }
}

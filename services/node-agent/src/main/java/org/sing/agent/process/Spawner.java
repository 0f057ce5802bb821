package org.sing.agent.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The shell that forks jobs, as the user they run as. When it dies a new one takes its place; its jobs go on. */
final class Spawner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Spawner.class);

    private final Path script;
    private final Path shim;
    private final Account account;
    private final Consumer<Path> news;
    private Process shell;

    /** @param news hears the folder of each job that began or ended: a hint, the truth is in its files */
    Spawner(Path state, Account account, Consumer<Path> news) throws IOException {
        this.script = install(state, "spawner.sh");
        this.shim = install(state, "shim.sh");
        this.account = account;
        this.news = news;
    }

    synchronized void launch(Path folder, Path output) throws IOException {
        if (shell == null || !shell.isAlive()) shell = start();
        var line = folder + "\t" + output + "\n";
        shell.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
        shell.getOutputStream().flush();
    }

    @Override
    public synchronized void close() {
        if (shell != null) shell.destroy();
    }

    private Process start() throws IOException {
        var command = account.wrap(List.of("/usr/bin/setsid", "/bin/sh", script.toString(), shim.toString()));
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.directory(script.getParent().toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        var started = builder.start();
        Thread.ofPlatform().daemon().name("spawner").start(() -> listen(started));
        return started;
    }

    private void listen(Process of) {
        try (var lines = new BufferedReader(new InputStreamReader(of.getInputStream(), StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) news.accept(Path.of(line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        LOG.info("the spawner ended");
    }

    private static Path install(Path state, String name) throws IOException {
        try (var source = Spawner.class.getResourceAsStream(name)) {
            var target = state.resolve(name);
            var draft = Files.createTempFile(state, name, ".draft");
            Files.write(draft, source.readAllBytes());
            Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
            return target;
        }
    }
}

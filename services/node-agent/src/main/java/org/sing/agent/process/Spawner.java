package org.sing.agent.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The shell that forks jobs. When it dies a new one takes its place; its jobs go on. */
final class Spawner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Spawner.class);

    private final Path script;
    private final Path shim;
    private final Allowance allowance;
    private final Consumer<Path> news;
    private final Runnable died;
    private Process shell;
    private boolean closed;

    /**
     * @param died a launch may have gone with it; repeating one is safe, because only one shim can claim it
     * @param news hears the folder of each job that began or ended: a hint, the truth is in its files
     */
    Spawner(Path state, Allowance allowance, Consumer<Path> news, Runnable died) throws IOException {
        this.script = new Script("spawner.sh").install(state);
        this.shim = new Script("shim.sh").install(state);
        this.allowance = allowance;
        this.news = news;
        this.died = died;
    }

    /** @param groups that the job's shell joins */
    synchronized void launch(Site site, List<Path> groups) throws IOException {
        var line = Stream.of(site.folder(), site.output(), site.pump(), joined(groups), as(site))
                .map(Object::toString)
                .collect(Collectors.joining("\t", "", "\n"));
        try {
            if (shell == null || !shell.isAlive()) shell = start();
            write(line);
        } catch (IOException e) {
            // It died just now.
            shell = start();
            write(line);
        }
    }

    private static String joined(List<Path> groups) {
        return groups.isEmpty() ? "-" : groups.stream().map(Path::toString).collect(Collectors.joining(" "));
    }

    private static String as(Site site) {
        return String.join(" ", site.workplace().account(site.allocation().id()).prefix());
    }

    private void write(String line) throws IOException {
        shell.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
        shell.getOutputStream().flush();
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (shell != null) shell.destroy();
    }

    private Process start() throws IOException {
        var command = new ArrayList<>(List.of("/usr/bin/setsid", "/bin/sh", script.toString(), shim.toString()));
        command.add(String.valueOf(allowance.outputBlocks()));
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.directory(script.getParent().toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        var started = builder.start();
        Thread.ofPlatform().daemon().name("spawner").start(() -> listen(started));
        started.onExit().thenRun(this::ended);
        return started;
    }

    private synchronized void ended() {
        if (closed) return;
        LOG.warn("the spawner ended, another one takes its place");
        died.run();
    }

    private void listen(Process of) {
        try (var lines = new BufferedReader(new InputStreamReader(of.getInputStream(), StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) news.accept(Path.of(line));
        } catch (IOException e) {
            // Closed while it was read. If the shell died, its end is heard elsewhere.
            LOG.debug("the spawner is not heard any more", e);
        }
    }
}

package org.sing.platform.part;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sing.platform.Installation;
import org.sing.platform.process.Folders;
import org.sing.platform.process.Launch;
import org.sing.platform.process.Processes;

/** Keycloak's program files, optimised once per checkout: that halves every start. */
final class KeycloakProgram {

    private static final Duration BUILD = Duration.ofMinutes(5);
    private static final List<String> FLAGS = List.of(
            "-Xms64m",
            "-Xmx320m",
            "-XX:MetaspaceSize=96m",
            "-XX:MaxMetaspaceSize=256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dfile.encoding=UTF-8",
            "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
            "-Dquarkus-log-max-startup-records=10000",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.base/java.security=ALL-UNNAMED");
    /** Fixed in the build; other options make another build beside it. */
    private static final List<String> OPTIONS =
            List.of("--db=dev-file", "--health-enabled=true", "--features-disabled=organization,ciba");

    private final Path archive;
    private final Path home;

    KeycloakProgram(Installation installation) {
        this.archive = installation.archive("keycloak.zip");
        this.home = installation.archive("keycloak-" + Integer.toHexString(OPTIONS.hashCode()));
    }

    Optional<Path> missing() {
        return Files.exists(archive) ? Optional.empty() : Optional.of(archive);
    }

    /** Built aside and put into place in one move: whoever comes second finds it complete. */
    void prepare(Path log) throws IOException {
        if (Files.exists(home) && newerThanArchive()) {
            return;
        }
        var aside = Files.createTempDirectory(home.getParent(), ".keycloak").resolve("keycloak");
        Unpack.zip(archive, aside);
        var build = command(aside, "build");
        build.addAll(OPTIONS);
        Processes.run(new Launch(build, aside), log, BUILD);
        if (Files.exists(home) && !newerThanArchive()) {
            Files.move(home, aside.resolveSibling("old"));
        }
        try {
            Files.move(aside, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException sooner) {
            // Another start has built the same.
        }
        Folders.delete(aside.getParent());
    }

    private boolean newerThanArchive() throws IOException {
        return Files.getLastModifiedTime(home).compareTo(Files.getLastModifiedTime(archive)) >= 0;
    }

    /** A home folder with data of its own, and everything else by reference. */
    void link(Path own) throws IOException {
        try (var entries = Files.list(home)) {
            for (var entry : entries.toList()) {
                var link = own.resolve(entry.getFileName());
                if (entry.endsWith("data") || (Files.isSymbolicLink(link) && Files.isSameFile(link, entry))) {
                    continue;
                }
                Files.deleteIfExists(link);
                Files.createSymbolicLink(link, entry);
            }
        }
    }

    /** What the shell script of the distribution runs, without the shell. */
    static List<String> command(Path home, String verb) {
        var command = new ArrayList<String>();
        command.add(Installation.java().toString());
        command.addAll(FLAGS);
        command.add("-Dkc.home.dir=" + home);
        command.add("-Djboss.server.config.dir=" + home.resolve("conf"));
        command.addAll(List.of(
                "-cp",
                home.resolve("lib/quarkus-run.jar").toString(),
                "io.quarkus.bootstrap.runner.QuarkusEntryPoint",
                verb));
        return command;
    }
}

package org.sing.platform;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Properties;
import org.sing.platform.process.ProcessIdentity;

/** Everything that the system keeps on this machine, in one folder. */
public record StateFolder(Path root) {

    public StateFolder {
        root = root.toAbsolutePath().normalize();
    }

    /** The folder itself can be walked through (jobs and the database run as other accounts); its parts are private. */
    public StateFolder create() {
        folder(root, "rwxr-xr-x");
        for (var each : new Path[] {conf(), secrets(), run(), logs()}) {
            folder(each, "rwx------");
        }
        folder(store(), "rwxr-xr-x");
        return this;
    }

    public Path conf() {
        return root.resolve("conf");
    }

    public Path conf(String part) {
        return conf().resolve(part + ".properties");
    }

    public Path run() {
        return root.resolve("run");
    }

    public Path logs() {
        return root.resolve("logs");
    }

    public Path log(String part) {
        return logs().resolve(part + ".log");
    }

    public Path store() {
        return root.resolve("store");
    }

    private Path secrets() {
        return root.resolve("secrets");
    }

    /** A random secret that is made once and kept. */
    public String secret(String name) {
        var file = secrets().resolve(name);
        return read(file).orElseGet(() -> {
            var bytes = new byte[24];
            new SecureRandom().nextBytes(bytes);
            var secret = HexFormat.of().formatHex(bytes);
            write(file, secret);
            return secret;
        });
    }

    public Optional<ProcessIdentity> running(String part) {
        return read(run().resolve(part + ".pid"))
                .flatMap(ProcessIdentity::parse)
                .filter(ProcessIdentity::alive);
    }

    public void started(String part, ProcessIdentity process) {
        write(run().resolve(part + ".pid"), process.toString());
    }

    /** A part on hold is not started until it is released: how a test takes one away. */
    public void hold(String part) {
        write(run().resolve(part + ".hold"), "");
    }

    public void release(String part) {
        delete(run().resolve(part + ".hold"));
    }

    public boolean held(String part) {
        return Files.exists(run().resolve(part + ".hold"));
    }

    /** What a part was last started with. */
    public Properties configuration(String part) {
        var properties = new Properties();
        read(conf(part)).ifPresent(text -> load(properties, text));
        return properties;
    }

    /** What stands in {@code overrides/<part>.properties} has the last word: an operator's own settings. */
    public void writeConfiguration(String part, Properties properties) {
        read(root().resolve("overrides").resolve(part + ".properties")).ifPresent(text -> load(properties, text));
        var text = new StringBuilder();
        properties.stringPropertyNames().stream()
                .sorted()
                .forEach(key -> text.append(key)
                        .append('=')
                        .append(properties.getProperty(key).replace("\\", "\\\\"))
                        .append('\n'));
        write(conf(part), text.toString());
    }

    private static void load(Properties properties, String text) {
        try {
            properties.load(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Written aside and renamed, so that a reader sees the old text or the new, and readable by this user only. */
    public static void write(Path file, String text) {
        try {
            var aside = Files.createTempFile(file.getParent(), "." + file.getFileName(), ".new");
            Files.writeString(aside, text);
            Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void folder(Path folder, String permissions) {
        try {
            Files.createDirectories(folder);
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package org.sing.platform.part;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** Unpacks the archives that the build fetched. A folder appears under its name only when it is complete. */
final class Unpack {

    private Unpack() {}

    /** PostgreSQL comes as a tar archive inside a jar. */
    static void tarInJar(Path jar, Path target) throws IOException {
        if (Files.exists(target)) {
            return;
        }
        try (var zip = new ZipFile(jar.toFile())) {
            var entry = zip.stream()
                    .filter(each -> each.getName().endsWith(".txz"))
                    .findFirst()
                    .orElseThrow(() -> new IOException(jar + " holds no database archive"));
            try (var in = new TarArchiveInputStream(
                    new XZCompressorInputStream(new BufferedInputStream(zip.getInputStream(entry), 1 << 16)))) {
                unpack(in, target, 0);
            }
        }
    }

    /** Keycloak's zip holds one folder, whose name carries the version. */
    static void zip(Path zip, Path target) throws IOException {
        if (Files.exists(target)) {
            return;
        }
        try (InputStream file = new BufferedInputStream(Files.newInputStream(zip), 1 << 16);
                var in = new ZipArchiveInputStream(file)) {
            unpack(in, target, 1);
        }
    }

    private static void unpack(ArchiveInputStream<?> in, Path target, int strip) throws IOException {
        var aside = Files.createTempDirectory(target.getParent(), "." + target.getFileName());
        Files.setPosixFilePermissions(aside, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (ArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
            var name = Path.of(entry.getName());
            if (name.getNameCount() <= strip) {
                continue;
            }
            write(in, entry, inside(aside, name.subpath(strip, name.getNameCount())));
        }
        Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void write(InputStream in, ArchiveEntry entry, Path file) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(file);
            return;
        }
        Files.createDirectories(file.getParent());
        if (entry instanceof TarArchiveEntry tar && tar.isSymbolicLink()) {
            Files.createSymbolicLink(file, Path.of(tar.getLinkName()));
            return;
        }
        Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        if (entry instanceof TarArchiveEntry tar && (tar.getMode() & 0100) != 0) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private static Path inside(Path folder, Path name) throws IOException {
        var file = folder.resolve(name).normalize();
        if (!file.startsWith(folder)) {
            throw new IOException("An archive entry points outside its folder: " + name);
        }
        return file;
    }
}

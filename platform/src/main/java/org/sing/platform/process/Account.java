package org.sing.platform.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;

/** The account that PostgreSQL runs as when the launcher runs as root, which PostgreSQL refuses. */
public record Account(String name, int uid, int gid) {

    /** Never the account of the jobs (nobody): a job could then read and stop the database. */
    private static final List<String> PREFERRED = List.of("postgres", "daemon", "nobody");

    /** Empty when the launcher is an ordinary user: then everything runs as that user. */
    public static Optional<Account> forDatabase() {
        return isRoot() ? Optional.of(find()) : Optional.empty();
    }

    public static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    public List<String> prefix() {
        return List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups", "--");
    }

    /** Whether this account can walk down to the folder. */
    public boolean reaches(Path folder) {
        for (var each = folder.toAbsolutePath(); each != null; each = each.getParent()) {
            if (Files.exists(each) && !enters(each)) {
                return false;
            }
        }
        return true;
    }

    private boolean enters(Path folder) {
        try {
            var owner = (Integer) Files.getAttribute(folder, "unix:uid");
            var needed = owner == uid ? PosixFilePermission.OWNER_EXECUTE : PosixFilePermission.OTHERS_EXECUTE;
            return Files.getPosixFilePermissions(folder).contains(needed);
        } catch (IOException e) {
            return false;
        }
    }

    private static Account find() {
        List<String> entries;
        try {
            entries = Files.readAllLines(Path.of("/etc/passwd"));
        } catch (IOException e) {
            entries = List.of();
        }
        var accounts =
                entries.stream().map(Account::parse).flatMap(Optional::stream).toList();
        return PREFERRED.stream()
                .flatMap(name -> accounts.stream().filter(account -> account.name.equals(name)))
                .findFirst()
                .orElse(new Account("nobody", 65534, 65534));
    }

    static Optional<Account> parse(String passwdLine) {
        var fields = passwdLine.split(":");
        try {
            return fields.length < 4
                    ? Optional.empty()
                    : Optional.of(new Account(fields[0], Integer.parseInt(fields[2]), Integer.parseInt(fields[3])));
        } catch (NumberFormatException damaged) {
            return Optional.empty();
        }
    }
}

package org.sing.snapshots.domain;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Names below a folder that can never leave it, and links that cannot either. Every sentence can follow the name that it
 * is about.
 */
public final class Paths {
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_PATH = 1024;

    private Paths() {}

    /** What is wrong with a path below some folder. */
    public static Optional<String> fault(String path) {
        if (path.isEmpty()) return Optional.of("has no name");
        if (path.startsWith("/")) return Optional.of("begins at the root; paths begin at the project's folder");
        if (path.chars().anyMatch(Character::isISOControl)) return Optional.of("has a control character in it");
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(path)) return Optional.of("is not Unicode text");
        if (bytes(path) > LONGEST_PATH)
            return Optional.of("is longer than " + LONGEST_PATH + " bytes, more than the file system takes");
        for (var name : path.split("/", -1)) {
            if (name.isEmpty()) return Optional.of("has an empty name between slashes");
            if (name.equals(".") || name.equals("..")) return Optional.of("has '" + name + "' in it; write it without");
            if (bytes(name) > LONGEST_NAME)
                return Optional.of(
                        "has a name longer than " + LONGEST_NAME + " bytes, more than the file system takes");
        }
        return Optional.empty();
    }

    /**
     * What is wrong with a link's target. '..' may only stand at the front: there it climbs from the link's own folder,
     * which is no link itself; after another name it would climb from wherever that name leads.
     */
    public static Optional<String> linkFault(String path, String target) {
        if (target.isEmpty()) return Optional.of("points to nothing");
        if (target.startsWith("/")) return Optional.of("points to an absolute path; links stay inside the project");
        if (bytes(target) > LONGEST_PATH) return Optional.of("has a target longer than " + LONGEST_PATH + " bytes");
        var climbed = path.chars().filter(c -> c == '/').count();
        var below = target.replaceFirst("^(\\./)+", "");
        while (below.equals("..") || below.startsWith("../")) {
            if (climbed-- == 0) return Optional.of("points outside the project");
            below = below.substring(Math.min(3, below.length()));
        }
        // What is left of '.' and '..' is a folder of the project itself.
        if (below.isEmpty() || below.equals(".")) return Optional.empty();
        return fault(below).map(reason -> "has a target that " + reason);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}

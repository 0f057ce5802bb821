package org.sing.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The user that a job runs as.
 *
 * @param uid -1 when it runs as the agent's own user
 * @param groups beside {@code gid}
 * @param person whose account it is, where it is somebody's
 */
public record Account(int uid, int gid, List<Integer> groups, Optional<Person> person) {
    public static final Account OWN = new Account(-1, -1);

    /** @param home as the node's name service tells it; it need not be there */
    public record Person(String name, Path home) {}

    public Account {
        groups = List.copyOf(groups);
    }

    public Account(int uid, int gid) {
        this(uid, gid, List.of(), Optional.empty());
    }

    /** @param text {@code uid:gid}, or empty for the agent's own user */
    public static Account parse(String text) {
        if (text.isBlank()) return OWN;
        var parts = text.split(":");
        if (parts.length != 2)
            throw new IllegalArgumentException("sing.agent.run-as must be uid:gid or owner, not " + text);
        var account = new Account(Integer.parseInt(parts[0].strip()), Integer.parseInt(parts[1].strip()));
        if (account.uid() <= 0) throw new IllegalArgumentException("sing.agent.run-as must not be root");
        return account;
    }

    boolean own() {
        return uid < 0;
    }

    /** What stands before a command that is to run as this user; no word has a blank in it. */
    List<String> prefix() {
        if (own()) return List.of();
        var others = groups.stream().map(String::valueOf).collect(Collectors.joining(","));
        return List.of(
                "setpriv",
                "--reuid=" + uid,
                "--regid=" + gid,
                others.isEmpty() ? "--clear-groups" : "--groups=" + others);
    }

    List<String> wrap(List<String> command) {
        var all = new ArrayList<>(prefix());
        all.addAll(command);
        return all;
    }

    void give(Path path) throws IOException {
        if (own()) return;
        Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
    }
}

package org.sing.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The user that jobs run as. {@code uid} is -1 when they run as the agent's own user. */
public record Account(int uid, int gid) {
    public static final Account OWN = new Account(-1, -1);

    /** @param text {@code uid:gid}, or empty for the agent's own user */
    public static Account parse(String text) {
        if (text.isBlank()) return OWN;
        var parts = text.split(":");
        if (parts.length != 2) throw new IllegalArgumentException("sing.agent.run-as must be uid:gid, not " + text);
        var account = new Account(Integer.parseInt(parts[0].strip()), Integer.parseInt(parts[1].strip()));
        if (account.uid() <= 0) throw new IllegalArgumentException("sing.agent.run-as must not be root");
        return account;
    }

    /** Says before the first job what would keep every job from running. */
    public void check(Path state) throws IOException {
        var root = Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        if (root && own())
            throw new IOException("the agent runs as root; set sing.agent.run-as to the uid:gid that jobs run as");
        if (!own() && run(List.of("/bin/sh", "-c", "exit 0")) != 0)
            throw new IOException(
                    "jobs cannot run as " + uid + ":" + gid + "; setpriv must be there and the agent root");
        if (run(List.of("/bin/sh", "-c", "tee -a --output-error=warn </dev/null")) != 0)
            throw new IOException(
                    "the tee of this machine does not know --output-error; that of GNU coreutils must be there");
        if (run(List.of("/bin/sh", "-c", "cd \"$1\"", "sh", state.toString())) != 0)
            throw new IOException("the user that jobs run as cannot reach " + state);
    }

    private int run(List<String> command) throws IOException {
        try {
            return new ProcessBuilder(wrap(command)).inheritIO().start().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    boolean own() {
        return uid < 0;
    }

    /** The command, run as this user. */
    List<String> wrap(List<String> command) {
        if (own()) return command;
        var all = new ArrayList<>(List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups"));
        all.addAll(command);
        return all;
    }

    boolean owns(long pid) {
        try {
            return own() || Integer.valueOf(uid).equals(Files.getAttribute(Path.of("/proc/" + pid), "unix:uid"));
        } catch (IOException e) {
            return false;
        }
    }

    void give(Path path) throws IOException {
        if (own()) return;
        Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
    }
}

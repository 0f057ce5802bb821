package org.sing.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Which user a job runs as. */
public interface Accounts {

    /**
     * @param owner pseudonymous id of who handed the job in
     * @throws IOException when that person has no account here; the message says so to the person
     */
    Account of(String owner) throws IOException;

    /** Says before the first job what would keep every job from running. */
    void check(Path state) throws IOException;

    /** All jobs run as the same user, and share what that user owns. */
    static Accounts same(Account account) {
        return new Accounts() {
            @Override
            public Account of(String owner) {
                return account;
            }

            @Override
            public void check(Path state) throws IOException {
                if (root() && account.own())
                    throw new IOException(
                            "the agent runs as root; set sing.agent.run-as to the uid:gid that jobs run as, or to owner");
                if (run(account, "exit 0") != 0)
                    throw new IOException("jobs cannot run as " + account.uid() + ":" + account.gid()
                            + "; setpriv must be there and the agent root");
                checkTools();
                if (run(account, "cd \"$1\"", state.toString()) != 0)
                    throw new IOException("the user that jobs run as cannot reach " + state);
            }
        };
    }

    static boolean root() throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }

    static void checkTools() throws IOException {
        if (run(Account.OWN, "tee -a --output-error=warn </dev/null") != 0)
            throw new IOException(
                    "the tee of this machine does not know --output-error; that of GNU coreutils must be there");
    }

    private static int run(Account as, String script, String... arguments) throws IOException {
        var command = new ArrayList<>(as.wrap(List.of("/bin/sh", "-c", script, "sh")));
        command.addAll(List.of(arguments));
        try {
            return new ProcessBuilder(command).inheritIO().start().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}

package org.sing.agent.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.sing.snapshots.AccountNames;

/**
 * A job runs as who handed it in. The gateway writes down what the identity provider calls that person; which user that is, the
 * name service of this node says, never a token and never the job.
 */
public final class OwnersAccounts implements Accounts {
    private static final long KEEP_MILLIS = 60_000;

    private final AccountNames names;
    private final NameService service;
    private final LongSupplier millis;
    private final Map<String, Found> found = new ConcurrentHashMap<>();

    private record Found(Account account, long millis) {}

    /** @param millis of a clock that only goes forward */
    public OwnersAccounts(AccountNames names, NameService service, LongSupplier millis) {
        this.names = names;
        this.service = service;
        this.millis = millis;
    }

    @Override
    public Account of(String owner) throws IOException {
        var name = names.of(owner)
                .orElseThrow(() -> new IOException("nobody knows yet what the account of its owner is called"));
        var known = found.get(name);
        if (known != null && millis.getAsLong() - known.millis() < KEEP_MILLIS) return known.account();
        var account = service.account(name);
        found.put(name, new Found(account, millis.getAsLong()));
        return account;
    }

    @Override
    public void check(Path state) throws IOException {
        if (!Accounts.root())
            throw new IOException(
                    "jobs can run as their owners (sing.agent.run-as=owner) only where the agent is root");
        Accounts.checkTools();
        if (service.found("root").isEmpty())
            throw new IOException("the name service of this node does not answer: getent passwd root");
    }
}

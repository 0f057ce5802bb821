package org.sing.platform.cli;

import java.net.http.HttpClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Prints an access token of a demo account, and nothing else. */
@Command(name = "token", description = "Print an access token of a demo account")
final class TokenCommand implements Runnable {

    @ParentCommand
    private Sing sing;

    @Parameters(paramLabel = "USER", description = "alice, bob, olivia or adam")
    private String user;

    @Override
    public void run() {
        System.out.println(
                new Tokens(HttpClient.newHttpClient(), sing.context().campus().ports()).of(user));
    }
}

package org.sing.platform.cli;

import java.net.http.HttpClient;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.sing.platform.Configuration;
import org.sing.platform.Logins;
import org.sing.platform.Nodes;
import org.sing.platform.Trouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Lets further nodes join. */
@Command(name = "node", description = "Let further nodes join")
final class NodeCommand implements Runnable {

    @ParentCommand
    private Sing sing;

    @Override
    public void run() {
        throw new Trouble(
                "What about nodes?", "./sing node token, then ./sing node join --name node-2 --gpus 4 --token TOKEN");
    }

    @Command(name = "token", description = "Print a token with which one node may join")
    void token() {
        var campus = sing.context().runningCampus();
        var http = HttpClient.newHttpClient();
        var operator = new Tokens(http, campus.ports()).of("olivia");
        var answer = new Gateway(http, Addresses.of(campus.ports()).api(), operator)
                .post(
                        "/nodes/tokens",
                        "application/json",
                        "{}",
                        Map.of("Idempotency-Key", UUID.randomUUID().toString()));
        System.out.println(answer.path("token").asText());
    }

    @Command(name = "join", description = "Run the agent of one more node on this machine, now and after every start")
    int join(
            @Option(names = "--name", required = true, paramLabel = "NAME") String name,
            @Option(names = "--gpus", required = true, paramLabel = "N") int gpus,
            @Option(names = "--token", paramLabel = "TOKEN") Optional<String> token,
            @Option(
                            names = "--group",
                            paramLabel = "GROUP",
                            description = "The resource group whose jobs it runs; by default: default")
                    Optional<String> group,
            @Option(
                            names = "--url",
                            paramLabel = "URL",
                            description = "The gateway; by default the one on this machine")
                    Optional<String> url) {
        if (gpus < 1 || gpus > 16) {
            throw new Trouble("A node has 1 to 16 GPUs, not " + gpus + ".", "For example: --gpus 4");
        }
        if (token.isEmpty()) {
            throw new Trouble(
                    "A node joins with a token, and none was given.",
                    "./sing node token prints one; then --token TOKEN");
        }
        var campus = sing.context().runningCampus();
        var ready = new boolean[1];
        sing.context().alone(() -> {
            var nodes = new Nodes(campus.state());
            var gateway = url.orElse("http://127.0.0.1:" + campus.ports().gateway());
            // First its login and configuration, then its name: the supervisor starts it as soon as it is on the list.
            new BusAdmin(campus).admit(Logins.ofNode(name));
            new Configuration(campus)
                    .joiningAgent(name, gpus, group, nodes.names().size() + 1, token.get(), gateway);
            nodes.add(name);
            ready[0] = new Progress(campus)
                    .follow(campus.part(Nodes.part(name)).stream().toList(), false);
        });
        return ready[0] ? 0 : 1;
    }
}

package org.sing.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sing.platform.part.Agent;
import org.sing.platform.part.Broker;
import org.sing.platform.part.Database;
import org.sing.platform.part.Identity;
import org.sing.platform.part.Part;
import org.sing.platform.part.Service;

/** The whole system on one machine: which parts there are, and where. */
public final class Campus {

    /** In the order in which a two-core machine starts them best: the door last, for it needs nobody. */
    static final List<String> SERVICES =
            List.of("submission", "scheduling", "accounting", "node-monitor", "incident", "gateway");

    private final Installation installation;
    private final StateFolder state;
    private final Settings settings;

    public Campus(Installation installation, StateFolder state, Settings settings) {
        this.installation = installation;
        this.state = state;
        this.settings = settings;
    }

    public Installation installation() {
        return installation;
    }

    public StateFolder state() {
        return state;
    }

    public Ports ports() {
        return settings.ports();
    }

    public Settings settings() {
        return settings;
    }

    public List<Part> parts() {
        var ports = ports();
        var parts = new ArrayList<Part>();
        parts.add(new Database(state, installation, ports.database(), databases(), true));
        parts.add(new Broker(state, installation, ports.broker(), ports.controller(), true));
        parts.add(new Identity(
                state, installation, Configuration.realm(state), ports.identity(), ports.identityManagement()));
        SERVICES.forEach(name -> parts.add(new Service(
                name, state, installation, ports.service(name), ports.health(name), settings.compilerFlags())));
        var nodes = new Nodes(state).names();
        for (var i = 0; i < nodes.size(); i++) {
            var node = nodes.get(i);
            parts.add(new Agent(Nodes.part(node), node, state, installation, ports.agent(i + 1)));
        }
        return parts;
    }

    public Optional<Part> part(String name) {
        return parts().stream().filter(part -> part.name().equals(name)).findFirst();
    }

    /** A role and a database of the same name for each service. */
    static List<String> databases() {
        return SERVICES.stream().map(Campus::database).toList();
    }

    static String database(String service) {
        return service.replace('-', '_');
    }
}

package org.sing.platform;

import java.util.Map;
import java.util.TreeMap;

/** Who may connect to the broker, and with which password: each service, and the agent of each node. */
public final class Logins {

    /** Whoever runs the bus. */
    public static final String ADMIN = "admin";

    private final StateFolder state;

    public Logins(StateFolder state) {
        this.state = state;
    }

    /** Set apart by its form, so that no node can be named like a service. */
    public static String ofNode(String node) {
        return "nodes/" + node;
    }

    /** A random password that is made once and kept. */
    public String password(String user) {
        return state.secret("bus-" + user.replace('/', '-'));
    }

    /** Everybody but the administrator, with the password. */
    public Map<String, String> users() {
        var users = new TreeMap<String, String>();
        Campus.SERVICES.forEach(service -> users.put(service, password(service)));
        new Nodes(state).names().forEach(node -> users.put(ofNode(node), password(ofNode(node))));
        return users;
    }
}

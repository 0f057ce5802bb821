package org.sing.platform.cli;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.sing.platform.Campus;
import org.sing.platform.Logins;
import org.sing.platform.kafka.Login;
import org.sing.platform.kafka.Users;

/** Whoever runs the bus, at the running broker. */
final class BusAdmin {

    static {
        // Kafka's client tells every step of its own, which is nothing for people at a terminal.
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "error");
    }

    private final Logins logins;
    private final String broker;

    BusAdmin(Campus campus) {
        this.logins = new Logins(campus.state());
        this.broker = "127.0.0.1:" + campus.ports().broker();
    }

    /** Lets one more user connect, before the broker is started again with all of them. */
    void admit(String user) {
        var settings = new HashMap<String, Object>(Login.plain(Logins.ADMIN, logins.password(Logins.ADMIN)));
        settings.put("bootstrap.servers", broker);
        try (var admin = Admin.create(settings)) {
            new Users(admin).ensure(Map.of(user, logins.password(user)));
        }
    }
}

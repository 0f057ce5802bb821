package org.sing.platform.cli;

import java.io.PrintStream;
import org.sing.platform.Ports;
import org.sing.platform.part.Identity;

/** Where people find the system. */
record Addresses(String api, String console, String identity) {

    /** The folder with the command line. */
    String client() {
        return console + "client/";
    }

    static Addresses of(Ports ports) {
        var gateway = "http://127.0.0.1:" + ports.gateway() + "/";
        return new Addresses(
                gateway + "api/v1",
                gateway,
                "http://127.0.0.1:%d/realms/%s".formatted(ports.identity(), Identity.REALM));
    }

    static void print(PrintStream out, Ports ports) {
        var at = of(ports);
        out.println();
        out.println("  Console   " + at.console);
        out.println("  API       " + at.api);
        out.println("  Sign-in   " + at.identity);
    }
}

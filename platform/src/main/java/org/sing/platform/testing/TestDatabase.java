package org.sing.platform.testing;

/** A database that one test class has for itself, and the role that owns it. */
public record TestDatabase(String host, int port, String name, String user, String password) {

    public String jdbcUrl() {
        return "jdbc:postgresql://%s:%d/%s".formatted(host, port, name);
    }

    public String reactiveUrl() {
        return "postgresql://%s:%d/%s".formatted(host, port, name);
    }
}

package org.sing.gateway.api.body;

/** The request is on the bus and will be done, but nobody has answered yet: look again at {@code href}. */
public record Acknowledged(String id, String href) {}

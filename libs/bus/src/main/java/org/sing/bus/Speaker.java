package org.sing.bus;

import java.util.Optional;
import java.util.regex.Pattern;
import org.sing.bus.Heard.Message;
import org.sing.schemas.Catalogue;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.Topics;

/** The node that a message on an agents' topic speaks for, and so must be signed by. */
final class Speaker {
    private static final String NODES = "nodes/";
    /** An agent counts its reports anew after it was lost: then its incarnation is part of the source. */
    private static final Pattern SOURCE = Pattern.compile("/nodes/([^/]+)(/[0-9]+)?");

    private static final String NODE_MONITOR = "/services/node-monitor";

    private Speaker() {}

    static boolean isNeededOn(String topic) {
        return Topics.writers(topic).contains(Topics.AGENT);
    }

    /** Empty for the one thing that a service says there. @throws IllegalArgumentException when nobody may say this */
    static Optional<String> of(Message message) {
        var source = message.envelope().source();
        if (isMarker(message)) {
            if (source.equals(NODE_MONITOR)) return Optional.empty();
            throw new IllegalArgumentException("a marker of " + source);
        }
        var from = SOURCE.matcher(source);
        if (!from.matches()) throw new IllegalArgumentException(source + " is no node");
        var node = from.group(1);
        var subject = message.envelope().subject();
        if (subject.startsWith(NODES) && !subject.equals(NODES + node))
            throw new IllegalArgumentException(node + " speaks about " + subject);
        var named = message.envelope().data().path("node");
        if (!named.isMissingNode() && !named.asText().equals(node))
            throw new IllegalArgumentException(node + " speaks for node " + named.asText());
        return Optional.of(node);
    }

    private static boolean isMarker(Message message) {
        return Catalogue.byName(message.envelope().type())
                .filter(type -> type.record() == NodeTelemetry.Marker.class)
                .isPresent();
    }
}

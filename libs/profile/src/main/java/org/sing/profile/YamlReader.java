package org.sing.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sing.schemas.Problem;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads YAML from its events, never into objects: tags do nothing, aliases are counted, and an alias can only name
 * something that is already complete, so nothing contains itself.
 */
final class YamlReader {
    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setLabel("profile")
            .setCodePointLimit(Profiles.MAX_BYTES)
            .build();
    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

    private final Iterator<Event> events;
    private final Guard guard = new Guard();
    private final Map<Anchor, Anchored> anchors = new HashMap<>();

    private record Anchored(Source source, int size) {}

    private YamlReader(Iterator<Event> events) {
        this.events = events;
    }

    static Source read(String text) throws Unreadable {
        try {
            return new YamlReader(new Parse(SETTINGS).parseString(text).iterator()).document();
        } catch (MarkedYamlEngineException e) {
            throw new Unreadable(YamlProblem.of(e, text));
        } catch (YamlEngineException e) {
            throw new Unreadable(Problem.of("this is not text that YAML allows: " + firstLine(e.getMessage())));
        }
    }

    private Source document() throws Unreadable {
        events.next();
        if (events.next().getEventId() == Event.ID.StreamEnd) throw Unreadable.at(Place.START, "the profile is empty");
        var root = piece(events.next(), "", 0);
        events.next();
        var after = events.next();
        if (after.getEventId() != Event.ID.StreamEnd)
            throw Unreadable.at(place("", after), "a second document begins here; one profile per file");
        return root;
    }

    private Source piece(Event event, String pointer, int depth) throws Unreadable {
        var at = place(pointer, event);
        if (event instanceof AliasEvent alias) return alias(alias, at);
        var before = guard.pieces();
        guard.piece(depth, at);
        var source = switch (event) {
            case ScalarEvent scalar -> scalar(scalar, at);
            case SequenceStartEvent start -> items(at, depth);
            case MappingStartEvent start -> fields(at, depth);
            default -> throw Unreadable.at(at, "unexpected " + event.getEventId());
        };
        ((NodeEvent) event)
                .getAnchor()
                .ifPresent(anchor -> anchors.put(anchor, new Anchored(source, guard.pieces() - before)));
        return source;
    }

    private static Source scalar(ScalarEvent scalar, Place at) {
        return scalar.isPlain() && NULLS.contains(scalar.getValue())
                ? new Source.Nothing(at)
                : new Source.Text(scalar.getValue(), at);
    }

    private Source items(Place at, int depth) throws Unreadable {
        var items = new ArrayList<Source>();
        for (var event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next())
            items.add(piece(event, Place.child(at.pointer(), items.size()), depth + 1));
        return new Source.Items(items, at);
    }

    private Source fields(Place at, int depth) throws Unreadable {
        var fields = new ArrayList<Source.Field>();
        var names = new Guard.Names();
        for (var event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            if (!(event instanceof ScalarEvent key))
                throw Unreadable.at(place(at.pointer(), event), "a name must be plain text");
            var here = place(Place.child(at.pointer(), key.getValue()), event);
            names.add(key.getValue(), here);
            fields.add(new Source.Field(key.getValue(), piece(events.next(), here.pointer(), depth + 1), here));
        }
        return new Source.Fields(fields, at);
    }

    private Source alias(AliasEvent alias, Place at) throws Unreadable {
        var anchored = Optional.ofNullable(anchors.get(alias.getAlias()))
                .orElseThrow(
                        () -> Unreadable.at(at, "the alias *" + alias.getAlias() + " names nothing that is complete"));
        guard.alias(anchored.size(), at);
        return anchored.source();
    }

    private static Place place(String pointer, Event event) {
        return event.getStartMark()
                .map(mark -> new Place(pointer, mark.getLine() + 1, mark.getColumn() + 1))
                .orElse(new Place(pointer, 0, 0));
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }
}

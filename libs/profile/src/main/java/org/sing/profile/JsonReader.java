package org.sing.profile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;

/** Reads JSON token by token, so that each piece keeps its line and column. */
final class JsonReader {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final JsonParser parser;
    private final Guard guard = new Guard();

    private JsonReader(JsonParser parser) {
        this.parser = parser;
    }

    static Source read(String text) throws Unreadable {
        try (var parser = FACTORY.createParser(text)) {
            return new JsonReader(parser).document();
        } catch (JsonProcessingException e) {
            throw Unreadable.at(place("", e.getLocation()), "not valid JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("reading a string", e);
        }
    }

    private Source document() throws IOException, Unreadable {
        var first = parser.nextToken();
        if (first == null) throw Unreadable.at(Place.START, "the profile is empty");
        var root = piece(first, "", 0);
        if (parser.nextToken() != null)
            throw Unreadable.at(place("", parser.currentTokenLocation()), "something follows the end of the profile");
        return root;
    }

    private Source piece(JsonToken token, String pointer, int depth) throws IOException, Unreadable {
        var at = place(pointer, parser.currentTokenLocation());
        guard.piece(depth, at);
        return switch (token) {
            case START_OBJECT -> fields(at, depth);
            case START_ARRAY -> items(at, depth);
            case VALUE_NULL -> new Source.Nothing(at);
            default -> new Source.Text(parser.getText(), at);
        };
    }

    private Source items(Place at, int depth) throws IOException, Unreadable {
        var items = new ArrayList<Source>();
        for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken())
            items.add(piece(token, Place.child(at.pointer(), items.size()), depth + 1));
        return new Source.Items(items, at);
    }

    private Source fields(Place at, int depth) throws IOException, Unreadable {
        var fields = new ArrayList<Source.Field>();
        var names = new Guard.Names();
        for (var token = parser.nextToken(); token != JsonToken.END_OBJECT; token = parser.nextToken()) {
            var name = parser.currentName();
            var here = place(Place.child(at.pointer(), name), parser.currentTokenLocation());
            names.add(name, here);
            fields.add(new Source.Field(name, piece(parser.nextToken(), here.pointer(), depth + 1), here));
        }
        return new Source.Fields(fields, at);
    }

    private static Place place(String pointer, JsonLocation location) {
        return new Place(pointer, Math.max(location.getLineNr(), 0), Math.max(location.getColumnNr(), 0));
    }
}

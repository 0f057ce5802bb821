package org.sing.profile;

import java.util.List;
import java.util.Optional;

/** A profile as it was written, with the place of each piece; the same for YAML and JSON. */
sealed interface Source {
    Place at();

    /** What it is, in the words of an error message. */
    String kind();

    /** A scalar, as it was written: numbers and booleans keep their spelling. */
    record Text(String value, Place at) implements Source {
        @Override
        public String kind() {
            return "a single value";
        }
    }

    /** Nothing: {@code null}, or a name with nothing after its colon. */
    record Nothing(Place at) implements Source {
        @Override
        public String kind() {
            return "empty";
        }
    }

    record Items(List<Source> items, Place at) implements Source {
        @Override
        public String kind() {
            return "a list";
        }
    }

    record Fields(List<Field> fields, Place at) implements Source {
        @Override
        public String kind() {
            return "a mapping (name: value)";
        }

        Optional<Field> field(String name) {
            return fields.stream().filter(it -> it.name().equals(name)).findFirst();
        }
    }

    /** @param at the place of the name */
    record Field(String name, Source value, Place at) {}
}

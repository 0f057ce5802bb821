package org.sing.profile;

import java.util.Optional;
import org.sing.schemas.Problem;

/** Where in the profile something stands: JSON pointer, line and column (both from 1). */
record Place(String pointer, int line, int column) {
    static final Place START = new Place("", 1, 1);

    static String child(String pointer, String name) {
        return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
    }

    static String child(String pointer, int index) {
        return pointer + "/" + index;
    }

    Problem problem(String detail) {
        return new Problem(pointer, line, column, detail, Optional.empty());
    }
}

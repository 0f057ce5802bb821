package org.sing.gateway;

import java.util.List;

/** The people of the tests' campus. */
public record Person(String name, String id, List<String> roles, List<String> groups) {
    public static final Person ALICE = researcher("alice", "/projects/vision");
    /** In Alice's project. */
    public static final Person ANNA = researcher("anna", "/projects/vision");
    /** Owns Alice's project. */
    public static final Person OTTO = researcher("otto", "/projects/vision", "/projects/vision/owners");

    public static final Person BOB = researcher("bob", "/projects/language");
    public static final Person OLIVIA = new Person("olivia", "id-of-olivia", List.of("operator"), List.of());
    public static final Person ADAM = new Person("adam", "id-of-adam", List.of("admin"), List.of());
    /** Signed in, and that is all. */
    public static final Person NORA = new Person("nora", "id-of-nora", List.of(), List.of());

    private static Person researcher(String name, String... groups) {
        return new Person(name, "id-of-" + name, List.of("researcher"), List.of(groups));
    }

    public String token() {
        return TestIssuer.token(this);
    }
}

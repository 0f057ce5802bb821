package org.sing.platform;

/** Something that the user can do something about: one sentence, and the way out. */
public final class Trouble extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String wayOut;

    public Trouble(String sentence, String wayOut) {
        super(sentence);
        this.wayOut = wayOut;
    }

    public String wayOut() {
        return wayOut;
    }
}

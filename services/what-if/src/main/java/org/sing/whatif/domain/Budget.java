package org.sing.whatif.domain;

import java.util.function.IntConsumer;

/** How much may be computed, and how far it is. Time is for others to watch: here it would make answers differ. */
public final class Budget {
    private final long most;
    private final IntConsumer progress;
    private long steps;
    private int parts = 1;
    private int part;
    private int said = -1;

    /** @param progress hears per cent, each once */
    public Budget(long most, IntConsumer progress) {
        this.most = most;
        this.progress = progress;
    }

    /** @param parts of about the same length, of which one after the other begins */
    void parts(int parts) {
        this.parts = parts;
    }

    void partDone() {
        part++;
        within(0);
    }

    void step() {
        if (++steps > most)
            throw new Unanswerable(
                    "too-much-work",
                    "It takes more than %,d steps; ask about fewer jobs or fewer failures.".formatted(most));
    }

    /** @param done of the part that has begun */
    void within(double done) {
        var percent = (int) (100 * Math.min(1, (part + done) / parts));
        if (percent <= said) return;
        said = percent;
        progress.accept(percent);
    }
}

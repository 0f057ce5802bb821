package org.sing.gateway.store;

import org.sing.schemas.Envelope;
import org.sing.schemas.FeedEntry;

/** An entry of the feed, with the job that it is about, or an empty one. */
public record FeedLine(long position, String job, String owner, String project, Envelope event) {

    public FeedLine at(long newPosition) {
        return new FeedLine(newPosition, job, owner, project, event);
    }

    public FeedEntry entry() {
        return new FeedEntry(position, owner, project, event);
    }
}

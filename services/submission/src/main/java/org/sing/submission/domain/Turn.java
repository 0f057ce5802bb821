package org.sing.submission.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.sing.submission.domain.Job.Change;

/** One message being folded: the life so far, and the events so far. */
final class Turn {
    final Job job;
    final Policy policy;
    final Instant now;
    Life life;
    private final List<Record> events = new ArrayList<>();

    Turn(Job job, Policy policy, Instant now) {
        this.job = job;
        this.policy = policy;
        this.now = now;
        life = job.life();
    }

    void say(Record event) {
        events.add(event);
    }

    Change change() {
        return new Change(job.with(life, events.size()), events);
    }
}

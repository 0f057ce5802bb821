package org.sing.submission.app;

import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.submission.domain.Expectation.Sight;
import org.sing.submission.domain.Job;

/** Where jobs are kept. What is read is locked until the transaction ends. */
public interface JobStore {
    Uni<List<Job>> load(Mutiny.Session session, Collection<String> ids);

    /** Failed jobs whose cause nobody has named in time, except those that somebody else works on. */
    Uni<List<Job>> unclassified(Mutiny.Session session, Instant now, int most);

    /** Blocked jobs about which there may be something to tell, except those that somebody else works on. */
    Uni<List<Blocked>> blocked(Mutiny.Session session, Instant now, int most);

    /** Jobs that time alone ends by now, except those that somebody else works on. */
    Uni<List<Job>> late(Mutiny.Session session, Instant now, int most);

    record Blocked(Job job, Sight sight) {}

    /** Jobs that were named, and unfinished ones of the same owner and name. Not locked. */
    Uni<List<Others.Other>> others(
            Mutiny.Session session, Collection<String> names, Collection<Others.Singleton> singletons);

    Uni<Void> add(Mutiny.Session session, Collection<Job> jobs);

    /** @param jobs that were loaded in this transaction */
    Uni<Void> update(Mutiny.Session session, Collection<Job> jobs);

    /** Numbers that no job has had or will ever have. */
    Uni<List<Long>> numbers(Mutiny.Session session, int count);
}

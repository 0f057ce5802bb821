package org.sing.platform.kafka;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Creates what is missing of a list of topics; what exists is left as it is. */
public final class TopicCreation {

    private static final int SECONDS = 60;

    private final Admin admin;

    public TopicCreation(Admin admin) {
        this.admin = admin;
    }

    public void ensure(Collection<TopicCatalogue.Topic> topics) {
        try {
            var existing = admin.listTopics().names().get(SECONDS, TimeUnit.SECONDS);
            List<NewTopic> missing = topics.stream()
                    .filter(topic -> !existing.contains(topic.name()))
                    .map(topic -> new NewTopic(topic.name(), Optional.of(topic.partitions()), Optional.<Short>empty())
                            .configs(topic.configuration()))
                    .toList();
            admin.createTopics(missing).all().get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("The topics could not be created", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}

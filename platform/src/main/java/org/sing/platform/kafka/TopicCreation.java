package org.sing.platform.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.sing.schemas.Topics;

/** Creates what is missing of a list of topics; what exists is left as it is. */
public final class TopicCreation {

    private static final int SECONDS = 60;

    private final Admin admin;

    public TopicCreation(Admin admin) {
        this.admin = admin;
    }

    public void ensure(Collection<Topics.Topic> topics) {
        try {
            var existing = admin.listTopics().names().get(SECONDS, TimeUnit.SECONDS);
            List<NewTopic> missing = topics.stream()
                    .filter(topic -> !existing.contains(topic.name()))
                    .map(topic -> new NewTopic(topic.name(), Optional.of(topic.partitions()), Optional.<Short>empty())
                            .configs(topic.config()))
                    .toList();
            admin.createTopics(missing).all().get(SECONDS, TimeUnit.SECONDS);
            awaitKnown(missing);
            awaitLeaders(missing);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("The topics could not be created", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void awaitKnown(List<NewTopic> topics) throws ExecutionException, InterruptedException, TimeoutException {
        var names = topics.stream().map(NewTopic::name).collect(Collectors.toSet());
        var until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!admin.listTopics().names().get(SECONDS, TimeUnit.SECONDS).containsAll(names)) {
            if (System.nanoTime() > until) {
                throw new TimeoutException("The broker does not show the new topics");
            }
            Thread.sleep(Duration.ofMillis(20));
        }
    }

    /** A topic is known a moment before its partitions take records; only the partition itself can tell. */
    private void awaitLeaders(List<NewTopic> topics) throws ExecutionException, InterruptedException, TimeoutException {
        var partitions = topics.stream()
                .flatMap(topic -> IntStream.range(0, topic.numPartitions())
                        .mapToObj(partition -> new TopicPartition(topic.name(), partition)))
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.earliest()));
        admin.listOffsets(partitions).all().get(SECONDS, TimeUnit.SECONDS);
    }
}

package org.sing.bus;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.sing.bus.Heard.Partition;
import org.sing.bus.InboxStore.Superseded;

/** How far this consumer believes to have come. What the database says must be the same, or somebody else was here. */
@Singleton
final class Positions {
    private final Map<Partition, Long> believed = new ConcurrentHashMap<>();

    /** Fails with {@link Superseded} if the stored position is not the believed one; adopts it where none is believed. */
    void check(Partition partition, long stored) {
        if (believed.getOrDefault(partition, stored) != stored) throw new Superseded();
    }

    OptionalLong believed(Partition partition) {
        var position = believed.get(partition);
        return position == null ? OptionalLong.empty() : OptionalLong.of(position);
    }

    void advance(Partition partition, long nextOffset) {
        believed.put(partition, nextOffset);
    }

    void forget(Collection<Partition> partitions) {
        partitions.forEach(believed::remove);
    }

    void forgetAll() {
        believed.clear();
    }
}

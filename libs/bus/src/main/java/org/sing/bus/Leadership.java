package org.sing.bus;

import java.util.OptionalLong;

/**
 * Which instance of a service with {@code sing.bus.single-active=true} acts: the holder of the leader row, by the clock
 * of the database. Each new holder gets a greater epoch, which its writes carry.
 */
public interface Leadership {

    /** The epoch of this instance while it leads; empty otherwise. */
    OptionalLong epoch();

    /**
     * The condition, in SQL, that {@code :epoch} still leads; for the statements that must not be written by a stale
     * leader. It holds until the transaction ends: a successor waits for the lock. {@code :leader} is the service's
     * name, {@code quarkus.application.name}. A batch is gated by the bus itself.
     */
    String GATE = "exists (select 1 from bus_leader where name = :leader and epoch = :epoch for share)";
}

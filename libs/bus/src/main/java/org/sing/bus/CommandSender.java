package org.sing.bus;

import io.smallrye.mutiny.Uni;
import org.sing.schemas.Envelope;

/** Sends a command that no local transaction belongs to: completes when the broker has it on all in-sync replicas. */
public interface CommandSender {
    Uni<Void> send(Envelope command);
}

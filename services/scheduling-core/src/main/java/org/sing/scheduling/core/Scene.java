package org.sing.scheduling.core;

import java.time.Instant;
import java.util.Optional;

/** What a rule sees when it is asked who starts next. */
record Scene(Group group, Ticket first, Head crowned, Instant now) {

    Queue queue() {
        return group.queue;
    }

    Capacity capacity() {
        return group.capacity;
    }

    Outlook outlook() {
        return group.outlook;
    }

    /** The head, when it fits. */
    Optional<Start> head() {
        return capacity().find(first.request()).map(rooms -> new Start(first, rooms, crowned));
    }
}

package org.sing.scheduling.core;

import java.util.List;

/** Who starts next and where, and what remains of the head's budget when it is not the head itself. */
record Start(Ticket ticket, List<Room> rooms, Head head) {}

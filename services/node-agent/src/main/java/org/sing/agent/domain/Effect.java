package org.sing.agent.domain;

import java.util.List;
import org.sing.schemas.ExecutionCommand.Start;
import org.sing.schemas.NodeTelemetry.Hello;
import org.sing.schemas.NodeTelemetry.Renewal;
import org.sing.schemas.Warning;

/** What an agent does to the world, after the journal is on disk. */
public sealed interface Effect {
    record Launch(Start start, Allocation allocation) implements Effect {}

    /** It is to end, and nothing of it runs yet: what is being made ready for it is given up. */
    record CallOff(Allocation allocation) implements Effect {}

    /** Its time is soon over. */
    record Alert(Allocation allocation, Running running, Warning warning) implements Effect {}

    record Terminate(Allocation allocation, Running running) implements Effect {}

    /** Kills the process group and every process that carries the allocation in its environment. */
    record Kill(Allocation allocation, Running running) implements Effect {}

    record Send(Report report) implements Effect {}

    /** All is reported: the output is complete and the allocation's folder may go. */
    record Close(Allocation allocation) implements Effect {}

    record SayHello(Hello hello) implements Effect {}

    record Renew(Renewal renewal, long sentMillis) implements Effect {}

    /** Something that operators should see. */
    record Warn(String message, List<String> values) implements Effect {}
}

package org.sing.agent.domain;

import java.util.Optional;
import org.sing.schemas.ExecutionCommand.Start;

/** Which starts an agent executes: the last guard before a process exists. */
final class Admission {
    private final Machine machine;
    private final Ledger ledger;
    private final Lease lease;

    Admission(Machine machine, Ledger ledger, Lease lease) {
        this.machine = machine;
        this.ledger = ledger;
        this.lease = lease;
    }

    /** Its incarnation is newer than the one we know: the grant is on another topic and still on its way. */
    boolean mustWait(Start start) {
        return start.incarnation() > ledger.lease().incarnation();
    }

    /** One sentence for people when the start must not be executed. */
    Optional<String> refuse(Start start, Now now) {
        if (start.epoch() < ledger.at().epoch())
            return refusal("it was sent under scheduler epoch " + start.epoch() + ", the agent knows "
                    + ledger.at().epoch());
        if (start.incarnation() < ledger.lease().incarnation())
            return refusal("it was meant for incarnation " + start.incarnation() + " of the node, this is "
                    + ledger.lease().incarnation());
        if (lease.phase() != Lease.Phase.HELD) return refusal("the node has no lease at the moment");
        if (now.wall().isAfter(start.deadline())) return refusal("it came after its deadline " + start.deadline());
        if (ledger.cordoned()) return refusal("the node is cordoned");
        return start.gpus().stream().flatMap(gpu -> held(gpu).stream()).findFirst();
    }

    private Optional<String> held(String gpu) {
        if (!machine.has(gpu)) return refusal("the node has no GPU " + gpu);
        return ledger.tasks().stream()
                .filter(task -> task.allocation().gpus().contains(gpu))
                .findFirst()
                .flatMap(task -> refusal(
                        "GPU " + gpu + " is still held by " + task.allocation().id()));
    }

    private static Optional<String> refusal(String sentence) {
        return Optional.of(sentence);
    }
}

package org.sing.scheduling.whatif;

import java.util.function.IntPredicate;
import org.sing.schemas.SimulationResult;
import org.sing.whatif.domain.Errand;

/** Works an answer out where it costs the scheduler nothing. */
interface Calculation {

    sealed interface Outcome {
        record Answered(SimulationResult result) implements Outcome {}

        record Refused(String code, String detail) implements Outcome {}

        /** Nobody wants the answer any more, or the service stops. */
        record Stopped() implements Outcome {}
    }

    /**
     * Waits for the answer on the thread of the caller.
     *
     * @param goOn hears per cent; when it says no, the work is thrown away
     */
    Outcome run(Errand errand, IntPredicate goOn);

    /** The work in hand, if any, is thrown away; {@link #run} comes back. May be called from any thread. */
    void stop();
}

package org.sing.agent.process;

import org.sing.agent.domain.Exit;
import org.sing.agent.domain.Running;
import org.sing.schemas.EndCause;
import org.sing.schemas.ExecutionOutput;

/** Hears what becomes of processes. */
public interface Witness {
    void launched(Site site, Running running);

    void notLaunched(Site site, EndCause why, String detail);

    /** No process of the allocation is left. */
    void ended(Site site, Exit exit);

    /** Takes a piece of output for those who follow; false when there is no room for it now. */
    boolean output(Site site, ExecutionOutput piece);
}

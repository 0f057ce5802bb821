package org.sing.accounting.messaging;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Map;
import org.sing.accounting.domain.limits.Scope;
import org.sing.accounting.domain.limits.Values;

/** The limits for everybody who has none of their own; 0 means no limit. */
@ConfigMapping(prefix = "sing.limits")
interface LimitSettings {
    User user();

    Project project();

    /** What SING's operators allow a user. */
    interface User {
        @WithDefault("2")
        long runningJobs();

        @WithDefault("0")
        long runningGpus();

        @WithDefault("2")
        long nodesPerJob();
    }

    interface Project {
        @WithDefault("0")
        long runningJobs();

        @WithDefault("0")
        long runningGpus();

        @WithDefault("0")
        long nodesPerJob();
    }

    default Map<Scope, Values> values() {
        return Map.of(
                Scope.USER, new Values(user().runningJobs(), user().runningGpus(), user().nodesPerJob()),
                Scope.PROJECT,
                        new Values(
                                project().runningJobs(),
                                project().runningGpus(),
                                project().nodesPerJob()));
    }
}

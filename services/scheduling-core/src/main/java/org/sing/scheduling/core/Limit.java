package org.sing.scheduling.core;

/** What one user or project may use at once; 0 means no limit. The name {@code *} is the default of its scope. */
public record Limit(Scope scope, String name, long version, long runningJobs, long runningGpus, long nodesPerJob) {
    public static final String DEFAULT = "*";

    public enum Scope {
        USER,
        PROJECT
    }

    static Limit none(Scope scope) {
        return new Limit(scope, DEFAULT, 0, 0, 0, 0);
    }
}

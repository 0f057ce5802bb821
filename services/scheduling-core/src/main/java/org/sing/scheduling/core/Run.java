package org.sing.scheduling.core;

/**
 * What is said about the run of a job before it starts.
 *
 * @param name under which its owner files it; runs of one name tend to be alike
 * @param limitSeconds after which it is ended; 0 when nobody set a limit
 */
public record Run(String name, long limitSeconds) {
    public static final Run UNKNOWN = new Run("", 0);
}

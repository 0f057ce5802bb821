package org.sing.platform.process;

/** The signals that the launcher sends. */
public enum Signal {
    TERM,
    INT,
    QUIT,
    KILL,
    STOP,
    CONT
}

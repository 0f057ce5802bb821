package org.sing.schemas;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** Which jobs a rule with priority classes lets go first; the others are first come, first served, and take no notice. */
public enum Priority {
    /** Lets all others go first. */
    LOW,
    NORMAL,
    /** Goes before all others; only operators hand in such jobs. */
    HIGH,
    @JsonEnumDefaultValue
    UNKNOWN
}

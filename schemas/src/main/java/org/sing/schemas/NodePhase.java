package org.sing.schemas;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** The life of a node. */
public enum NodePhase {
    HEALTHY,
    SUSPECT,
    CORDONED,
    DRAINING,
    DRAINED,
    LOST,
    @JsonEnumDefaultValue
    UNKNOWN
}

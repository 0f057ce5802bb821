package org.sing.gateway.app;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.sing.snapshots.Directories.Quota;
import org.sing.snapshots.domain.Limits;

/** How much people may send and keep. */
@ConfigMapping(prefix = "sing.uploads")
interface UploadSettings {

    /** Files and links of one snapshot. */
    @WithDefault("10000")
    int snapshotEntries();

    /** One file of a snapshot; not more than a body may have, quarkus.http.limits.max-body-size. */
    @WithDefault("2147483648")
    long snapshotFileBytes();

    /** All files of one snapshot; an agent copies them before each start. */
    @WithDefault("2147483648")
    long snapshotBytes();

    /** How long a snapshot stays after it was last sent or used. */
    @WithDefault("P30D")
    Duration snapshotKeep();

    /** Files in a person's directory. */
    @WithDefault("100000")
    long directoryFiles();

    /** Bytes in a person's directory. */
    @WithDefault("107374182400")
    long directoryBytes();

    /** One file of a person's directory; not more than a body may have. */
    @WithDefault("10737418240")
    long directoryFileBytes();

    /** Uploads and downloads of a person that run at once, and of all; each takes a thread. */
    @WithDefault("16")
    int perUser();

    @WithDefault("64")
    int inAll();

    default Limits limits() {
        return new Limits(snapshotEntries(), snapshotFileBytes(), snapshotBytes());
    }

    default Quota quota() {
        return new Quota(directoryFiles(), directoryBytes(), directoryFileBytes());
    }
}

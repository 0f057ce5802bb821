package org.sing.platform.testing;

import java.util.Optional;
import java.util.stream.Stream;
import org.sing.platform.process.ProcessIdentity;

/** The process whose end is the end of the tests: Maven, or this JVM when an IDE runs it. */
final class BuildProcess {

    private static final String MAVEN = "org.codehaus.plexus.classworlds.launcher.Launcher";

    private BuildProcess() {}

    static ProcessIdentity find() {
        return ancestors(ProcessHandle.current())
                .filter(BuildProcess::isMaven)
                .findFirst()
                .flatMap(maven -> ProcessIdentity.of(maven.pid()))
                .orElseGet(ProcessIdentity::own);
    }

    private static Stream<ProcessHandle> ancestors(ProcessHandle process) {
        return Stream.iterate(process.parent(), Optional::isPresent, child -> child.flatMap(ProcessHandle::parent))
                .flatMap(Optional::stream);
    }

    private static boolean isMaven(ProcessHandle process) {
        return process.info().commandLine().filter(line -> line.contains(MAVEN)).isPresent();
    }
}

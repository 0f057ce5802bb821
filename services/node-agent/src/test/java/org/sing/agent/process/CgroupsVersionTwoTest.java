package org.sing.agent.process;

import java.nio.file.Files;
import java.nio.file.Path;

class CgroupsVersionTwoTest extends CgroupsContract {
    @Override
    boolean meant(Path base) {
        return Files.exists(base.resolveSibling("cgroup.controllers"));
    }
}

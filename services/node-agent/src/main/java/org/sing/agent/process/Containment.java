package org.sing.agent.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Keeps the processes of a job together, so that none of them stays behind when it is over. */
public interface Containment extends AutoCloseable {

    /** Before the launch: the groups that the job's shell joins before anything of the user's runs. */
    List<Path> open(Site site) throws IOException;

    /** Whether something of the job was killed because it used more memory than it was promised. */
    boolean outOfMemory(Site site);

    /** Its living processes, the shim among them. */
    List<Long> processes(Contained job);

    /** Kills all that is left of these jobs and answers of which something was left; the others are over. */
    Set<Contained> kill(Collection<Contained> jobs);

    /**
     * Whatever of the node's jobs lives at that time must end, also when the agent is dead or hangs then.
     *
     * @param untilMillis since boot; later with every renewal
     */
    void lease(String node, long untilMillis) throws IOException;

    /** Nothing is left of the job, and all about it is on record. */
    void release(Site site);

    /** The agent stops. Its jobs go on, as contained as they are. */
    @Override
    void close();

    /** One job's processes. {@code session} is the process id of its shim. */
    record Contained(Site site, long session) {}

    /** The surest way that this machine allows. */
    static Containment of(Path state, int processes) throws IOException {
        var sessions = new Sessions();
        var cgroups = Cgroups.find(state, processes, sessions);
        if (cgroups.isEmpty()) Sessions.warn();
        return cgroups.<Containment>map(found -> found).orElse(sessions);
    }
}

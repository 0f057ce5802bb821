package org.sing.agent;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.sing.agent.bus.CommandListener;
import org.sing.agent.bus.ReportPublisher;
import org.sing.agent.bus.Signer;
import org.sing.agent.domain.Agent;
import org.sing.agent.domain.Ledger;
import org.sing.agent.domain.Machine;
import org.sing.agent.domain.Now;
import org.sing.agent.journal.Journal;
import org.sing.agent.process.Accounts;
import org.sing.agent.process.Containment;
import org.sing.agent.process.Devices;
import org.sing.agent.process.Hardware;
import org.sing.agent.process.NameService;
import org.sing.agent.process.OwnersAccounts;
import org.sing.agent.process.Uptime;
import org.sing.agent.process.Watcher;
import org.sing.agent.process.Workplace;
import org.sing.schemas.NodeTelemetry.Gpu;
import org.sing.snapshots.AccountNames;

/** All parts of a running agent, put together; also stands for several nodes. */
final class AgentProcess implements AutoCloseable {
    private static final String SYSTEM_PATH = "/usr/bin:/bin";
    private static final long TAKEOVER_MILLIS = 5_000;
    private static final Duration DRIVERS_PATIENCE = Duration.ofSeconds(30);

    private final Uptime uptime = new Uptime();
    private final Clock clock = Clock.systemUTC();
    private final Configuration configuration;
    private final List<NodeContext> nodes = new ArrayList<>();
    private final List<AutoCloseable> parts = new ArrayList<>();

    private Accounts accounts;

    /** All nodes are on this machine then, so their names need not be addresses. */
    private boolean pretends;

    AgentProcess(Configuration configuration) {
        this.configuration = configuration;
    }

    void start() throws IOException, GeneralSecurityException, InterruptedException {
        Files.createDirectories(configuration.state());
        Files.setPosixFilePermissions(configuration.state(), PosixFilePermissions.fromString("rwx--x--x"));
        accounts = accounts();
        accounts.check(configuration.state());
        parts.add(lock(configuration.state().resolve("lock")));
        var keys = new HashMap<String, PrivateKey>();
        for (var name : configuration.names()) open(name, keys);
        var publisher = new ReportPublisher(
                configuration.kafka(), configuration.topicPrefix(), "agent-" + configuration.node(), new Signer(keys));
        var gauges = new Gauges();
        var runner = new EffectRunner(publisher, clock);
        var loop = new AgentLoop(nodes, this::now, runner, gauges);
        var dispatcher = new EventDispatcher(loop, publisher, gauges, clock);
        var watcher = new Watcher(
                configuration.state(),
                configuration.allowance(),
                Containment.of(configuration.state(), configuration.allowance().processes()),
                pretends || nodes.size() > 1,
                dispatcher,
                uptime,
                clock);
        runner.use(watcher, loop);
        nodes.forEach(node -> recover(node, watcher));
        loop.start();
        var listener = new CommandListener(configuration.kafka(), configuration.topicPrefix(), offsets(), dispatcher);
        listener.start();
        parts.addAll(List.of(publisher, watcher, loop, listener));
        if (configuration.healthPort() > 0)
            parts.add(new HealthServer(configuration.healthPort(), gauges, uptime::millis));
    }

    /** Stops the agent. Its jobs go on, and the next start finds them. */
    @Override
    public void close() throws Exception {
        for (var part : parts.reversed()) part.close();
    }

    private void open(String name, Map<String, PrivateKey> keys)
            throws IOException, GeneralSecurityException, InterruptedException {
        var folder = Files.createDirectories(configuration.state().resolve(name));
        new Enrolment(folder, name).key(configuration.join()).ifPresent(key -> keys.put(name, key));
        var ledger = new Ledger();
        var journal = Journal.open(folder.resolve("journal"), ledger::apply);
        var hardware = Hardware.of(
                name, configuration.hardware(), configuration.allowance().path(), folder, DRIVERS_PATIENCE);
        pretends |= hardware.gpus().stream().anyMatch(Gpu::virtual);
        var machine = new Machine(
                name,
                Uptime.bootId(),
                version(),
                hardware.gpus(),
                hardware.cpus(),
                hardware.memoryBytes(),
                configuration.resourceGroup());
        var agent = new Agent(
                machine,
                ledger,
                configuration.leaseKillGraceMillis(),
                () -> UUID.randomUUID().toString());
        nodes.add(new NodeContext(
                agent,
                journal,
                new Workplace(
                        folder,
                        configuration.store(),
                        accounts,
                        configuration.allowance(),
                        new Devices(machine.gpus()))));
    }

    private Accounts accounts() {
        return configuration
                .account()
                .map(Accounts::same)
                .orElseGet(() -> new OwnersAccounts(
                        new AccountNames(configuration.store().folder().resolve("uploads/accounts")),
                        new NameService(SYSTEM_PATH, NameService.LOWEST),
                        uptime::millis));
    }

    private void recover(NodeContext node, Watcher watcher) {
        var ledger = node.agent().ledger();
        node.agent().rebooted(node.workplace()::outputBytes, now());
        for (var task : ledger.tasks()) {
            var site = node.site(task.allocation());
            task.running()
                    .ifPresentOrElse(
                            running ->
                                    watcher.adopt(site, running, ledger.lease().renewedMillis()),
                            () -> watcher.resolve(site));
        }
    }

    private Map<String, Optional<Long>> offsets() {
        var offsets = new HashMap<String, Optional<Long>>();
        for (var node : nodes) {
            var ledger = node.agent().ledger();
            offsets.put(node.node(), ledger.opened() ? Optional.of(ledger.at().offset()) : Optional.empty());
        }
        return offsets;
    }

    private Now now() {
        return new Now(uptime.millis(), clock.instant());
    }

    /** One agent per state folder; one that is just being replaced gets a moment to go. */
    private AutoCloseable lock(Path file) throws IOException, InterruptedException {
        var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var until = uptime.millis() + TAKEOVER_MILLIS;
        while (channel.tryLock() == null) {
            if (uptime.millis() > until) throw new IOException("another agent uses " + file.getParent());
            Thread.sleep(100);
        }
        return channel;
    }

    private static String version() {
        return Optional.ofNullable(AgentProcess.class.getPackage().getImplementationVersion())
                .orElse("development");
    }
}

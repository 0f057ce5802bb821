package org.sing.agent;

import java.time.Clock;
import org.sing.agent.bus.CommandListener;
import org.sing.agent.bus.ReportPublisher;
import org.sing.agent.domain.Exit;
import org.sing.agent.domain.Received;
import org.sing.agent.domain.Running;
import org.sing.agent.process.Site;
import org.sing.agent.process.Witness;
import org.sing.schemas.Catalogue;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.ExecutionOutput;
import org.sing.schemas.NodeEvent;

/** Brings what the bus and the processes say to the agent that it concerns. */
final class EventDispatcher implements CommandListener.Listener, Witness {
    private final AgentLoop loop;
    private final ReportPublisher publisher;
    private final Gauges gauges;
    private final Clock clock;

    EventDispatcher(AgentLoop loop, ReportPublisher publisher, Gauges gauges, Clock clock) {
        this.loop = loop;
        this.publisher = publisher;
        this.gauges = gauges;
        this.clock = clock;
    }

    @Override
    public void open(String node, long offset) {
        loop.post(node, (agent, now) -> agent.open(offset, now));
    }

    @Override
    public void command(String node, Envelope command, long offset) {
        loop.post(node, (agent, now) -> agent.command(new Received(command, offset), now));
    }

    @Override
    public void event(String node, Envelope event) {
        switch (Catalogue.open(event).orElse(null)) {
            case NodeEvent.Registered granted ->
                loop.post(
                        node,
                        (agent, now) -> agent.registered(
                                granted.session(),
                                granted.incarnation(),
                                granted.leaseSeconds(),
                                granted.resourceGroup(),
                                now));
            case NodeEvent.Lost lost -> loop.post(node, (agent, now) -> agent.lost(lost.incarnation(), now));
            case null, default -> {}
        }
    }

    @Override
    public void launched(Site site, Running running) {
        gauges.launched();
        loop.post(site.node(), (agent, now) -> agent.launched(site.allocation().id(), running, now));
    }

    @Override
    public void notLaunched(Site site, EndCause why, String detail) {
        gauges.refused();
        loop.post(
                site.node(), (agent, now) -> agent.notLaunched(site.allocation().id(), why, detail, now));
    }

    @Override
    public void ended(Site site, Exit exit) {
        gauges.ended();
        loop.post(site.node(), (agent, now) -> agent.ended(site.allocation().id(), exit, now));
    }

    @Override
    public boolean output(Site site, ExecutionOutput piece) {
        return publisher.output(site.node(), site.allocation().id(), piece, clock.instant());
    }
}

package org.sing.agent;

import org.sing.agent.domain.Agent;
import org.sing.agent.domain.Allocation;
import org.sing.agent.journal.Journal;
import org.sing.agent.process.Site;
import org.sing.agent.process.Workplace;

/** The agent of one node with what is its own: journal and folders. */
record NodeContext(Agent agent, Journal journal, Workplace workplace) {
    String node() {
        return agent.node();
    }

    Site site(Allocation allocation) {
        return new Site(node(), allocation, workplace);
    }
}

package org.sing.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AgentConfigurationTest {

    @TempDir
    Path folder;

    @Test
    void a_new_first_node_joins_and_nobody_speaks_unsigned() throws IOException {
        write();
        assertEquals(new FirstNode(state()).joinToken(), conf("agent-node-1").getProperty("sing.agent.join-token"));
        assertFalse(conf("scheduling").containsKey("sing.bus.unsigned-nodes"));
    }

    @Test
    void a_first_node_from_before_goes_on_unsigned() throws IOException {
        left("journal");
        write();
        assertFalse(conf("agent-node-1").containsKey("sing.agent.join-token"));
        assertEquals("node-1", conf("scheduling").getProperty("sing.bus.unsigned-nodes"));
    }

    @Test
    void a_first_node_that_has_joined_signs_also_after_the_next_start() throws IOException {
        left("journal");
        left("enrolled");
        write();
        assertFalse(conf("scheduling").containsKey("sing.bus.unsigned-nodes"));
    }

    @Test
    void a_node_that_joined_before_there_were_logins_gets_one() throws IOException {
        new Nodes(state()).add("node-2");
        Files.writeString(
                state().conf("agent-node-2"), "sing.agent.node=node-2\nsing.agent.gpus=4\nkafka.bootstrap.servers=x\n");
        write();
        var second = conf("agent-node-2");
        assertEquals("4", second.getProperty("sing.agent.gpus"));
        assertEquals("127.0.0.1:9092", second.getProperty("kafka.bootstrap.servers"));
        assertEquals(true, second.getProperty("kafka.sasl.jaas.config").contains("username=\"nodes/node-2\""));
    }

    private StateFolder state() {
        return new StateFolder(folder).create();
    }

    private void write() {
        new Configuration(new Campus(Installation.packaged(folder), state(), new Settings(0, "c1"))).write();
    }

    /** Where the agent of the first node keeps what it knows of it. */
    private void left(String file) throws IOException {
        var home = Files.createDirectories(folder.resolve("nodes/node-1/node-1"));
        Files.writeString(home.resolve(file), "");
    }

    private Properties conf(String part) throws IOException {
        var properties = new Properties();
        try (var reader = Files.newBufferedReader(state().conf(part))) {
            properties.load(reader);
        }
        return properties;
    }
}

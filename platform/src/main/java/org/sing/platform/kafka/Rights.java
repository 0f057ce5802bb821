package org.sing.platform.kafka;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.sing.schemas.Topics;

/** What each user may do, derived from the contract's writers and readers. */
public final class Rights {

    private static final String NODES = "nodes/";

    private Rights() {}

    public static Set<AclBinding> of(String user) {
        return user.startsWith(NODES) ? onTopics(user, Topics.AGENT) : ofService(user);
    }

    /** A service has one consumer group, or one for each replica, and one relay. */
    private static Set<AclBinding> ofService(String service) {
        return Stream.concat(
                        onTopics(service, service).stream(),
                        Stream.of(
                                may(service, AclOperation.READ, ResourceType.GROUP, service, PatternType.PREFIXED),
                                may(service, AclOperation.WRITE, ResourceType.TRANSACTIONAL_ID, service + "-relay"),
                                may(service, AclOperation.DESCRIBE, ResourceType.TRANSACTIONAL_ID, service + "-relay")))
                .collect(Collectors.toSet());
    }

    private static Set<AclBinding> onTopics(String user, String role) {
        return Topics.catalogue().stream()
                .map(Topics.Topic::name)
                .flatMap(topic -> Stream.of(
                                granted(Topics.writers(topic), role, AclOperation.WRITE),
                                granted(Topics.readers(topic), role, AclOperation.READ))
                        .flatMap(List::stream)
                        .map(operation -> may(user, operation, ResourceType.TOPIC, topic)))
                .collect(Collectors.toSet());
    }

    private static List<AclOperation> granted(List<String> roles, String role, AclOperation operation) {
        return roles.contains(role) ? List.of(operation) : List.of();
    }

    private static AclBinding may(String user, AclOperation operation, ResourceType type, String name) {
        return may(user, operation, type, name, PatternType.LITERAL);
    }

    private static AclBinding may(
            String user, AclOperation operation, ResourceType type, String name, PatternType pattern) {
        return new AclBinding(
                new ResourcePattern(type, name, pattern),
                new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW));
    }
}

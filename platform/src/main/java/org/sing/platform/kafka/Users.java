package org.sing.platform.kafka;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;

/** Stores users at the broker and holds their rights to exactly what the contract gives them. */
public final class Users {

    private static final int SECONDS = 60;
    /** The passwords are random and long: nothing is gained by making each login dear. */
    private static final ScramCredentialInfo SCRAM = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_256, 4096);

    private final Admin admin;

    public Users(Admin admin) {
        this.admin = admin;
    }

    /** @param passwords by user; also what an earlier version or password left behind is put right */
    public void ensure(Map<String, String> passwords) {
        try {
            var credentials = passwords.entrySet().stream()
                    .<UserScramCredentialAlteration>map(
                            user -> new UserScramCredentialUpsertion(user.getKey(), SCRAM, user.getValue()))
                    .toList();
            await(admin.alterUserScramCredentials(credentials).all());
            rights(passwords.keySet());
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("The users of the bus could not be stored", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void rights(Set<String> users) throws ExecutionException, InterruptedException, TimeoutException {
        var wanted = users.stream().flatMap(user -> Rights.of(user).stream()).collect(Collectors.toSet());
        var principals = users.stream().map(user -> "User:" + user).collect(Collectors.toSet());
        var there = await(admin.describeAcls(AclBindingFilter.ANY).values()).stream()
                .filter(acl -> principals.contains(acl.entry().principal()))
                .collect(Collectors.toSet());
        await(admin.createAcls(without(wanted, there)).all());
        var surplus = without(there, wanted).stream().map(AclBinding::toFilter).toList();
        await(admin.deleteAcls(surplus).all());
    }

    private static List<AclBinding> without(Collection<AclBinding> all, Collection<AclBinding> some) {
        var rest = new HashSet<>(all);
        rest.removeAll(some);
        return List.copyOf(rest);
    }

    private static <T> T await(KafkaFuture<T> answer)
            throws ExecutionException, InterruptedException, TimeoutException {
        return answer.get(SECONDS, TimeUnit.SECONDS);
    }
}

package org.sing.bus;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.sing.bus.Heard.Message;
import org.sing.bus.Heard.Unreadable;

/**
 * Whoever speaks for a node has signed with a key that the node was enrolled with. Kafka tells no reader who wrote a record,
 * so each service looks for itself, once, before anything else sees the record.
 */
@Singleton
class Signatures {
    /** Header with the raw Ed25519 signature of the record's value. */
    static final String HEADER = "sing-signature";

    private static final String ANY = "*";

    private final Names names;
    private final NodeKeys keys;
    private final List<String> unsigned;

    Signatures(Names names, NodeKeys keys, Settings settings) {
        this.names = names;
        this.keys = keys;
        this.unsigned = settings.unsignedNodes().orElse(List.of());
    }

    /** @param persist tries again what fails because the broker is away */
    Uni<List<Heard>> heard(ConsumerRecords<String, byte[]> records, UnaryOperator<Uni<List<Heard>>> persist) {
        var decoded = new ArrayList<Heard>(records.count());
        var toCheck = new ArrayList<Signed>();
        for (var one : records) {
            var heard = Codec.decode(one, names.fromBroker(one.topic()));
            if (needsCheck(heard)) toCheck.add(new Signed(decoded.size(), (Message) heard, one));
            decoded.add(heard);
        }
        if (toCheck.isEmpty()) return Uni.createFrom().item(decoded);
        return persist.apply(aside(() -> checked(decoded, toCheck)));
    }

    private record Signed(int at, Message message, ConsumerRecord<String, byte[]> record) {}

    private boolean needsCheck(Heard heard) {
        return !unsigned.contains(ANY)
                && heard instanceof Message message
                && Speaker.isNeededOn(message.place().topic());
    }

    private List<Heard> checked(List<Heard> decoded, List<Signed> toCheck) {
        var judged = new ArrayList<>(decoded);
        var caughtUp = false;
        for (var each : toCheck) {
            var error = error(each);
            if (error.isPresent() && signature(each).isPresent() && !caughtUp) {
                keys.catchUp(); // it may be signed with a key that this service has not met yet
                caughtUp = true;
                error = error(each);
            }
            error.ifPresent(reason -> judged.set(
                    each.at(),
                    new Unreadable(each.message().place(), each.record().value(), reason)));
        }
        return judged;
    }

    private Optional<String> error(Signed each) {
        try {
            return Speaker.of(each.message()).flatMap(node -> error(node, each));
        } catch (IllegalArgumentException nobody) {
            return Optional.of(nobody.getMessage());
        }
    }

    private Optional<String> error(String node, Signed each) {
        var known = keys.of(node);
        var signature = signature(each);
        if (signature.isEmpty())
            return known.isEmpty() && unsigned.contains(node) ? Optional.empty() : Optional.of("not signed by " + node);
        if (known.stream()
                .anyMatch(key -> verifies(key, signature.get(), each.record().value()))) return Optional.empty();
        return Optional.of(known.isEmpty() ? node + " is not enrolled" : "not signed with a key of " + node);
    }

    private static Optional<byte[]> signature(Signed each) {
        return Optional.ofNullable(each.record().headers().lastHeader(HEADER)).map(header -> header.value());
    }

    private static boolean verifies(PublicKey key, byte[] signature, byte[] value) {
        try {
            var verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(key);
            verifier.update(value);
            return verifier.verify(signature);
        } catch (GeneralSecurityException malformed) {
            return false;
        }
    }

    /** A thousand checks take a tenth of a second and a look for keys waits for the broker: not on the event loop. */
    private static Uni<List<Heard>> aside(java.util.function.Supplier<List<Heard>> work) {
        var caller = Vertx.currentContext();
        var done = Uni.createFrom().item(work).runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
        return caller == null ? done : done.emitOn(task -> caller.runOnContext(ignored -> task.run()));
    }
}

package io.kvdrill.scenarios.conform.compare;

import io.kvdrill.core.protocol.WireValue;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Two numberings of the same rounds. A subject may count the rounds of its fetches otherwise than the recording (one
 * counter a session, say); each round that it opens is then paired with the recorded one, and what the peer says about
 * the recorded one is said to the subject in its own number.
 *
 * <p>Only rounds that the subject opens itself are renamed: those of a peer's fetches are the peer's. A recorded number
 * can come back in a later life of an id; it is paired anew once the round that it stood for was fetched.
 */
final class RoundNames {
    private static final List<String> OPENING = List.of("fetch", "lookup");
    private static final List<String> OURS = List.of("fetch", "lookup", "abort_fetch");
    private static final List<String> ANSWERS = List.of("transfer_done", "abort_ack");
    private static final BigInteger FAR_AWAY = BigInteger.ONE.shiftLeft(62);

    private record Id(String peer, String request) {}

    private static final class Pairs {
        final Map<BigInteger, BigInteger> ownByRecorded = new HashMap<>();
        final Set<BigInteger> ownInUse = new HashSet<>();
        final Set<BigInteger> fetched = new HashSet<>();
    }

    private final boolean renaming;
    private final Map<Id, Pairs> ids = new HashMap<>();

    RoundNames(boolean renaming) {
        this.renaming = renaming;
    }

    /** Whether two messages to a peer are the same but for the numbering; learns the pair if they are. */
    boolean same(String peer, WireValue recorded, WireValue own) {
        if (recorded.equals(own) && !renaming) {
            return true;
        }
        String type = MessageForm.text(own, "type");
        String request = MessageForm.text(own, "kv_request_id");
        BigInteger recordedRound = MessageForm.round(recorded);
        BigInteger ownRound = MessageForm.round(own);
        if (!renaming
                || type == null
                || request == null
                || recordedRound == null
                || ownRound == null
                || !OURS.contains(type)) {
            return recorded.equals(own);
        }
        if (!MessageForm.withoutRound(recorded).equals(MessageForm.withoutRound(own))) {
            return false;
        }
        Pairs pairs = ids.computeIfAbsent(new Id(peer, request), id -> new Pairs());
        if (!paired(pairs, OPENING.contains(type), recordedRound, ownRound)) {
            return false;
        }
        if (type.equals("fetch")) {
            pairs.fetched.add(ownRound);
        }
        return true;
    }

    private static boolean paired(Pairs pairs, boolean opening, BigInteger recorded, BigInteger own) {
        BigInteger known = pairs.ownByRecorded.get(recorded);
        if (own.equals(known)) {
            return true;
        }
        boolean free = known == null || (opening && pairs.fetched.contains(known));
        if (!free || pairs.ownInUse.contains(own)) {
            return false;
        }
        pairs.ownByRecorded.put(recorded, own);
        pairs.ownInUse.add(own);
        return true;
    }

    /** A received message with its round in the subject's own number; the argument itself where nothing changes. */
    JsonNode toOwn(String peer, JsonNode message) {
        if (!renaming
                || !(message instanceof ObjectNode object)
                || !ANSWERS.contains(object.path("type").asString(""))
                || !object.path("kv_request_id").isString()
                || !object.path(MessageForm.ROUND).isIntegralNumber()) {
            return message;
        }
        BigInteger recorded = object.required(MessageForm.ROUND).bigIntegerValue();
        Pairs pairs = ids.get(new Id(peer, object.required("kv_request_id").stringValue()));
        BigInteger own = recorded;
        if (pairs != null) {
            BigInteger known = pairs.ownByRecorded.get(recorded);
            // A round that nobody opened must not be taken for one that somebody did.
            own = known != null ? known : pairs.ownInUse.contains(recorded) ? recorded.add(FAR_AWAY) : recorded;
        }
        return object.deepCopy().put(MessageForm.ROUND, own);
    }
}

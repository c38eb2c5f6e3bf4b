package io.kvdrill.core.session;

import static io.kvdrill.core.session.Round.Event.ABORTED;
import static io.kvdrill.core.session.Round.Event.FETCHED;
import static io.kvdrill.core.session.Round.Event.PRODUCER_FINISHED;
import static io.kvdrill.core.session.Round.Event.SESSION_CLOSED;
import static io.kvdrill.core.session.Round.Event.SETTLED;
import static io.kvdrill.core.session.Round.Event.SUPPLIED;
import static io.kvdrill.core.session.Round.Event.TERMINAL_FETCHED;
import static io.kvdrill.core.session.Round.Event.TROUBLE;
import static io.kvdrill.core.session.Round.State.CLOSING;
import static io.kvdrill.core.session.Round.State.DEMANDED;
import static io.kvdrill.core.session.Round.State.ENDED;
import static io.kvdrill.core.session.Round.State.OFFERED;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.protocol.BlockKey;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One round of one request, as its producer sees it: supply meets demand (protocol.md section 5). */
final class Round {

    /** Where a round stands. */
    enum State {
        /** There is supply, and nobody has fetched. */
        OFFERED,
        /** The peer has fetched; blocks are written as they are matched. */
        DEMANDED,
        /** It ends as soon as no write of it runs. */
        CLOSING,
        /** Over. */
        ENDED
    }

    /** What moves it. */
    enum Event {
        /** Blocks were filed. */
        SUPPLIED,
        /** The peer's fetch came. */
        FETCHED,
        /** The producer's request is over. */
        PRODUCER_FINISHED,
        /** A write was refused or failed, demand waited too long, or a symmetric fetch asks for what was never confirmed. */
        TROUBLE,
        /** Every block is written, or nothing more can be. */
        SETTLED,
        /** The peer aborted. */
        ABORTED,
        /** The peer wants nothing more under the id. */
        TERMINAL_FETCHED,
        /** The session is gone. */
        SESSION_CLOSED
    }

    static final TransitionTable<State, Event> TABLE = new TransitionTable.Builder<State, Event>("round")
            .on(OFFERED, SUPPLIED, OFFERED)
            .on(OFFERED, FETCHED, DEMANDED)
            .on(OFFERED, FETCHED, CLOSING, "the producer has finished")
            .on(OFFERED, PRODUCER_FINISHED, OFFERED, "judged when the fetch comes")
            .on(OFFERED, ABORTED, ENDED)
            .on(OFFERED, TERMINAL_FETCHED, ENDED)
            .on(OFFERED, SESSION_CLOSED, ENDED)
            .on(DEMANDED, SUPPLIED, DEMANDED)
            .on(DEMANDED, PRODUCER_FINISHED, CLOSING)
            .on(DEMANDED, TROUBLE, CLOSING)
            .on(DEMANDED, SETTLED, ENDED)
            .on(DEMANDED, ABORTED, ENDED)
            .on(DEMANDED, TERMINAL_FETCHED, ENDED)
            .on(DEMANDED, TERMINAL_FETCHED, CLOSING, "terminal_fetch_during_write: waits for quiescence")
            .on(DEMANDED, SESSION_CLOSED, ENDED)
            .on(CLOSING, SUPPLIED, CLOSING)
            .on(CLOSING, PRODUCER_FINISHED, CLOSING)
            .on(CLOSING, TROUBLE, CLOSING)
            .on(CLOSING, SETTLED, ENDED)
            .on(CLOSING, ABORTED, ENDED)
            .on(CLOSING, TERMINAL_FETCHED, ENDED)
            .on(CLOSING, TERMINAL_FETCHED, CLOSING, "terminal_fetch_during_write: waits for quiescence")
            .on(CLOSING, SESSION_CLOSED, ENDED)
            .build();

    final String request;
    final long number;
    final Map<BlockKey, Supply> available = new LinkedHashMap<>();
    final Map<BlockKey, Long> demanded = new LinkedHashMap<>();
    final Set<StoreJob> jobs = new LinkedHashSet<>();
    private State state = State.OFFERED;
    private boolean demand;
    private boolean producerFinished;
    boolean suppliedByLookup;
    /** A symmetric fetch that overtook its pins waits for the next serve window. */
    boolean judgedInServeWindow;
    /** The peer does not want to hear of its end. */
    boolean unanswered;

    /** Blocks that were fetched and are not written yet: none is left only where every one of them is. */
    int remaining;

    int running;

    @Nullable SessionDeadline demandDeadline;

    long demandSinceNanos;

    Round(String request, long number) {
        this.request = request;
        this.number = number;
    }

    State state() {
        return state;
    }

    boolean ended() {
        return state == State.ENDED;
    }

    /** Whether it ends when nothing of it runs. */
    boolean closing() {
        return state == State.CLOSING;
    }

    boolean demandReceived() {
        return demand;
    }

    void supplied() {
        state = TABLE.move(state, Event.SUPPLIED, state);
    }

    void fetched(int blocks) {
        demand = true;
        remaining = blocks;
        state = TABLE.move(state, Event.FETCHED, producerFinished ? State.CLOSING : State.DEMANDED);
    }

    void producerFinished() {
        producerFinished = true;
        state = TABLE.move(state, Event.PRODUCER_FINISHED, state == State.OFFERED ? State.OFFERED : State.CLOSING);
    }

    void trouble() {
        state = TABLE.move(state, Event.TROUBLE, State.CLOSING);
    }

    void end(Event event) {
        state = TABLE.move(state, event, State.ENDED);
    }

    void closeOnTerminalFetch() {
        unanswered = true;
        state = TABLE.move(state, Event.TERMINAL_FETCHED, State.CLOSING);
    }

    void digest(Digest digest, long nowNanos) {
        digest.add(number).add(state).add(demand).add(producerFinished).add(suppliedByLookup);
        digest.add(judgedInServeWindow).add(unanswered).add((long) remaining).add((long) running);
        long sum = 0;
        for (Map.Entry<BlockKey, Supply> entry : available.entrySet()) {
            sum += new Digest()
                    .add(entry.getKey())
                    .add(entry.getValue().job().id)
                    .add(entry.getValue().slot())
                    .value();
        }
        for (Map.Entry<BlockKey, Long> entry : demanded.entrySet()) {
            sum += new Digest().add(entry.getKey()).add(entry.getValue()).value();
        }
        for (StoreJob job : jobs) {
            sum += new Digest().add(job.id).value();
        }
        digest.add(sum);
        digest.add(demandDeadline != null && demandDeadline.armed() ? demandDeadline.dueNanos() - nowNanos : -1);
    }
}

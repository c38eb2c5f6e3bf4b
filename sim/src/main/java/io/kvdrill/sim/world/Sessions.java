package io.kvdrill.sim.world;

/**
 * The sessions of a workload's clients: each is a conversation whose prompt grows from turn to turn by what was answered
 * and what is asked next.
 *
 * @param turns requests of a session
 * @param thinkTime from the end of one turn to the arrival of the next
 * @param question tokens that each turn adds to the prompt
 * @param answer tokens that are generated; they are part of the next turn's prompt
 */
public record Sessions(Amount turns, Latency thinkTime, Amount question, Amount answer) {

    /** One request each. */
    public static Sessions single(Amount question, Amount answer) {
        return new Sessions(Amount.fixed(1), Latency.fixed(0), question, answer);
    }
}

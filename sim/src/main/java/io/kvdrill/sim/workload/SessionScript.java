package io.kvdrill.sim.workload;

import io.kvdrill.sim.world.Prompt;
import java.util.List;

/**
 * All that a session will ask.
 *
 * @param number which session of its workload, from 0
 * @param turns its requests, in order
 */
public record SessionScript(long number, List<Turn> turns) {

    /**
     * One request.
     *
     * @param prompt the whole prompt: what the session began with, all turns and answers so far, and the question
     * @param answerTokens tokens to generate
     * @param thinkNanos from its end to the next turn
     */
    public record Turn(Prompt prompt, int answerTokens, long thinkNanos) {}

    /** Keeps an immutable copy. */
    public SessionScript {
        turns = List.copyOf(turns);
    }
}

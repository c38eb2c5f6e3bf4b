package io.kvdrill.sim.world;

import org.jspecify.annotations.Nullable;

/**
 * One request of a client, as a router sends it to engines.
 *
 * @param id its name in this world
 * @param arrival when the client sends it
 * @param prompt its tokens
 * @param outputTokens tokens to generate, at least 1
 * @param mode who computes and who pulls
 * @param consume the peer that answers the client; under {@link Mode#PD} null where only the producer's leg exists
 * @param produce under {@link Mode#PD}, the peer that computes the prompt; the consumer pulls from it. Else null
 * @param source the peer that a symmetric request pulls from; under {@link Mode#PD} optional: the producer's leg pulls
 *     from it first. Else null
 * @param kvRequestId what the peers call it; null for {@code id}. Requests that share it share bindings and rounds
 * @param dispatch when the two legs of a PD request leave the router
 * @param clientGivesUpAfterNanos how long after {@code arrival} the client aborts; null for never
 */
public record RequestSpec(
        String id,
        Moment arrival,
        Prompt prompt,
        int outputTokens,
        Mode mode,
        @Nullable String consume,
        @Nullable String produce,
        @Nullable String source,
        @Nullable String kvRequestId,
        Dispatch dispatch,
        @Nullable Long clientGivesUpAfterNanos) {

    /** Who computes and who pulls. */
    public enum Mode {
        /** One peer computes the prompt, another pulls it and decodes. */
        PD,
        /** The consumer asks a peer what it has, and pulls that. */
        SYMMETRIC,
        /** Nobody else is asked. */
        LOCAL
    }

    /** A PD request at a time, dispatched after the producer's prefill, with an output of one token. */
    public static RequestSpec pd(String id, long atNanos, Prompt prompt, String produce, String consume) {
        return new RequestSpec(
                id,
                Moment.at(atNanos),
                prompt,
                1,
                Mode.PD,
                consume,
                produce,
                null,
                null,
                new Dispatch.AfterPrefill(0),
                null);
    }

    /** A symmetric request at a time, with an output of one token. */
    public static RequestSpec symmetric(String id, long atNanos, Prompt prompt, String source, String consume) {
        return new RequestSpec(
                id,
                Moment.at(atNanos),
                prompt,
                1,
                Mode.SYMMETRIC,
                consume,
                null,
                source,
                null,
                new Dispatch.Together(),
                null);
    }

    /** A request that nobody else is asked about, at a time, with an output of one token. */
    public static RequestSpec local(String id, long atNanos, Prompt prompt, String peer) {
        return new RequestSpec(
                id, Moment.at(atNanos), prompt, 1, Mode.LOCAL, peer, null, null, null, new Dispatch.Together(), null);
    }

    /** This request with other moments for its legs. */
    public RequestSpec dispatched(Dispatch newDispatch) {
        return new RequestSpec(
                id,
                arrival,
                prompt,
                outputTokens,
                mode,
                consume,
                produce,
                source,
                kvRequestId,
                newDispatch,
                clientGivesUpAfterNanos);
    }

    /** This request arriving at another moment. */
    public RequestSpec arriving(Moment moment) {
        return new RequestSpec(
                id,
                moment,
                prompt,
                outputTokens,
                mode,
                consume,
                produce,
                source,
                kvRequestId,
                dispatch,
                clientGivesUpAfterNanos);
    }

    /** This request with another id towards the peers. */
    public RequestSpec calling(String newKvRequestId) {
        return new RequestSpec(
                id,
                arrival,
                prompt,
                outputTokens,
                mode,
                consume,
                produce,
                source,
                newKvRequestId,
                dispatch,
                clientGivesUpAfterNanos);
    }

    /** This request with a client that gives up. */
    public RequestSpec givenUpAfter(long nanos) {
        return new RequestSpec(
                id, arrival, prompt, outputTokens, mode, consume, produce, source, kvRequestId, dispatch, nanos);
    }

    /** What the peers call it. */
    public String kvId() {
        return kvRequestId == null ? id : kvRequestId;
    }
}

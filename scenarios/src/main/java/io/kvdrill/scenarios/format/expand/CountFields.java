package io.kvdrill.scenarios.format.expand;

import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.Scalars;

/** The fields by which a file says that there are many of something. */
public final class CountFields {
    /** Most peers of a file. */
    public static final int MOST_PEERS = 4_096;

    /** Most requests of a file. */
    public static final int MOST_REQUESTS = 20_000;

    /** Most faults of a file. */
    public static final int MOST_FAULTS = 20_000;

    /** Most expectations of a list. */
    public static final int MOST_EXPECTATIONS = 20_000;

    /** Of a peer. */
    public static final Field<Integer> PEERS = Field.optional(
                    "count", Scalars.count("a number of peers", 1, MOST_PEERS), "it is one peer")
            .about(
                    "how many such peers there are, each at a host of its own: `decode` becomes decode-0, decode-1 and so on")
            .example("8");

    /** Of a peer. */
    public static final Field<Integer> RANKS = Field.optional(
                    "ranks", Scalars.count("a number of ranks", 1, MOST_PEERS), "it has the one `rank`")
            .about(
                    "how many data-parallel ranks its host has, each a peer with a port of its own: pod-0, pod-1 and so on")
            .example("8");

    /** Of a pod. */
    public static final Field<Integer> POD_RANKS = Field.required(
                    "ranks", Scalars.count("a number of ranks", 1, MOST_PEERS))
            .about("how many ranks each host has")
            .example("8");

    /** Of a request. */
    public static final Field<Integer> REQUESTS = Field.optional(
                    "count", Scalars.count("a number of requests", 1, MOST_REQUESTS), "it is one request")
            .about(
                    "how many such requests there are: `ask` becomes ask-0, ask-1 and so on, and a # in any of its values"
                            + " stands for the number")
            .example("64");

    /** Of a request. */
    public static final Field<Long> REQUEST_EVERY = Field.optional(
                    "every", Scalars.LENGTH, "with `count`: all at the same moment")
            .about("with `count`: the time from one to the next")
            .example("150ms");

    /** Of a fault. */
    public static final Field<Long> FAULT_EVERY = Field.optional("every", Scalars.LENGTH, "it strikes once")
            .about("with `times`: the time from one strike to the next")
            .example("10s");

    /** Of a fault. */
    public static final Field<Integer> TIMES = Field.optional(
                    "times", Scalars.count("a number of times", 1, MOST_FAULTS), "it strikes once")
            .about("with `every`: how often it strikes")
            .example("3");

    private CountFields() {}
}

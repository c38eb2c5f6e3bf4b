package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.shape.Either;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.GroupType;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Type;
import io.kvdrill.scenarios.format.shape.Values;
import io.kvdrill.scenarios.format.shape.WordType;
import io.kvdrill.sim.world.Routing.Choice;
import io.kvdrill.sim.world.Routing.Policy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Peers that a router chooses from. */
final class ChoiceFields {
    private static final Field<List<String>> PEERS = Field.required(
                    "peers", new GroupType<>(Reading.Names.PEER, peers -> peers))
            .about("the peers to choose from: names, patterns and groups")
            .example("decode-*");
    private static final Field<Policy> POLICY = Field.of(
                    "policy",
                    WordType.<Policy>named("policy")
                            .word("fixed", Policy.FIXED, "the first; a retry elsewhere takes the next")
                            .word("round_robin", Policy.ROUND_ROBIN, "one after the other")
                            .word("least_loaded", Policy.LEAST_LOADED, "the one with the fewest legs under way")
                            .word("random", Policy.RANDOM, "any, equally likely")
                            .word(
                                    "prefix_affinity",
                                    Policy.PREFIX_AFFINITY,
                                    "the one that was last sent the longest beginning of the prompt, else the least"
                                            + " loaded; as a source: that one or none"),
                    "round_robin")
            .about("how one is chosen; nobody asks a peer whether it is well")
            .example("prefix_affinity");
    private static final Field<Integer> MOST = Field.optional(
                    "most", Scalars.count("a number of legs", 1, Integer.MAX_VALUE), "no limit")
            .about("with `prefix_affinity`: legs under way at which a peer is full, so that the least loaded is taken")
            .example("8");

    /** {@code decode-*}, {@code [a, b]} or {@code {peers: decode-*, policy: least_loaded}}. */
    static final Type<Choice> CHOICE = new Either<>(
            new GroupType<>(Reading.Names.PEER, peers -> new Choice(peers, Policy.ROUND_ROBIN, Integer.MAX_VALUE)),
            new Shape<>(
                    "a choice of peers",
                    "Peers, and how a router chooses one of them",
                    List.of(PEERS, POLICY, MOST),
                    ChoiceFields::choice));

    private ChoiceFields() {}

    private static @Nullable Choice choice(Values values) {
        Policy policy = values.get(POLICY);
        if (values.has(MOST) && policy != Policy.PREFIX_AFFINITY) {
            values.refuse(MOST, "'most' goes with policy prefix_affinity", "leave it out");
            return null;
        }
        return new Choice(values.get(PEERS), policy, values.find(MOST).orElse(Integer.MAX_VALUE));
    }
}

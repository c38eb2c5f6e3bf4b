package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.expand.CountFields;
import io.kvdrill.scenarios.format.expand.DefaultHosts;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.ListType;
import io.kvdrill.scenarios.format.shape.MapType;
import io.kvdrill.scenarios.format.shape.NewNameType;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Values;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.sim.world.PeerSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The {@code peers} of a scenario. */
final class PeerFields {

    /** A peer whose name and place in the file are still to come. */
    @FunctionalInterface
    interface UnnamedPeer {
        /** The peer, as an engine of this model. */
        PeerSpec named(String name, int position, ModelFields.Served model);
    }

    /** A peer as it stands in the file, with the command of its tier where that is not kvdrill's. */
    record Draft(UnnamedPeer peer, Optional<ProcessCommand> tier) {}

    private static final Field<String> HOST = Field.optional("host", Scalars.TEXT, "10.0.0.N, N counting peers from 1")
            .about("host as configured and as announced to other peers")
            .example("10.0.0.1");
    private static final Field<Integer> PORT = Field.of("port", Scalars.count("a port", 1, 65_535), "5710")
            .about("base port of the control channel; the rank is added to it");
    private static final Field<Integer> RANK =
            Field.of("rank", Scalars.count("a rank", 0, 65_535), "0").about("data-parallel index");
    private static final Field<Integer> SLOTS = Field.of(
                    "slots", Scalars.count("the number of slots", 1, PeerSpec.MOST_SLOTS), "256")
            .about("KV blocks that fit into its CPU tier");
    private static final Field<Long> PREFILL = Field.of("prefill", Scalars.TOKEN_RATE, "29000 tok/s")
            .about("how fast it computes prompts; a model preset may have another default");
    private static final Field<Integer> PREFILL_CHUNK = Field.of(
                    "prefill_chunk", Scalars.count("a number of tokens", 1, 1 << 30), "8192")
            .about("most prompt tokens that one step computes");
    private static final Field<Long> STEP = Field.of("step", Scalars.LENGTH, "22ms")
            .about(
                    "length of an engine step that decodes; control messages move between steps only; a model preset may have"
                            + " another default");
    private static final Field<Long> IDLE_TICK =
            Field.of("idle_tick", Scalars.LENGTH, "1ms").about("length of a step of an idle engine");
    private static final Field<Long> TICK_PHASE = Field.of("tick_phase", Scalars.DURATION, "0s")
            .about("where the grid of idle steps starts")
            .example("300us");
    private static final Field<Long> CONTROL_TICK = Field.optional(
                    "control_tick", Scalars.LENGTH, "they wait for the end of the step")
            .about("how often a thread of its own looks at control messages while a step computes")
            .example("1ms");
    private static final Field<Long> GPU_COPY =
            Field.of("gpu_copy", Scalars.BANDWIDTH, "50GB/s").about("bandwidth between the GPU and the CPU tier");
    private static final Field<String> HASH_SEED = Field.of("hash_seed", Scalars.TEXT, "vllm-none-hash")
            .about("seed of its block hashes; peers with another one are refused");
    private static final Field<String> FINGERPRINT = Field.of("fingerprint", Scalars.TEXT, "0123456789abcdef")
            .about("compatibility fingerprint, `none` for a peer without one; peers with another one are refused");
    private static final Field<String> DOMAIN = Field.optional("failure_domain", Scalars.TEXT, "it announces none")
            .about(
                    "what it dies with, as it announces it to peers; `own` in a pod is the pod's name. Means something where"
                            + " the profile row `failure_domain` is `shared_fate`")
            .example("own");
    private static final Field<Long> BLOCK = Field.optional("kv_block", Scalars.SIZE, "the model's")
            .about("bytes of one of its KV blocks, where it is misconfigured")
            .example("4MiB");
    private static final Field<Long> CLOCK_OFFSET = Field.of("clock_offset", Scalars.OFFSET, "0s")
            .about("what its clock shows at the start of the run")
            .example("3s");
    private static final Field<Long> CLOCK_DRIFT = Field.of("clock_drift", Scalars.DRIFT, "0")
            .about("how much too fast its clock runs")
            .example("20ppm");

    private static final Field<List<String>> COMMAND = Field.required("command", new ListType<>(Scalars.TEXT))
            .about(
                    "program and arguments of a process that speaks the protocol of [tier-protocol.md](tier-protocol.md)")
            .example("[python3, my_tier.py]");
    private static final Field<Long> ANSWER =
            Field.of("answer", Scalars.LENGTH, "10s").about("how long one step of it may take, in wall time");
    private static final Field<ProcessCommand> TIER = Field.optional(
                    "tier",
                    new Shape<>(
                            "a tier",
                            "A tier of yours, in another process",
                            List.of(COMMAND, ANSWER),
                            values -> ProcessCommand.of(
                                    "tier", values.get(COMMAND), Duration.ofNanos(values.get(ANSWER)), "tier.answer")),
                    "kvdrill's own tier")
            .about("a tier of yours instead of kvdrill's")
            .example("{command: [python3, my_tier.py]}");

    static final Shape<Draft> PEER = new Shape<>(
            "a peer",
            "One engine with its tier",
            List.of(
                    CountFields.PEERS,
                    CountFields.RANKS,
                    HOST,
                    PORT,
                    RANK,
                    SLOTS,
                    PREFILL,
                    PREFILL_CHUNK,
                    STEP,
                    IDLE_TICK,
                    TICK_PHASE,
                    CONTROL_TICK,
                    GPU_COPY,
                    HASH_SEED,
                    FINGERPRINT,
                    DOMAIN,
                    BLOCK,
                    CLOCK_OFFSET,
                    CLOCK_DRIFT,
                    TIER),
            values -> new Draft(peer(values), values.find(TIER)));

    private static UnnamedPeer peer(Values values) {
        return (name, position, model) -> new PeerSpec(
                name,
                values.find(HOST).orElseGet(() -> DefaultHosts.of(position)),
                values.get(PORT),
                values.get(RANK),
                values.get(SLOTS),
                orModels(values, PREFILL, model.prefillTokensPerSecond()),
                values.get(PREFILL_CHUNK),
                orModels(values, STEP, model.stepNanos()),
                values.get(IDLE_TICK),
                values.get(TICK_PHASE),
                values.find(CONTROL_TICK).orElse(0L),
                values.get(GPU_COPY),
                values.get(HASH_SEED),
                values.get(FINGERPRINT).equals("none") ? "" : values.get(FINGERPRINT),
                values.find(DOMAIN).orElse(""),
                values.find(BLOCK).orElse(null),
                values.get(CLOCK_OFFSET),
                values.get(CLOCK_DRIFT));
    }

    static final Field<Map<String, Draft>> PEERS = Field.of(
                    "peers",
                    new MapType<>(
                                    "peer",
                                    PEER,
                                    (entry, reading) -> NewNameType.introduce(Reading.Names.PEER, entry, reading))
                            .namesMatching(NewNameType.PATTERN),
                    "{}")
            .about("the engines, by names that the rest of the file uses; at least one, here or in `pods`")
            .example("{prefill: {host: 10.0.0.1}, decode: {host: 10.0.0.2, step: 22ms}}");

    /** Read before anything else: see the package of {@link CountFields}. */
    static final Field<Map<String, Draft>> PODS = Field.optional(
                    "pods",
                    new MapType<>("pod", pod(), (entry, reading) -> true).namesMatching(NewNameType.PATTERN),
                    "there is none")
            .about(
                    "hosts with several ranks: `sick: {ranks: 8}` has the peers sick-0 to sick-7, `pod: {count: 2, ranks: 8}`"
                            + " pod-0-0 to pod-1-7")
            .example("{pod: {count: 16, ranks: 8}}");

    private PeerFields() {}

    private static Shape<Draft> pod() {
        List<Field<?>> fields = new ArrayList<>(PEER.fields());
        fields.set(fields.indexOf(CountFields.RANKS), CountFields.POD_RANKS);
        fields.remove(RANK);
        return new Shape<>("a pod", "A host with its ranks, each of them a peer", fields, values -> null);
    }

    static List<PeerSpec> peers(Map<String, Draft> drafts, ModelFields.Served model) {
        List<PeerSpec> peers = new ArrayList<>();
        drafts.forEach((name, draft) -> peers.add(draft.peer().named(name, peers.size(), model)));
        return peers;
    }

    /** The tiers that live in other processes, by the names of their peers. */
    static Map<String, ProcessCommand> tiers(Map<String, Draft> drafts) {
        Map<String, ProcessCommand> tiers = new LinkedHashMap<>();
        drafts.forEach((name, draft) -> draft.tier().ifPresent(command -> tiers.put(name, command)));
        return tiers;
    }

    private static long orModels(Values values, Field<Long> field, @Nullable Long ofModel) {
        return values.has(field) || ofModel == null ? values.get(field) : ofModel;
    }
}

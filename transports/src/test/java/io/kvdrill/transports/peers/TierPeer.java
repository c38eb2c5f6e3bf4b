package io.kvdrill.transports.peers;

import io.kvdrill.core.manager.MapSizes;
import io.kvdrill.core.manager.TierConfig;
import io.kvdrill.core.manager.TierManager;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.transports.shm.ShmConfig;
import io.kvdrill.transports.shm.ShmDataTransport;
import io.kvdrill.transports.zmq.ZmqConfig;
import io.kvdrill.transports.zmq.ZmqControlTransport;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The real tier over real transports, and the little of an engine that pulls blocks from other peers and checks every byte of
 * them. Its own blocks are in its first slots; what it loads goes into the others. One thread opens, steps and closes it.
 */
final class TierPeer implements AutoCloseable {
    /** Blocks that each peer has for others. */
    static final int OWN_BLOCKS = 4;
    /** Blocks that it can hold of others at a time. */
    private static final int LOAD_SLOTS = 48;

    private final String name;
    private final ZmqControlTransport control;
    private final ShmDataTransport data;
    private final TierManager tier;
    private final Cache cache = new Cache();
    private final int together;

    private final Deque<Long> free = new ArrayDeque<>();
    private final List<Load> asking = new ArrayList<>();
    private final Map<Long, Load> loading = new LinkedHashMap<>();
    /** Slots of loads that have failed, in which a write may still land. */
    private final Map<Long, SlotList> held = new LinkedHashMap<>();
    /** Stores that have no result, or whose slots are still read. */
    private final Set<Long> stores = new HashSet<>();

    private long lastJob;
    private int mostLoading;
    private long verified;
    private long failed;
    private long missed;

    /** Blocks of one peer that are wanted. */
    private static final class Load {
        final RequestContext request;
        final String peer;
        final List<BlockKey> keys;
        boolean there;
        SlotList slots = SlotList.empty();

        Load(RequestContext request, String peer, List<BlockKey> keys) {
            this.request = request;
            this.peer = peer;
            this.keys = keys;
        }
    }

    /**
     * Opens it.
     *
     * @param name of its blocks
     * @param address where it listens, and what it calls itself
     * @param directory of the regions of all peers
     * @param blockBytes bytes per block
     * @param together how many loads it lets wait for each other before it submits them all in one step
     * @param trace told what its tier does
     */
    TierPeer(
            String name,
            ZmqConfig address,
            Path directory,
            int blockBytes,
            Profile profile,
            int together,
            TraceSink trace) {
        this.name = name;
        this.together = together;
        control = ZmqControlTransport.open(address);
        data = ShmDataTransport.open(new ShmConfig(directory, OWN_BLOCKS + LOAD_SLOTS, blockBytes));
        tier = new TierManager(
                new TierConfig(control.id(), Peers.FINGERPRINT, () -> Peers.HASH_SEED),
                new Rules(profile),
                control,
                data,
                new SecureRandom()::nextLong,
                trace);
        for (int i = 0; i < OWN_BLOCKS; i++) {
            fill(data.blocks().block(i), key(name, i));
            data.blocks().seal(i);
        }
        for (long slot = OWN_BLOCKS; slot < OWN_BLOCKS + LOAD_SLOTS; slot++) {
            free.add(slot);
        }
    }

    /** The loopback interface, at a port; 0 for any. */
    static ZmqConfig at(int port, Profile profile) {
        return ZmqConfig.of("127.0.0.1", port, profile);
    }

    // ---- blocks --------------------------------------------------------------------------------------------------

    private static BlockKey key(String owner, int block) {
        return BlockKey.of((owner + " block " + block).getBytes(StandardCharsets.UTF_8), 0);
    }

    private static List<BlockKey> keys(String owner) {
        return IntStream.range(0, OWN_BLOCKS).mapToObj(i -> key(owner, i)).toList();
    }

    private static void fill(ByteBuffer block, BlockKey key) {
        for (long value = first(key); block.remaining() >= Long.BYTES; value++) {
            block.putLong(value);
        }
    }

    private static long first(BlockKey key) {
        long value = 1;
        for (byte one : key.toArray()) {
            value = value * 1_099_511_628_211L + one;
        }
        return value;
    }

    private boolean holds(long slot, BlockKey key) {
        ByteBuffer block = data.blocks().block(slot);
        for (long value = first(key); block.remaining() >= Long.BYTES; value++) {
            if (block.getLong() != value) {
                return false;
            }
        }
        return data.blocks().verify(slot);
    }

    // ---- what the engine asks ------------------------------------------------------------------------------------

    /** Pulls all blocks of a peer, asking first. */
    void pull(String id, String peer, String owner) {
        open(new Load(Peers.symmetric(id, peer), peer, keys(owner)));
    }

    /** Fetches all blocks that a peer stores under an id. */
    void fetch(String id, String peer, String owner) {
        open(new Load(Peers.pd(id, peer), peer, keys(owner)));
    }

    /** Opens a session with a peer, unless there is one. While it opens, pulls find nothing. */
    void greet(String id, String peer) {
        RequestContext request = Peers.symmetric(id, peer);
        tier.onNewRequest(System.nanoTime(), request);
        tier.onRequestFinished(System.nanoTime(), request);
    }

    private void open(Load load) {
        tier.onNewRequest(System.nanoTime(), load.request);
        asking.add(load);
    }

    /** Stores its own blocks for whoever fetches this id. */
    void produce(String id) {
        long now = System.nanoTime();
        RequestContext request = Peers.producer(id);
        tier.onNewRequest(now, request);
        tier.submitStore(now, cache.pin(keys(name)), request);
        tier.onRequestFinished(now, request);
    }

    /** One step of the engine. */
    void step() {
        long now = System.nanoTime();
        tier.getFinishedJobs(now).forEach(result -> onResult(now, result));
        tier.serveExternalRequests(now, cache);
        asking.removeIf(load -> !load.there && isMissed(now, load));
        submit(now);
        tier.onScheduleEnd(now);
    }

    private boolean isMissed(long now, Load load) {
        List<LookupOutcome> answers = load.keys.stream()
                .map(key -> tier.lookup(now, key, load.request))
                .toList();
        load.there = answers.stream().allMatch(answer -> answer == LookupOutcome.HIT);
        if (answers.contains(LookupOutcome.MISS)) {
            missed++;
            tier.onRequestFinished(now, load.request);
            return true;
        }
        return false;
    }

    private void submit(long now) {
        List<Load> there = asking.stream().filter(load -> load.there).toList();
        if (there.size() < together) {
            return;
        }
        for (Load load : there) {
            if (free.size() >= load.keys.size()) {
                asking.remove(load);
                load.slots =
                        SlotList.of(load.keys.stream().map(key -> free.remove()).toList());
                loading.put(++lastJob, load);
                tier.submitLoad(now, new TransferJob(lastJob, load.keys, load.slots), load.request);
            }
        }
        mostLoading = Math.max(mostLoading, loading.size());
    }

    private void onResult(long now, TierResult result) {
        boolean load = result instanceof TierResult.JobFinished job
                ? job.direction() == TierResult.Direction.LOAD
                : ((TierResult.SlotsReleased) result).direction() == TierResult.Direction.LOAD;
        if (load) {
            onLoad(now, result);
        } else if (result instanceof TierResult.SlotsReleased || !((TierResult.JobFinished) result).slotsHeld()) {
            stores.remove(result.job());
        }
    }

    private void onLoad(long now, TierResult result) {
        if (!(result instanceof TierResult.JobFinished job)) {
            release(Objects.requireNonNull(held.remove(result.job())));
            return;
        }
        Load load = Objects.requireNonNull(loading.remove(job.job()));
        if (job.success()) {
            for (int i = 0; i < load.keys.size(); i++) {
                if (!holds(load.slots.get(i), load.keys.get(i))) {
                    throw new AssertionError(name + ": the load " + load.request + " from " + load.peer
                            + " went well, and slot " + load.slots.get(i) + " holds other bytes");
                }
            }
            verified++;
        } else {
            failed++;
        }
        tier.onRequestFinished(now, load.request);
        if (job.slotsHeld()) {
            held.put(job.job(), load.slots);
        } else {
            release(load.slots);
        }
    }

    private void release(SlotList slots) {
        for (int i = 0; i < slots.size(); i++) {
            data.blocks().unseal(slots.get(i));
            free.add(slots.get(i));
        }
    }

    /** Every peer has its own blocks for ever. */
    private final class Cache implements ParentTier {
        @Override
        public void newRequest(RequestContext context) {
            // Nothing is kept of it.
        }

        @Override
        public LookupOutcome lookup(BlockKey key, RequestContext context) {
            return keys(name).contains(key) ? LookupOutcome.HIT : LookupOutcome.MISS;
        }

        @Override
        public TransferJob createStoreJob(List<BlockKey> keys, RequestContext context) {
            return pin(keys);
        }

        TransferJob pin(List<BlockKey> keys) {
            List<BlockKey> own = keys(name);
            TransferJob job = new TransferJob(
                    ++lastJob, keys, SlotList.of(keys.stream().map(own::indexOf).toList()));
            stores.add(job.id());
            return job;
        }

        @Override
        public void requestFinished(RequestContext context) {
            // Nothing was kept of it.
        }
    }

    // ---- what there is to see ------------------------------------------------------------------------------------

    /** What peers dial. */
    String id() {
        return control.id();
    }

    /** How many loads a peer is asked for, and have not ended. */
    long openWith(String peer) {
        return asking.stream().filter(load -> load.peer.equals(peer)).count()
                + loading.values().stream()
                        .filter(load -> load.peer.equals(peer))
                        .count();
    }

    /** How many of its requests have not ended. */
    int open() {
        return asking.size() + loading.size();
    }

    /** Whether all slots are free, no store is open, and its tier keeps nothing. */
    boolean atRest() {
        return open() == 0
                && held.isEmpty()
                && stores.isEmpty()
                && free.size() == LOAD_SLOTS
                && tier.sizes().equals(new MapSizes(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    /** How many entries its transports keep, of whatever. */
    Map<String, Integer> kept() {
        return Kept.in(control, data);
    }

    /** What is open, for people. */
    String state() {
        return "asking " + asking.size() + ", loading " + loading.size() + ", held " + held.size() + ", stores "
                + stores.size() + ", free slots " + free.size() + " of " + LOAD_SLOTS + ", " + tier.sizes();
    }

    /** The most loads that it had under way at a time. */
    int mostLoading() {
        return mostLoading;
    }

    /** Loads that ended well, every byte of which was compared. */
    long verified() {
        return verified;
    }

    /** Loads that ended badly. */
    long failed() {
        return failed;
    }

    /** Requests that were told that the peer has not got their blocks. */
    long missed() {
        return missed;
    }

    /** Closes its transports as a crash would: peers are told nothing. */
    @Override
    public void close() {
        control.close();
        data.close();
    }
}

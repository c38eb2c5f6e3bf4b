package io.kvdrill.sim.check;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.sim.engine.JobView;
import io.kvdrill.sim.engine.SlotView;
import io.kvdrill.sim.run.PeerView;
import io.kvdrill.sim.run.RequestOutcome;
import io.kvdrill.sim.run.RunView;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run that only a script makes happen. */
final class FakeRun implements RunView {
    private final World world;
    private final Profile profile;
    private final Map<String, FakePeer> peers = new LinkedHashMap<>();
    long nowNanos;
    long healedNanos = -1;
    List<RequestOutcome> requests = List.of();

    FakeRun(World world, Profile profile) {
        this.world = world;
        this.profile = profile;
        world.peers().forEach(spec -> peers.put(spec.id(), new FakePeer(spec)));
    }

    /** A peer with a clock that shows the time of the world. */
    final class FakePeer implements PeerView {
        private final PeerSpec spec;
        private int life;
        boolean alive;
        boolean paused;
        /** How far its clock is ahead of the world's. */
        long aheadNanos;

        List<SlotView> slots = new ArrayList<>();

        @Nullable SecondaryTier tier;

        int parentRequests;
        int strayParentEnds;

        FakePeer(PeerSpec spec) {
            this.spec = spec;
        }

        void begin(int newLife) {
            life = newLife;
            alive = true;
        }

        @Override
        public PeerSpec spec() {
            return spec;
        }

        @Override
        public int incarnation() {
            return life;
        }

        @Override
        public boolean alive() {
            return alive;
        }

        @Override
        public boolean paused() {
            return paused;
        }

        @Override
        public long localNanos() {
            return nowNanos + aheadNanos;
        }

        @Override
        public List<SlotView> slots() {
            return slots;
        }

        @Override
        public List<JobView> jobs() {
            return List.of();
        }

        @Override
        public int parentRequests() {
            return parentRequests;
        }

        @Override
        public int strayParentEnds() {
            return strayParentEnds;
        }

        @Override
        public List<String> openRequests() {
            return List.of();
        }

        @Override
        public @Nullable SecondaryTier tier() {
            return tier;
        }

        @Override
        public long tierDigest() {
            return 0;
        }

        @Override
        public @Nullable String crash() {
            return null;
        }
    }

    @Override
    public World world() {
        return world;
    }

    @Override
    public Profile profile() {
        return profile;
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    @Override
    public long healedNanos() {
        return healedNanos;
    }

    @Override
    public List<PeerView> peers() {
        return List.copyOf(peers.values());
    }

    @Override
    public FakePeer peer(String id) {
        FakePeer peer = peers.get(id);
        if (peer == null) {
            throw new IllegalArgumentException("no peer has the id " + id);
        }
        return peer;
    }

    @Override
    public List<RequestOutcome> requests() {
        return requests;
    }
}

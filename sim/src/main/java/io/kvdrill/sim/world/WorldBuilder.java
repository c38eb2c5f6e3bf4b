package io.kvdrill.sim.world;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the parts of a {@link World}. Nothing is checked here: see {@link WorldValidation}. */
public final class WorldBuilder {
    private final String name;
    private String about = "";
    private Model model = Model.DEFAULT;
    private ControlLink control = ControlLink.DEFAULT;
    private DataLink data = DataLink.DEFAULT;
    private DataPlane dataPlane = DataPlane.DEFAULT;
    private @Nullable Moment heal;
    private End end = new End.Quiescent();
    private Caps caps = Caps.DEFAULT;
    private final List<PeerSpec> peers = new ArrayList<>();
    private final List<LinkOverride> links = new ArrayList<>();
    private final List<NamedMoment> moments = new ArrayList<>();
    private final List<RequestSpec> requests = new ArrayList<>();
    private final List<WorkloadSpec> workloads = new ArrayList<>();
    private final List<WarmCache> warm = new ArrayList<>();
    private final List<FaultSpec> faults = new ArrayList<>();
    private final List<Expectation> expectations = new ArrayList<>();
    private final List<ProfileOutcome> under = new ArrayList<>();

    WorldBuilder(String name) {
        this.name = name;
    }

    WorldBuilder(World world) {
        this(world.name());
        about = world.about();
        model = world.model();
        control = world.control();
        data = world.data();
        dataPlane = world.dataPlane();
        heal = world.heal();
        end = world.end();
        caps = world.caps();
        peers.addAll(world.peers());
        links.addAll(world.links());
        moments.addAll(world.moments());
        requests.addAll(world.requests());
        workloads.addAll(world.workloads());
        warm.addAll(world.warm());
        faults.addAll(world.faults());
        expectations.addAll(world.expectations());
        under.addAll(world.under());
    }

    /** Sets the sentence. */
    public WorldBuilder about(String sentence) {
        about = sentence;
        return this;
    }

    /** Sets the model. */
    public WorldBuilder model(long blockBytes, int tokensPerBlock) {
        model = new Model(blockBytes, tokensPerBlock);
        return this;
    }

    /** Adds peers. */
    public WorldBuilder peers(PeerSpec... specs) {
        peers.addAll(List.of(specs));
        return this;
    }

    /** Sets the control links. */
    public WorldBuilder control(ControlLink link) {
        control = link;
        return this;
    }

    /** Sets the data links. */
    public WorldBuilder data(DataLink link) {
        data = link;
        return this;
    }

    /** Sets the data planes. */
    public WorldBuilder dataPlane(DataPlane plane) {
        dataPlane = plane;
        return this;
    }

    /** Adds links that differ. */
    public WorldBuilder link(LinkOverride link) {
        links.add(link);
        return this;
    }

    /** Names a moment. */
    public WorldBuilder moment(String momentName, Moment moment) {
        moments.add(new NamedMoment(momentName, moment));
        return this;
    }

    /** Adds requests. */
    public WorldBuilder requests(RequestSpec... specs) {
        requests.addAll(List.of(specs));
        return this;
    }

    /** Adds workloads. */
    public WorldBuilder workloads(WorkloadSpec... specs) {
        workloads.addAll(List.of(specs));
        return this;
    }

    /** Lets a peer start with the blocks of a prompt. */
    public WorldBuilder warm(String peer, Prompt prompt) {
        warm.add(new WarmCache(peer, prompt));
        return this;
    }

    /** Adds a fault. */
    public WorldBuilder fault(FaultSpec fault) {
        faults.add(fault);
        return this;
    }

    /** Adds a stroke, or a fault that lasts until the world heals. */
    public WorldBuilder fault(Moment at, Fault fault) {
        return fault(FaultSpec.of(at, fault));
    }

    /** Sets when all faults end; null for never. */
    public WorldBuilder healAt(@Nullable Moment moment) {
        heal = moment;
        return this;
    }

    /** Adds expectations. */
    public WorldBuilder expect(Expectation... more) {
        expectations.addAll(List.of(more));
        return this;
    }

    /** Sets the end. */
    public WorldBuilder until(End newEnd) {
        end = newEnd;
        return this;
    }

    /** Sets the caps. */
    public WorldBuilder caps(Caps newCaps) {
        caps = newCaps;
        return this;
    }

    /** Declares another outcome under a profile. */
    public WorldBuilder under(String profile, List<String> breaks, Expectation... instead) {
        under.add(new ProfileOutcome(profile, breaks, List.of(instead)));
        return this;
    }

    /** Declares another outcome under a profile. */
    public WorldBuilder under(ProfileOutcome outcome) {
        under.add(outcome);
        return this;
    }

    /** Replaces all peers. */
    public WorldBuilder onlyPeers(List<PeerSpec> specs) {
        return replace(peers, specs);
    }

    /** Replaces all links that differ. */
    public WorldBuilder onlyLinks(List<LinkOverride> overrides) {
        return replace(links, overrides);
    }

    /** Replaces all moments with names. */
    public WorldBuilder onlyMoments(List<NamedMoment> named) {
        return replace(moments, named);
    }

    /** Replaces all requests. */
    public WorldBuilder onlyRequests(List<RequestSpec> specs) {
        return replace(requests, specs);
    }

    /** Replaces all workloads. */
    public WorldBuilder onlyWorkloads(List<WorkloadSpec> specs) {
        return replace(workloads, specs);
    }

    /** Replaces everything that is warm. */
    public WorldBuilder onlyWarm(List<WarmCache> caches) {
        return replace(warm, caches);
    }

    /** Replaces all faults. */
    public WorldBuilder onlyFaults(List<FaultSpec> specs) {
        return replace(faults, specs);
    }

    /** Replaces all expectations. */
    public WorldBuilder onlyExpect(List<Expectation> stated) {
        return replace(expectations, stated);
    }

    /** Replaces the outcomes under all profiles. */
    public WorldBuilder onlyUnder(List<ProfileOutcome> outcomes) {
        return replace(under, outcomes);
    }

    private <T> WorldBuilder replace(List<T> part, List<T> with) {
        List<T> kept = List.copyOf(with);
        part.clear();
        part.addAll(kept);
        return this;
    }

    /** The world. */
    public World build() {
        return new World(
                name,
                about,
                model,
                peers,
                control,
                data,
                dataPlane,
                links,
                moments,
                requests,
                workloads,
                warm,
                faults,
                heal,
                expectations,
                end,
                caps,
                under);
    }
}

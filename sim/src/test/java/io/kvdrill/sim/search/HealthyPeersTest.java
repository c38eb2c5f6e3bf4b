package io.kvdrill.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Choices.Switch;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.sim.run.RequestOutcome;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.swarm.Feature;
import io.kvdrill.sim.search.swarm.Swarm;
import io.kvdrill.sim.search.swarm.SwarmCase;
import io.kvdrill.sim.search.swarm.SwarmGrammar;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/**
 * Healthy peers are untouched by another's fault (I6): a drawn world is run as it is, and once more with a fault that
 * concerns one peer. Requests among peers that never meet that one, nor anybody who does, end as they did, at the
 * nanosecond; and those that do meet it do not always, or the fault would be none.
 */
class HealthyPeersTest {
    /** Fixed, so that a build says the same twice; another one searches elsewhere. */
    private static final String SEED = "20261129";

    private static final long SECOND = 1_000_000_000L;
    private static final OwnTier TIER = new OwnTier();

    /** Faults come from here and not from the swarm, and everything happens at times that no run moves. */
    private static final Swarm SWARM = new Swarm(SwarmGrammar.standard()
            .without(Feature.of(Feature.Kind.FAULTS))
            .without(Feature.of(Feature.Kind.PLACEMENT))
            .without(Set.of(Feature.HOST_GROUPS)));

    private static final Profile HARDENED = Profile.of(Preset.HARDENED);

    /** What happens to the peer, at some time. */
    enum Trouble {
        KILLED,
        RESTARTED,
        POWERED_OFF,
        SHUT_DOWN,
        PAUSED,
        CUT_OFF,
        HELD_BACK,
        UNREGISTERED,
        STALLED_WRITES;

        FaultSpec of(String peer, long atNanos) {
            Moment at = Moment.at(atNanos);
            return switch (this) {
                case KILLED -> FaultSpec.of(at, new Fault.Kill(peer, Fault.Plane.BOTH));
                case RESTARTED -> FaultSpec.of(at, new Fault.Restart(peer, SECOND));
                case POWERED_OFF -> FaultSpec.of(at, new Fault.PowerOff(peer));
                case SHUT_DOWN -> FaultSpec.of(at, new Fault.ShutDown(peer));
                case PAUSED -> FaultSpec.lasting(at, 20 * SECOND, new Fault.Pause(peer));
                case CUT_OFF ->
                    FaultSpec.lasting(at, 40 * SECOND, new Fault.Partition(peer, null, Fault.Plane.BOTH, false));
                case HELD_BACK ->
                    FaultSpec.lasting(
                            at, 15 * SECOND, new Fault.HoldMessages(new Fault.MessageMatch(peer, null, null, null)));
                case UNREGISTERED ->
                    FaultSpec.of(at, new Fault.Registrations(peer, null, Fault.RegistrationFate.FAILED, 0));
                case STALLED_WRITES ->
                    FaultSpec.of(at, new Fault.Writes(new Fault.WriteMatch(peer, null, 0), Fault.WriteFate.STALLS, 0));
            };
        }
    }

    /** A run with and without trouble: whose, which, and when. */
    record Pair(long seed, int peer, Trouble trouble, long atNanos) {}

    @Provide
    Arbitrary<Pair> pairs() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 1L << 39),
                        Arbitraries.integers().between(0, 9),
                        Arbitraries.of(Trouble.class),
                        Arbitraries.of(0L, SECOND / 1_000, SECOND, 10 * SECOND))
                .as(Pair::new);
    }

    private static List<String> peersOf(RequestSpec request) {
        return Stream.of(request.consume(), request.produce(), request.source())
                .flatMap(Stream::ofNullable)
                .toList();
    }

    /** The peers that meet this one, and those who meet them. */
    private static Set<String> around(World world, String peer) {
        Set<String> around = new LinkedHashSet<>(List.of(peer));
        boolean grows = true;
        while (grows) {
            grows = false;
            for (RequestSpec request : world.requests()) {
                List<String> meet = peersOf(request);
                grows |= meet.stream().anyMatch(around::contains) && around.addAll(meet);
            }
        }
        return around;
    }

    /** Two worlds in one: every other peer belongs to the other half, and no request crosses over. */
    private static World halved(World world) {
        List<String> names = world.peers().stream().map(PeerSpec::name).toList();
        List<RequestSpec> within = world.requests().stream()
                .filter(request -> peersOf(request).stream()
                                .map(name -> names.indexOf(name) % 2)
                                .distinct()
                                .count()
                        == 1)
                .toList();
        return world.toBuilder().onlyRequests(within).build();
    }

    private static RunResult run(SwarmCase drawn, World world) {
        return TIER.run(world, drawn.profile(), drawn.seed());
    }

    @Property(seed = SEED, tries = 250, shrinking = ShrinkingMode.OFF)
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    void requestsAmongPeersThatNeverMeetATroubledOneEndAsWithoutIt(@ForAll("pairs") Pair pair) {
        SwarmCase drawn = SWARM.draw(HARDENED, pair.seed());
        World world = halved(drawn.world());
        String troubled = world.peers().get(pair.peer() % world.peers().size()).name();
        Set<String> around = around(world, troubled);
        World hurt = world.toBuilder()
                .fault(pair.trouble().of(troubled, pair.atNanos()))
                .build();

        RunResult well = run(drawn, world);
        RunResult ill = run(drawn, hurt);

        boolean apart = false;
        boolean noticed = false;
        for (RequestSpec request : world.requests()) {
            RequestOutcome before = well.request(request.id());
            RequestOutcome after = ill.request(request.id());
            if (peersOf(request).stream().noneMatch(around::contains)) {
                apart = true;
                assertThat(after).as("%s, for %s", pair, troubled).isEqualTo(before);
            } else {
                noticed |= !after.equals(before);
            }
        }
        Statistics.label("apart").collect(apart);
        Statistics.label("apart").coverage(seen -> seen.check(true).percentage(share -> share > 15.0));
        Statistics.label("noticed").collect(noticed);
        Statistics.label("noticed").coverage(seen -> seen.check(true).percentage(share -> share > 5.0));
    }

    /** The host is what groups peers: who shares it is touched, and must be, or the comparison would see nothing. */
    @Property(seed = SEED, tries = 100, shrinking = ShrinkingMode.OFF)
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    void groupingTouchesOneHostOnly(@ForAll("pairs") Pair pair) {
        Profile grouped = HARDENED.with(Rows.GROUP_PEERS_BY_HOST, Switch.ON);
        SwarmCase drawn = SWARM.draw(grouped, pair.seed());
        World world = halved(drawn.world());
        PeerSpec troubled = world.peers().get(pair.peer() % world.peers().size());
        Set<String> around = new LinkedHashSet<>();
        for (PeerSpec peer : world.peers()) {
            if (peer.host().equals(troubled.host())) {
                around.addAll(around(world, peer.name()));
            }
        }
        World hurt = world.toBuilder()
                .fault(pair.trouble().of(troubled.name(), pair.atNanos()))
                .build();
        RunResult well = run(drawn, world);
        RunResult ill = run(drawn, hurt);
        for (RequestSpec request : world.requests()) {
            if (peersOf(request).stream().noneMatch(around::contains)) {
                assertThat(ill.request(request.id()))
                        .as("%s, for %s", pair, troubled.name())
                        .isEqualTo(well.request(request.id()));
            }
        }
    }
}

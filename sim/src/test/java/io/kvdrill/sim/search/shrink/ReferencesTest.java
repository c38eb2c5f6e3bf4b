package io.kvdrill.sim.search.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferencesTest {
    private static final Moment PARKED =
            Moment.after(Boundary.of("store_parked").at("b"));
    private static final World WORLD = World.called("w")
            .peers(PeerSpec.of("a", "h1"), PeerSpec.of("b", "h2"), PeerSpec.of("c", "h3"))
            .moment("parked", PARKED)
            .moment("unused", Moment.at(3))
            .requests(
                    RequestSpec.pd("r", 5, Prompt.of("r", 16), "a", "b"),
                    RequestSpec.symmetric("s", 0, Prompt.of("s", 16), "b", "c")
                            .arriving(new Moment.Relative("death", 7)))
            .fault(FaultSpec.of(new Moment.Relative("parked", 10), new Fault.Kill("a", Fault.Plane.BOTH))
                    .named("death"))
            .fault(new Moment.Relative("r", 1), new Fault.Partition("b", "c", Fault.Plane.BOTH, false))
            .healAt(new Moment.Relative("death", 100))
            .build();

    private final References references = new References(new RecordTree());

    @Test
    void saysWhatNamesStoodForWhenTheyAreGone() {
        World mended = mended(
                WORLD.toBuilder().onlyFaults(List.of(WORLD.faults().get(1))).build());

        assertThat(mended.requests().get(1).arrival()).isEqualTo(new Moment.Relative("parked", 17));
        assertThat(mended.heal()).isEqualTo(new Moment.Relative("parked", 110));
        assertThat(mended.moments()).extracting("name").containsExactly("parked");
    }

    @Test
    void followsNamesThroughNames() {
        World mended = mended(
                WORLD.toBuilder().onlyFaults(List.of()).onlyMoments(List.of()).build());

        assertThat(mended.heal())
                .isEqualTo(new Moment.After(Boundary.of("store_parked").at("b"), 1, 110, null));
    }

    @Test
    void dropsWhatIsAboutPeersThatAreGone() {
        World mended =
                mended(WORLD.toBuilder().onlyPeers(WORLD.peers().subList(0, 2)).build());

        assertThat(mended.requests()).extracting(RequestSpec::id).containsExactly("r");
        assertThat(Failing.faults(mended)).containsExactly("kill");
    }

    @Test
    void dropsNamesThatNobodyUses() {
        World mended =
                mended(WORLD.toBuilder().onlyRequests(List.of()).healAt(null).build());

        assertThat(mended.faults()).extracting(FaultSpec::name).containsOnlyNulls();
        assertThat(mended.faults().get(1).at()).isEqualTo(Moment.at(6));
    }

    @Test
    void renamesAPeerWhereverItIsNamed() {
        World renamed = references.renamed(WORLD, "b", "x");

        assertThat(renamed.moments().get(0).moment())
                .isEqualTo(Moment.after(Boundary.of("store_parked").at("x")));
        assertThat(renamed.requests().get(0).consume()).isEqualTo("x");
        assertThat(renamed.requests().get(1).source()).isEqualTo("x");
        assertThat(renamed.faults().get(1).fault()).isEqualTo(new Fault.Partition("x", "c", Fault.Plane.BOTH, false));
    }

    @Test
    void namesPeersAfterWhatTheyDo() {
        World named = PeerRoles.named(
                WORLD.toBuilder().onlyRequests(List.of(WORLD.requests().get(0))).build());

        assertThat(named.peers()).extracting(PeerSpec::name).containsExactly("prefill", "decode", "a");
        assertThat(named.requests().get(0).produce()).isEqualTo("prefill");
        assertThat(named.moments().get(0).moment())
                .isEqualTo(Moment.after(Boundary.of("store_parked").at("decode")));
    }

    @Test
    void aFrameOfAPeerStaysThatPeersWhateverItIsCalled() {
        World world = WORLD.toBuilder()
                .onlyFaults(List.of(
                        FaultSpec.of(Moment.at(1), new Fault.SendFrame("a", "b", Fault.HostileFrame.GARBAGE)),
                        FaultSpec.of(Moment.at(1), new Fault.SendFrame("stranger", "b", Fault.HostileFrame.GARBAGE))))
                .onlyRequests(List.of(WORLD.requests().get(0)))
                .build();

        assertThat(PeerRoles.named(world).faults())
                .extracting(FaultSpec::fault)
                .containsExactly(
                        new Fault.SendFrame("prefill", "decode", Fault.HostileFrame.GARBAGE),
                        new Fault.SendFrame("stranger", "decode", Fault.HostileFrame.GARBAGE));
    }

    private World mended(World changed) {
        return references.mended(WORLD, changed);
    }
}

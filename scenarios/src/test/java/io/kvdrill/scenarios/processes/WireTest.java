package io.kvdrill.scenarios.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.manager.MapSizes;
import io.kvdrill.core.profile.Choices.Switch;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.calibrate.Round;
import io.kvdrill.scenarios.node.DataPlane;
import io.kvdrill.scenarios.processes.NodeWire.Ask;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;
import io.kvdrill.sim.engine.EngineHost.LegResult;
import io.kvdrill.sim.engine.SlotView;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.PeerSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;

@DisplayName("What runners, nodes and processes write to each other")
class WireTest {
    private static final PeerSpec PEER =
            PeerSpec.of("prefill", "10.0.0.1").withPort(5710).withSlots(64);
    private static final Model MODEL = new Model(4_096, 16);
    private static final Profile PROFILE = Profile.of(Preset.HARDENED)
            .with(Rows.GROUP_PEERS_BY_HOST, Switch.ON)
            .named("small");
    private static final Seat SEAT = new Seat("", 4711, List.of("10.0.0.0/8"), Seat.Data.of(DataPlane.shm()));
    private static final Report.Rdma RDMA = new Report.Rdma("here", List.of("mlx5_0:1"), 17);
    private static final ProbeReport.Region REGION = new ProbeReport.Region("0a0b", 4_096, 8, 512);
    private static final Start START = start(PROFILE);

    private static Start start(Profile profile) {
        return new Start(
                PEER,
                MODEL,
                profile.name(),
                profile.base().publicName(),
                Start.rowsOf(profile),
                2,
                1_002,
                7,
                123,
                List.of("sent:transfer_done"),
                SEAT);
    }

    static Stream<Order> orders() {
        return Stream.of(
                START,
                new Order.Begin(5),
                new Order.Submit(
                        "r1",
                        Leg.PRODUCE,
                        "kv1",
                        "engine1",
                        Map.of("remote_decoder", Map.of("kv_request_id", "kv1")),
                        List.of("0a"),
                        16,
                        1),
                new Order.Submit("r1", Leg.CONSUME, "kv1", "engine1", null, List.of(), 16, 1),
                new Order.Abort("engine1"),
                new Order.Warm(List.of("0a", "0b")),
                new Order.ShutDown(),
                new Order.ResetCache(),
                new Order.Stall(5),
                new Order.StepClock(-5),
                new Order.DriftClock(5),
                new Order.Hold("10.0.0.2:5710", true),
                new Order.PassGate(5),
                new Order.SayLast(),
                new ProbeOrder.ProbeStart(PEER, MODEL, 1, null),
                new ProbeOrder.Measure("10.0.0.2:5710", REGION, 3, 2, 1));
    }

    static Stream<Report> reports() {
        return Stream.of(
                new Report.Ready(4_711, "region", RDMA),
                new Report.Entry(5, 6, "session_ready", Map.of("peer", "10.0.0.2:5710"), 1, 2),
                new Report.Step(5, 6, 1, 0, new MapSizes(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), 2, -1),
                new Report.Step(5, 6, 1, 0, null, 2, 7),
                new Report.Prefilled("r1", Leg.PRODUCE),
                new Report.Ended(new LegResult("r1", Leg.CONSUME, LegEnd.LOST, 1, 2, 3)),
                new Report.Last(
                        List.of(new Report.Slot(3, SlotView.State.READY, "0a", 1, 5)), List.of("max_peers"), RDMA),
                new Report.Failed("there is no NIXL"),
                new ProbeReport.ProbeReady(REGION),
                new ProbeReport.Measured(new Round(512, 8, List.of(1L), List.of(2L), List.of(3L), List.of(4L))),
                new ProbeReport.PeerLost(5));
    }

    static Stream<Ask> asks() {
        return Stream.of(
                Ask.of(START.givenAfter(3)),
                Ask.of(new Order.Begin(5).givenAfter(3)),
                new Ask.Signal("STOP"),
                new Ask.Kill());
    }

    @ParameterizedTest
    @MethodSource("orders")
    void ordersAreReadAsTheyWereWritten(Order order) {
        Order.Given given = order.givenAfter(3);
        assertThat(Wire.order(Wire.write(given))).isEqualTo(given);
    }

    @ParameterizedTest
    @MethodSource("reports")
    void reportsAreReadAsTheyWereWritten(Report report) {
        assertThat(Wire.report(Wire.write(report))).isEqualTo(report);
    }

    @ParameterizedTest
    @MethodSource("asks")
    void whatNodesAreAskedIsReadAsItWasWritten(Ask ask) {
        assertThat(Wire.ask(Wire.write(ask))).isEqualTo(ask);
    }

    @Test
    void noKindIsForgottenAbove() {
        assertThat(kinds(orders())).isEqualTo(leaves(Order.class).collect(Collectors.toSet()));
        assertThat(kinds(reports())).isEqualTo(leaves(Report.class).collect(Collectors.toSet()));
        assertThat(kinds(asks())).isEqualTo(leaves(Ask.class).collect(Collectors.toSet()));
    }

    private static Set<Class<?>> kinds(Stream<?> messages) {
        return messages.map(Object::getClass).collect(Collectors.toSet());
    }

    private static Stream<Class<?>> leaves(Class<?> kind) {
        return kind.isSealed()
                ? Stream.of(Objects.requireNonNull(kind.getPermittedSubclasses()))
                        .flatMap(WireTest::leaves)
                : Stream.of(kind);
    }

    @Test
    void aProfileArrivesWithTheRowsThatDifferFromItsPreset() {
        Profile sent = PROFILE.with(Rows.MAX_PEERS, 3L);
        Order read = Wire.order(Wire.write(start(sent).givenAfter(0))).order();
        Profile arrived = ((Start) read).asProfile();
        assertThat(arrived.name()).isEqualTo("small");
        assertThat(arrived.base()).isEqualTo(Preset.HARDENED);
        assertThat(Start.rowsOf(arrived)).isEqualTo(Start.rowsOf(sent)).hasSize(2);
    }

    @Test
    void aLineThatAKillCutShortIsNoReport() {
        String line = Wire.write(new Report.Failed("there is no NIXL"));
        assertThatThrownBy(() -> Wire.report(line.substring(0, line.length() - 3)))
                .isInstanceOf(JacksonException.class);
    }
}

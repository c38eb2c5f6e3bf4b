package io.kvdrill.scenarios.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.scenario.Setting;
import io.kvdrill.scenarios.node.DataPlane;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.fault.FaultEvent;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Verdict;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.PeerSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Processes whose clocks are compared badly")
@Timeout(120)
class SkewedClocksTest {
    private static final long TOLERANCE = 5_000_000_000L;

    /** The first peer's clock is taken to be ahead by so much more than it is. */
    private static final class Skewed extends DelegatingHosting {
        private final long nanos;

        Skewed(Hosting inner, long nanos) {
            super(inner);
            this.nanos = nanos;
        }

        static Hosting.Opener by(long nanos) {
            return new DelegatingHosting.Opener(
                    new LocalHosting.Opener(DataPlane.shm()), inner -> new Skewed(inner, nanos));
        }

        @Override
        public PeerProcess start(PeerSpec peer, int life, Consumer<Report> onReport, Runnable onEnd)
                throws IOException {
            PeerProcess process = super.start(peer, life, onReport, onEnd);
            return first(peer) ? new SkewedProcess(process, nanos) : process;
        }

        @Override
        public long uncertaintyNanos() {
            return Math.abs(nanos);
        }
    }

    private record SkewedProcess(PeerProcess inner, long nanos) implements PeerProcess {
        @Override
        public void order(Order.Given given) {
            Order order = given.order() instanceof Order.Begin begin
                    ? new Order.Begin(begin.epochNanos() + nanos)
                    : given.order();
            inner.order(order.givenAfter(given.after()));
        }

        @Override
        public void signal(String name) {
            inner.signal(name);
        }

        @Override
        public void kill() {
            inner.kill();
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    private static RunCase planned(String scenario) {
        List<Setting> settings = List.of(Setting.parse("model.kv_block=64KiB"));
        return new CasePlanner("hardened", settings, List.of(), 1)
                .plan(new ScenarioFinder(new ScenarioReader(settings))
                        .find(scenario)
                        .get(0))
                .get(0);
    }

    private record Underway(String from, String to, Message message) {}

    @ParameterizedTest
    @CsvSource({
        "first-transfer, 30ms",
        "first-transfer, -30ms",
        "peer-death/in-control, 30ms",
        "peer-death/in-control, -30ms"
    })
    void areJudgedInAnOrderInWhichNothingComesBeforeItsCause(String scenario, String skew) {
        long nanos = Long.parseLong(skew.replace("ms", "")) * 1_000_000;
        RunResult result = new ProcessesRunner(TOLERANCE, Skewed.by(nanos)).run(planned(scenario), List.of());

        assertThat(result.verdict()).as(String.join("; ", result.reasons())).isEqualTo(Verdict.AS_STATED);
        List<Underway> sent = new ArrayList<>();
        int received = 0;
        boolean written = false;
        boolean killed = false;
        for (TraceEntry entry : result.trace().entries()) {
            TraceEvent event = entry.event();
            if (event instanceof SessionEvent.MessageSent message) {
                sent.add(new Underway(entry.peer(), message.peer(), message.message()));
            } else if (event instanceof SessionEvent.MessageReceived message) {
                received++;
                assertThat(sent.remove(new Underway(message.peer(), entry.peer(), message.message())))
                        .as("%s received %s before it was sent", entry.peer(), message)
                        .isTrue();
            }
            written |= event instanceof FabricEvent.TransferEnded;
            killed |= event instanceof FaultEvent.ProcessKilled;
            if (event instanceof FaultEvent.FaultStruck) {
                assertThat(written).as("what the fault follows comes before it").isTrue();
            }
        }
        assertThat(received).isPositive();
        assertThat(killed).isEqualTo(scenario.startsWith("peer-death"));
    }

    @ParameterizedTest
    @CsvSource({"30ms", "-30ms"})
    void obeyTheRunnerAfterItHasSpoken(String skew, @TempDir Path folder) throws IOException {
        long nanos = Long.parseLong(skew.replace("ms", "")) * 1_000_000;
        Path scenario = Files.writeString(folder.resolve("reset.yaml"), """
            format: 1
            about: An engine is told to forget its cache
            peers: {prefill: {host: 10.0.0.1}, decode: {host: 10.0.0.2}}
            requests: [{id: r1, tokens: 16, consume: prefill}]
            faults: {reset_cache: prefill, at: 0.5s}
            """);

        RunResult result =
                new ProcessesRunner(TOLERANCE, Skewed.by(nanos)).run(planned(scenario.toString()), List.of());

        List<String> order = result.trace().entries().stream()
                .map(TraceEntry::event)
                .filter(event ->
                        event instanceof FaultEvent.FaultStruck || event instanceof EngineEvent.CacheResetBegan)
                .map(event -> event.getClass().getSimpleName())
                .toList();
        assertThat(order).containsExactly("FaultStruck", "CacheResetBegan");
    }
}

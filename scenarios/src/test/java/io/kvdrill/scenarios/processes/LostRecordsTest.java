package io.kvdrill.scenarios.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.scenario.Setting;
import io.kvdrill.scenarios.node.DataPlane;
import io.kvdrill.scenarios.processes.Wire.Report;
import io.kvdrill.scenarios.processes.Wire.Seat;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.sim.fabric.FabricEvent.BlocksLanded;
import io.kvdrill.sim.fabric.FabricEvent.TransferStopped;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Verdict;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A process that is killed before the runner heard all of it")
@Timeout(120)
class LostRecordsTest {
    private static final long TOLERANCE = 5_000_000_000L;

    /** The first peer's process says nothing any more once it has started a write. */
    private record Silenced(Hosting.Opener inner) implements Hosting.Opener {
        @Override
        public boolean overNixl() {
            return inner.overNixl();
        }

        @Override
        public Hosting open(World world) {
            return new SilencedHosting(inner.open(world));
        }
    }

    private record SilencedHosting(Hosting inner) implements Hosting {
        @Override
        public World placed() {
            return inner.placed();
        }

        @Override
        public @Nullable Seat seat(int bindPort) {
            return inner.seat(bindPort);
        }

        @Override
        public PeerProcess start(PeerSpec peer, int life, Consumer<Report> onReport, Runnable onEnd)
                throws IOException {
            if (!peer.equals(placed().peers().get(0))) {
                return inner.start(peer, life, onReport, onEnd);
            }
            AtomicBoolean silent = new AtomicBoolean();
            return inner.start(
                    peer,
                    life,
                    report -> {
                        if (!silent.get()) {
                            onReport.accept(report);
                        }
                        if (report.entry() != null && report.entry().kind().equals("write_started")) {
                            silent.set(true);
                        }
                    },
                    onEnd);
        }

        @Override
        public long ourNanos(PeerSpec peer, long itsNanos) {
            return inner.ourNanos(peer, itsNanos);
        }

        @Override
        public String errors() {
            return inner.errors();
        }

        @Override
        public long uncertaintyNanos() {
            return inner.uncertaintyNanos();
        }

        @Override
        public String about() {
            return inner.about();
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    private static RunCase planned(Path scenario) {
        List<Setting> settings = List.of(Setting.parse("model.kv_block=64KiB"));
        return new CasePlanner("hardened", settings, List.of(), 1)
                .plan(new ScenarioFinder(new ScenarioReader(settings))
                        .find(scenario.toString())
                        .get(0))
                .get(0);
    }

    @Test
    void hasWrittenWhatItsPeerWasToldOf(@TempDir Path folder) throws IOException {
        Path scenario = Files.writeString(folder.resolve("silent.yaml"), """
            format: 1
            about: A producer dies when all is done, and its last words are lost
            peers: {prefill: {host: 10.0.0.1}, decode: {host: 10.0.0.2}}
            requests:
              - {id: hello, tokens: 16, produce: prefill, consume: decode, dispatch: {consume: 0s, produce: 0.2s}}
              - {id: r1, at: 1s, tokens: 64, produce: prefill, consume: decode}
            faults: {kill: prefill, at: 4s}
            """);

        RunResult result = new ProcessesRunner(TOLERANCE, new Silenced(new LocalHosting.Opener(DataPlane.shm())))
                .run(planned(scenario), List.of());

        List<TraceEntry> entries = result.trace().entries();
        assertThat(entries).anyMatch(entry -> entry.event() instanceof LoadEnded load && load.success());
        assertThat(entries).anyMatch(entry -> entry.event() instanceof BlocksLanded);
        assertThat(entries).noneMatch(entry -> entry.event() instanceof TransferStopped);
        assertThat(result.violations()).isEmpty();
        assertThat(result.verdict()).as(String.join("; ", result.reasons())).isEqualTo(Verdict.AS_STATED);
    }
}

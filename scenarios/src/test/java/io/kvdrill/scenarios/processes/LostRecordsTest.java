package io.kvdrill.scenarios.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.scenario.Setting;
import io.kvdrill.scenarios.node.DataPlane;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.sim.fabric.FabricEvent.BlocksLanded;
import io.kvdrill.sim.fabric.FabricEvent.TransferStopped;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Verdict;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.PeerSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A process that is killed before the runner heard all of it")
@Timeout(120)
class LostRecordsTest {
    private static final long TOLERANCE = 5_000_000_000L;

    /** The first peer's process says nothing any more once it has started a write. */
    private static final class Silenced extends DelegatingHosting {
        Silenced(Hosting inner) {
            super(inner);
        }

        @Override
        public PeerProcess start(PeerSpec peer, int life, Consumer<Report> onReport, Runnable onEnd)
                throws IOException {
            if (!first(peer)) {
                return super.start(peer, life, onReport, onEnd);
            }
            AtomicBoolean silent = new AtomicBoolean();
            return super.start(
                    peer,
                    life,
                    report -> {
                        if (!silent.get()) {
                            onReport.accept(report);
                        }
                        if (report instanceof Report.Entry entry && entry.kind().equals("write_started")) {
                            silent.set(true);
                        }
                    },
                    onEnd);
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

        Hosting.Opener local = new LocalHosting.Opener(DataPlane.shm());
        RunResult result = new ProcessesRunner(TOLERANCE, new DelegatingHosting.Opener(local, Silenced::new))
                .run(planned(scenario), List.of());

        List<TraceEntry> entries = result.trace().entries();
        assertThat(entries).anyMatch(entry -> entry.event() instanceof LoadEnded load && load.success());
        assertThat(entries).anyMatch(entry -> entry.event() instanceof BlocksLanded);
        assertThat(entries).noneMatch(entry -> entry.event() instanceof TransferStopped);
        assertThat(result.violations()).isEmpty();
        assertThat(result.verdict()).as(String.join("; ", result.reasons())).isEqualTo(Verdict.AS_STATED);
    }
}

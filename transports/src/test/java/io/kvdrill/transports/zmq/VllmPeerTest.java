package io.kvdrill.transports.zmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.core.manager.TierConfig;
import io.kvdrill.core.manager.TierManager;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.testkit.Jobs;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.RecordingParent;
import io.kvdrill.core.testkit.ScriptedData;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.core.transport.DataCapabilities;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer in Python on libzmq, as vLLM is one, against a whole tier on this transport. */
class VllmPeerTest {
    private static final long STEP_NANOS = 5_000_000;
    private static final DataCapabilities NO_FENCE = new DataCapabilities(false, false, false, false, 0);

    private final List<TraceEvent> trace = new ArrayList<>();

    @Test
    void shakesHandsLooksUpFetchesAbortsAndDisconnects() throws IOException, InterruptedException {
        assertThat(run("whole")).contains("done");

        assertThat(trace.stream().map(event -> event.getClass().getSimpleName()))
                .contains("SessionOpened", "PeerDown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hash_seed", "block_len", "config_fingerprint"})
    void refusesAPeerThatDiffersIn(String field) throws IOException, InterruptedException {
        assertThat(run(field)).contains("refused");

        assertThat(trace.stream().map(event -> event.getClass().getSimpleName()))
                .contains("PeerIncompatible", "PeerDown")
                .doesNotContain("SessionReady");
    }

    private String run(String scriptCase) throws IOException, InterruptedException {
        String python = python();
        assumeTrue(
                python != null, "not exercised: no Python with zmq and msgpack (Debian: python3-zmq, python3-msgpack)");
        Profile profile = Profile.of(Preset.HARDENED);
        ZmqControlTransport control = ZmqControlTransport.open(ZmqConfig.of("127.0.0.1", 0, profile));
        ScriptedData data = new ScriptedData(NO_FENCE);
        Jobs jobs = new Jobs();
        RecordingParent parent = new RecordingParent(jobs::of);
        parent.set(Jobs.key("a"), LookupOutcome.HIT);
        parent.set(Jobs.key("b"), LookupOutcome.HIT);
        TierManager tier = new TierManager(
                new TierConfig(control.id(), Peers.FINGERPRINT, () -> Peers.HASH_SEED),
                new Rules(profile),
                control,
                data,
                () -> 42,
                trace::add);
        Process peer = new ProcessBuilder(Objects.requireNonNull(python), script().toString(), control.id(), scriptCase)
                .redirectErrorStream(true)
                .start();
        try {
            while (peer.isAlive()) {
                step(tier, data, parent);
                LockSupport.parkNanos(STEP_NANOS);
            }
            step(tier, data, parent);
            String said = new String(peer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(peer.exitValue()).as(said).isZero();
            return said;
        } finally {
            peer.destroyForcibly();
            control.close();
        }
    }

    /** An engine's step; writes end well in the step after they have started. */
    private static void step(TierManager tier, ScriptedData data, RecordingParent parent) {
        long nowNanos = System.nanoTime();
        data.inFlight().forEach(write -> data.end(write, true));
        tier.getFinishedJobs(nowNanos);
        tier.serveExternalRequests(nowNanos, parent);
        tier.onScheduleEnd(nowNanos);
    }

    private static Path script() {
        return Path.of("src/test/python/vllm_peer.py").toAbsolutePath();
    }

    /** A Python that has what the script imports, or null. {@code KVDRILL_PYTHON} names another one to try first. */
    private static @org.jspecify.annotations.Nullable String python() throws InterruptedException {
        String preferred = System.getenv("KVDRILL_PYTHON");
        for (String python : List.of(preferred == null ? "python3" : preferred, "python3", "/usr/bin/python3")) {
            if (canImport(python)) {
                return python;
            }
        }
        return null;
    }

    private static boolean canImport(String python) throws InterruptedException {
        try {
            Process probe = new ProcessBuilder(python, "-c", "import zmq, msgpack")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return probe.waitFor() == 0;
        } catch (IOException notThere) {
            return false;
        }
    }
}

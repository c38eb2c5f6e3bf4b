package io.kvdrill.scenarios.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;
import io.kvdrill.sim.engine.EngineHost.LegResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Two nodes over NIXL, its double unless another is named")
@Timeout(120)
class NixlNodesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private NixlDouble nixl;

    @BeforeEach
    void build() throws IOException, InterruptedException {
        nixl = NixlDouble.in(folder);
    }

    private static void meet(TestNode prefill, TestNode decode) throws InterruptedException {
        prefill.produce("hello", 64);
        decode.consume("hello", 64, prefill);
        decode.await(SessionEvent.SessionReady.class);
        prefill.await(SessionEvent.SessionReady.class);
    }

    private static List<EngineEvent.BlocksRead> reads(TestNode node) {
        return node.events(EngineEvent.BlocksRead.class);
    }

    @Test
    void shareBlocksThatVerifyAsOverSharedMemory() throws InterruptedException {
        try (TestNode prefill = TestNode.start("prefill", nixl.plane());
                TestNode decode = TestNode.start("decode", nixl.plane())) {
            meet(prefill, decode);

            prefill.produce("r1", 512);
            decode.consume("r1", 512, prefill);
            LegResult result = decode.ended("r1");

            assertThat(result.end()).isEqualTo(LegEnd.DONE);
            assertThat(result.remoteBlocks()).isEqualTo(32);
            assertThat(reads(decode))
                    .isNotEmpty()
                    .allSatisfy(read -> assertThat(read.wrongSlots().isEmpty()).isTrue());
        }
    }

    @Test
    void computeLocallyWhatAWriteThatFailsDidNotBring() throws InterruptedException, IOException {
        try (TestNode prefill = TestNode.start("prefill", nixl.plane());
                TestNode decode = TestNode.start("decode", nixl.plane())) {
            meet(prefill, decode);
            nixl.turn("fail");

            prefill.produce("r1", 512);
            decode.consume("r1", 512, prefill);
            LegResult result = decode.ended("r1");

            assertThat(result.end()).isEqualTo(LegEnd.DONE);
            assertThat(result.remoteBlocks()).isZero();
            assertThat(result.computedTokens()).isEqualTo(512);
            assertThat(decode.events(LoadEnded.class))
                    .filteredOn(load -> load.request().equals("r1"))
                    .isNotEmpty()
                    .allSatisfy(load -> assertThat(load.success()).isFalse());
            assertThat(reads(decode))
                    .allSatisfy(read -> assertThat(read.wrongSlots().isEmpty()).isTrue());
        }
    }

    @Test
    void ofWhichOneHasSharedMemoryDoNotShareAnything() throws InterruptedException {
        try (TestNode prefill = TestNode.start("prefill");
                TestNode decode = TestNode.start("decode", nixl.plane())) {
            decode.consume("hello", 64, prefill);

            assertThat(prefill.await(SessionEvent.RegistrationSettled.class).ready())
                    .isFalse();
            assertThat(decode.ended("hello").end()).isEqualTo(LegEnd.DONE);
            assertThat(decode.events(SessionEvent.SessionReady.class)).isEmpty();
        }
    }
}

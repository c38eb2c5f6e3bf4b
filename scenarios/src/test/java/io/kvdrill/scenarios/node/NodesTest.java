package io.kvdrill.scenarios.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;
import io.kvdrill.sim.engine.EngineHost.LegResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes of one JVM over loopback and shared memory. */
@Timeout(60)
class NodesTest {

    @Test
    void aDecoderGetsTheBlocksThatItsPrefillerComputed() throws InterruptedException {
        try (TestNode prefill = TestNode.start("prefill");
                TestNode decode = TestNode.start("decode")) {
            prefill.produce("hello", 64);
            decode.consume("hello", 64, prefill);
            decode.await(SessionEvent.SessionReady.class);
            prefill.await(SessionEvent.SessionReady.class);

            prefill.produce("r1", 512);
            decode.consume("r1", 512, prefill);
            LegResult result = decode.ended("r1");

            assertThat(result.end()).isEqualTo(LegEnd.DONE);
            assertThat(result.remoteBlocks()).isEqualTo(32);
            assertThat(result.computedTokens()).isLessThan(16 + 1);
            assertThat(decode.events(EngineEvent.BlocksRead.class))
                    .isNotEmpty()
                    .allSatisfy(read -> assertThat(read.wrongSlots().isEmpty()).isTrue());
        }
    }
}

package io.kvdrill.scenarios.conform;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.scenarios.conform.KnownDifferences.Known;
import io.kvdrill.scenarios.conform.subject.ProcessSubject;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The subject protocol carries all that the vectors need: our own tier matches them through it, too. */
class OwnTierInAProcessTest {

    @Test
    void matchesTheVectorsThroughTheProtocol() {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        String command = "exec '" + java + "' -XX:+UseSerialGC -Xshare:auto -XX:TieredStopAtLevel=1 -cp '"
                + System.getProperty("java.class.path")
                + "' io.kvdrill.scenarios.conform.subject.OwnTierProcess";
        try (ProcessSubject subject = ProcessSubject.start(command, Duration.ofSeconds(60))) {
            Replayer replayer = new Replayer(subject, null, false);
            int random = 0;
            for (ConformanceVector vector : Recorded.all()) {
                if (vector.name().startsWith("random-") && random++ % 10 > 0) {
                    continue; // the designed ones hold every kind of line; some schedules will do
                }
                VectorReport report = replayer.replay(vector, ConformanceVector.NO_DEFECT, Known.NOTHING);
                assertThat(report.mismatch()).as(vector.name()).isNull();
                assertThat(report.matched())
                        .as(vector.name())
                        .isEqualTo(vector.steps().size());
            }
        }
    }
}

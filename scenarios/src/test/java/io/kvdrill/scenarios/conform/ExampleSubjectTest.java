package io.kvdrill.scenarios.conform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.scenarios.conform.KnownDifferences.Known;
import io.kvdrill.scenarios.conform.VectorReport.Ending;
import io.kvdrill.scenarios.conform.subject.ProcessSubject;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example that ships plays what it claims to play, and claims no more. Needs Python 3 on the path. */
class ExampleSubjectTest {
    private static final Path EXAMPLE =
            Path.of(System.getProperty("basedir", "")).resolve("examples/subject/subject.py");

    @Test
    void playsItsShareOfTheVectorsAndNoMore() throws IOException, InterruptedException {
        assumeTrue(hasPython(), "python3 is not on the path");
        List<String> complete = new ArrayList<>();
        try (ProcessSubject subject = ProcessSubject.start("python3 '" + EXAMPLE + "'", Duration.ofSeconds(60))) {
            Replayer replayer = new Replayer(subject, null, false);
            for (ConformanceVector vector : Recorded.all()) {
                VectorReport report = replayer.replay(vector, ConformanceVector.NO_DEFECT, Known.NOTHING);
                assertThat(report.mismatch()).as(vector.name()).isNull();
                if (report.ending() == Ending.MATCHED) {
                    complete.add(vector.name());
                }
            }
        }
        assertThat(complete)
                .hasSize(35)
                .allMatch(name -> Recorded.vector(name).steps().stream()
                        .allMatch(step -> List.of("construct", "fingerprint", "block_key")
                                .contains(step.op().publicName())));
    }

    private static boolean hasPython() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}

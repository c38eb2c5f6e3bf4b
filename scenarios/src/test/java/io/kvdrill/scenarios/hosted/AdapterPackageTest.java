package io.kvdrill.scenarios.hosted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The tests of the Python adapter, which are written in Python. */
class AdapterPackageTest {

    @Test
    void itsOwnTestsPass() throws IOException, InterruptedException {
        assumeTrue(Examples.hasPython(), "python3 is not on the path");
        Path tests = Path.of(System.getProperty("basedir", "")).resolve("adapters/python/tests");
        Process process = new ProcessBuilder("python3", "-B", "-m", "unittest", "discover", "-s", tests.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).containsPattern("Ran [1-9][0-9]* tests").doesNotContain("skipped");
    }
}

package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Wrong input")
class BadInputTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rnu",
                "run",
                "run --all peer-death",
                "run --sed 1 peer-death",
                "run peer-deth",
                "run peer-death/in-dta",
                "run late-write-after-abort/some-case",
                "run gone.yaml",
                "run /",
                "run ''",
                "run peer-death --seed",
                "run peer-death --seed -1",
                "run peer-death --seed 9223372036854775808",
                "run peer-death --seed 99999999999999999999999999",
                "run peer-death --seed 1.5",
                "run peer-death --seed one",
                "run peer-death --profile hardend",
                "run peer-death --profile gone.yaml",
                "run peer-death --profile /",
                "run peer-death --set",
                "run peer-death --set nonsense",
                "run peer-death --set =1",
                "run peer-death --set peers.decode.stp=30ms",
                "run peer-death --set peers.decode.step=30",
                "run peer-death --set requests[9].tokens=1",
                "run peer-death --set requests.r9.tokens=1",
                "run peer-death --set requests[0].tokens=[",
                "run peer-death --set peers.decode.step={a:1",
                "run peer-death --set profile.load_timeout_pdd=5s",
                "run peer-death --set profile.load_timeout_pd=soon",
                "run peer-death --set profile.bindings=sometimes",
                "run peer-death --set profile=hardend",
                "run peer-death --profile hardened --set profile.reaped_id_retention=10s",
                "run peer-death --out /proc/kvdrill",
                "run peer-death --out /dev/null",
                "check",
                "check gone.yaml",
                "explain load_timeout_symetric",
                "explain faults.explode",
                "list everything"
            })
    void isRefusedWithStatus2AndNoStackTrace(String line) {
        Cli cli = Cli.run(arguments(line));

        assertThat(cli.status()).as(cli.err()).isEqualTo(2);
        assertThat(cli.err()).isNotBlank().doesNotContain("\tat ", "Exception");
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void namesWhatWasMeant() {
        assertThat(Cli.run("run", "peer-deth").err()).contains("did you mean 'peer-death'?");
        assertThat(Cli.run("run", "peer-death/in-dta").err()).contains("did you mean 'in-data'?");
        assertThat(Cli.run("rnu").err()).contains("did you mean 'run'?");
        assertThat(Cli.run("run", "--profil", "x").err()).contains("did you mean '--profile'?");
        assertThat(Cli.run("run", "peer-death", "--profile", "hardend").err()).contains("did you mean 'hardened'?");
        assertThat(Cli.run("explain", "load_timeout_symetric").err())
                .contains("did you mean 'load_timeout_symmetric' or 'load_timeout_result'?");
    }

    @Test
    void onTheCommandLineIsShownUnderACaret() {
        assertThat(Cli.run("run", "peer-death", "--set", "peers.decode.step=30").err())
                .isEqualTo("""
                        --set:1:19: '30' has no unit
                          1 | peers.decode.step=30
                            |                   ^^
                            write 30s for seconds, 30ms for milliseconds
                        """);
    }

    @Test
    void inSeveralPlacesIsToldAtOnce() {
        Cli cli = Cli.run("run", "peer-deth", "gone.yaml", "--seed", "-1", "--set", "x", "--profile", "hardend");

        assertThat(cli.err())
                .contains("peer-deth", "gone.yaml", "--seed -1", "expected path=value", "--profile hardend");
    }

    @Test
    void ofHundredMegabytesIsRefusedUnread() throws IOException {
        Path large = folder.resolve("large.yaml");
        try (SeekableByteChannel file =
                Files.newByteChannel(large, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.position(100L << 20).write(ByteBuffer.wrap(new byte[] {'\n'}));
        }

        Cli cli = Cli.run("run", large.toString());

        assertThat(cli.status()).isEqualTo(2);
        assertThat(cli.err()).contains("is larger than 4 MiB");
    }

    @Test
    void thatNeverEndsIsRefused() {
        assertThat(Cli.run("run", "/dev/zero").err()).contains("is larger than 4 MiB");
    }

    @Test
    void ofOneFileKeepsTheOthersFromRunning() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.yaml"), "format: 1\nabout: x\npears: {}\n");

        Cli cli = Cli.run("run", "peer-death", bad.toString(), "--json");

        assertThat(cli.status()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void inOneCheckedFileDoesNotHideTheOthers() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.yaml"), "format: 1\nabout: x\npears: {}\n");

        Cli cli = Cli.run("check", bad.toString(), "peer-death");

        assertThat(cli.status()).isEqualTo(2);
        assertThat(cli.out()).contains("peer-death: ok");
        assertThat(cli.err()).contains("did you mean 'peers'?");
    }

    @Test
    void thatIsAnUnwritableFolderIsRefusedBeforeAnythingRuns() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        Cli cli = Cli.run("run", "peer-death", "--out", file.resolve("inside").toString());

        assertThat(cli.status()).isEqualTo(2);
        assertThat(cli.err()).contains("--out ", "cannot be written to");
        assertThat(cli.out()).isEmpty();
    }

    private static String[] arguments(String line) {
        return java.util.Arrays.stream(line.split(" ", -1))
                .map(word -> word.equals("''") ? "" : word)
                .toArray(String[]::new);
    }
}

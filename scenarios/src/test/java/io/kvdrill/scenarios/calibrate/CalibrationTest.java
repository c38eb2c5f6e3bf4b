package io.kvdrill.scenarios.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.scenario.Setting;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.sim.world.DataLink;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.World;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A calibration")
class CalibrationTest {
    private static final long BYTES_PER_SECOND = 4_000_000_000L;
    private static final long LATENCY = 3_000;
    private static final long PER_BLOCK = 200;
    private static final long BASE = 90_000;
    private static final long REGISTRATION = 15;

    /** What a pair with these links would measure. */
    private static Round round(long blockBytes, long blocks) {
        return new Round(
                blockBytes,
                blocks,
                List.of(70_000L, 84_000L, 84_000L, 85_000L, 118_000L),
                many(BASE + blocks * REGISTRATION),
                many(write(blockBytes, 1)),
                many(write(blockBytes, blocks)));
    }

    private static long write(long blockBytes, long blocks) {
        return 2 * LATENCY + blocks * (PER_BLOCK + blockBytes * 1_000_000_000L / BYTES_PER_SECOND);
    }

    private static List<Long> many(long nanos) {
        return Collections.nCopies(5, nanos);
    }

    private static Calibration exact() {
        return new Calibration(List.of(round(4_096, 1_024), round(4_096, 8_192), round(1 << 20, 64)), 1_234_567L, null);
    }

    @Test
    void findsTheLinksThatWouldMeasureSo() {
        Calibration measured = exact();

        assertThat(measured.bytesPerSecond()).isCloseTo(BYTES_PER_SECOND, within(BYTES_PER_SECOND / 1_000));
        assertThat(measured.nanosPerBlock()).isCloseTo(PER_BLOCK, within(2L));
        assertThat(measured.latencyNanos()).isCloseTo(LATENCY, within(2L));
        assertThat(measured.registrationNanosPerBlock()).isEqualTo(REGISTRATION);
        assertThat(measured.registrationBaseNanos()).isEqualTo(BASE);
        assertThat(measured.roundTrips().medianNanos()).isEqualTo(84_000);
    }

    @Test
    void neverFindsTimesBelowNothingHoweverNoisyItIs() {
        Round odd = new Round(4_096, 1_024, many(1), many(500_000), many(90_000), many(80_000));
        Round many = new Round(4_096, 8_192, many(1), many(400_000), many(90_000), many(8_000_000));
        Round large = new Round(1 << 20, 64, many(1), many(1), many(90_000), many(91_000));

        Calibration noisy = new Calibration(List.of(odd, many, large), null, null);

        assertThat(noisy.bytesPerSecond()).isPositive();
        assertThat(noisy.nanosPerBlock()).isNotNegative();
        assertThat(noisy.latencyNanos()).isNotNegative();
        assertThat(noisy.registrationNanosPerBlock()).isZero();
        assertThat(noisy.registrationBaseNanos()).isEqualTo(500_000);
    }

    @Test
    void isAPartThatSaysInAScenarioWhatWasMeasured() {
        String text = LinksFile.of(exact(), List.of("Measured by kvdrill 0, at 2026-11-30T10:00:00Z"));

        World world = world(List.of(), text + "about: links\npeers: {a: {}, b: {}}\n");

        assertThat(text)
                .startsWith("# Measured by kvdrill 0, at 2026-11-30T10:00:00Z\n")
                .contains("5 times; shortest", "its death was noticed after 1.23ms", "its silence was not measured");
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
        assertThat(world.control().rtt()).isEqualTo(new Latency.LogNormal(84_000, 118_000));
        DataLink data = world.data();
        assertThat(data.bytesPerSecond()).isCloseTo(BYTES_PER_SECOND, within(BYTES_PER_SECOND / 100));
        assertThat(data.latency()).isEqualTo(Latency.fixed(LATENCY));
        assertThat(data.nanosPerDescriptor()).isCloseTo(PER_BLOCK, within(2L));
    }

    @Test
    void hasTheSameLinksAsOptionsForAScenarioThatIncludesNothing() {
        String text = LinksFile.of(exact(), List.of("Measured"));
        List<Setting> settings = Pattern.compile("--set (?:'([^']+)'|(\\S+))")
                .matcher(text)
                .results()
                .map(found -> Setting.parse(found.group(1) == null ? found.group(2) : found.group(1)))
                .toList();

        String plain = "about: links\npeers: {a: {}, b: {}}\n";
        World included = world(List.of(), text + plain);
        World set = world(settings, "format: 1\n" + plain);

        assertThat(settings).hasSize(4);
        assertThat(set.control()).isEqualTo(included.control());
        assertThat(set.data()).isEqualTo(included.data());
        assertThat(set.dataPlane()).isEqualTo(included.dataPlane());
    }

    private static World world(List<Setting> settings, String text) {
        return new ScenarioReader(settings)
                .read(Source.of("links.yaml", text), "links", "links.yaml")
                .get(0)
                .world();
    }

    @Test
    void doubtsWhatWasMeasuredWhileTheHostWasBusy() {
        Round busy =
                new Round(4_096, 1_024, List.of(70_000L, 3_000_000L, 3_100_000L), many(1), many(90_000), many(200_000));

        assertThat(exact().doubts()).isEmpty();
        assertThat(new Calibration(List.of(busy, busy), null, null).doubts())
                .containsExactly("the median of round trips of control messages is 3ms, the shortest 70us:"
                        + " the host was busy, so measure again when it is not");
    }
}

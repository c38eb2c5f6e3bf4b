package io.kvdrill.scenarios.format.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Quantities")
class UnitsTest {

    @ParameterizedTest
    @CsvSource({
        "10s, 10000000000",
        "200us, 200000",
        "200µs, 200000",
        "22ms, 22000000",
        "1.5s, 1500000000",
        "59.9s, 59900000000",
        "59.999999999s, 59999999999",
        "1m30s, 90000000000",
        "2 min, 120000000000",
        "24h, 86400000000000",
        "1_000ms, 1000000000",
        "0, 0",
        "0s, 0",
        "1ns, 1"
    })
    void areReadAsNanoseconds(String text, long nanos) throws UnitException {
        assertThat(Units.nanos(text)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @CsvSource({"2MiB, 2097152", "64KiB, 65536", "2MB, 2000000", "512B, 512", "1.5GiB, 1610612736", "0, 0"})
    void areReadAsBytes(String text, long bytes) throws UnitException {
        assertThat(Units.bytes(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"100Gbps, 12500000000", "12.5GB/s, 12500000000", "400Gb/s, 50000000000", "1GiB/s, 1073741824"})
    void areReadAsBytesPerSecond(String text, long bytesPerSecond) throws UnitException {
        assertThat(Units.bytesPerSecond(text)).isEqualTo(bytesPerSecond);
    }

    @ParameterizedTest
    @CsvSource({"29000 tok/s, 29000", "29k tok/s, 29000", "29_000 tokens/s, 29000"})
    void areReadAsTokensPerSecond(String text, long tokens) throws UnitException {
        assertThat(Units.tokensPerSecond(text)).isEqualTo(tokens);
    }

    @Test
    void areReadAsTimePerBlock() throws UnitException {
        assertThat(Units.nanosPer("block", "1us/block")).isEqualTo(1_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "s",
                "10",
                "10 parsecs",
                "-1s",
                "1e9s",
                "ten seconds",
                "10s!",
                "0.1ns",
                "1..5s",
                "NaN",
                "inf",
                "99999999999999999999s",
                "9223372037s",
                "0x10s",
                "1,5s"
            })
    void areRefusedAsTimes(String text) {
        assertThatThrownBy(() -> Units.nanos(text)).isInstanceOf(UnitException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "10sec, 'sec'",
        "22mS, 'ms'",
        "5S, 's'",
    })
    void nameTheUnitThatWasMeant(String text, String expected) {
        assertThatThrownBy(() -> Units.nanos(text))
                .satisfies(e -> assertThat(((UnitException) e).problem() + ((UnitException) e).help())
                        .contains(expected));
    }

    @Test
    void withoutAUnitSayWhatToWrite() {
        assertThatThrownBy(() -> Units.nanos("60"))
                .satisfies(e ->
                        assertThat(((UnitException) e).help()).contains("60s").contains("60ms"));
        assertThatThrownBy(() -> Units.bytes("2M"))
                .satisfies(e ->
                        assertThat(((UnitException) e).help()).contains("MiB").contains("MB"));
    }
}

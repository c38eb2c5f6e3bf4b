package io.kvdrill.core.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeerAddressTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1:5710, 10.0.0.1:5710",
        "prefill-0.pool:80, prefill-0.pool:80",
        "Prefill-0.Pool:80, prefill-0.pool:80",
        "::1:5710, [::1]:5710",
        "[::1]:5710, [::1]:5710",
        "[0:0:0:0:0:0:0:1]:5710, [::1]:5710",
        "[0000:0000:0000:0000:0000:0000:0000:0001]:5710, [::1]:5710",
        "[2001:DB8::A]:5710, [2001:db8::a]:5710",
        "2001:db8:0:0:1:0:0:1:5710, [2001:db8::1:0:0:1]:5710",
        "[2001:db8:0:1:1:1:1:1]:5710, [2001:db8:0:1:1:1:1:1]:5710",
        "[1:0:0:2:0:0:0:3]:1, [1:0:0:2::3]:1",
        "[1:2:3:4:5:6:7::]:1, [1:2:3:4:5:6:7:0]:1",
        "[::]:1, [::]:1",
        "[::ffff:10.0.0.1]:5710, 10.0.0.1:5710",
        "[::FFFF:0a00:0001]:5710, 10.0.0.1:5710",
        "[64:ff9b::10.0.0.1]:5710, [64:ff9b::a00:1]:5710",
        "[fe80::1%eth0]:5710, [fe80::1%eth0]:5710",
        "fe80:0::1%eth0:5710, [fe80::1%eth0]:5710",
        "[2001:db8::1%eth0]:5710, [2001:db8::1]:5710",
    })
    void spellsEachAddressInOneWay(String spelling, String id) {
        assertThat(PeerAddress.canonical(spelling)).isEqualTo(id);
        assertThat(PeerAddress.canonical(id)).isEqualTo(id);
        assertThat(PeerAddress.flawOf(spelling)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "host",
                ":1",
                "host:",
                "host:0",
                "host:65536",
                "host:x",
                "host:+1",
                "ho st:1",
                "h\u0000:1",
                "h\u00f6st:1",
                "[]:1",
                "[::1:1",
                "::1]:1",
                "1::2::3:80",
                "[1:2:3]:80",
                "[1:2:3:4:5:6:7:8:9]:80",
                "[12345::]:80",
                "[::1%]:80",
                "[fe80::1%a/b]:80",
                "[::10.0.0]:80",
                "[10.0.0.1::]:80",
                "010.0.0.1:80",
                "127.1:80",
                "256.0.0.1:80",
                "2130706433:80"
            })
    void refusesWhatIsNoAddressAndLeavesItAsItIs(String text) {
        assertThat(PeerAddress.flawOf(text)).isNotBlank();
        assertThat(PeerAddress.canonical(text)).isEqualTo(text);
        assertThatThrownBy(() -> PeerAddress.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void tellsNamesFromAddresses() {
        assertThat(PeerAddress.parse("10.0.0.1:1").isLiteral()).isTrue();
        assertThat(PeerAddress.parse("[::1]:1").isLiteral()).isTrue();
        assertThat(PeerAddress.parse("[::1]:1").isIpv6()).isTrue();
        assertThat(PeerAddress.parse("localhost:1").isLiteral()).isFalse();
    }
}

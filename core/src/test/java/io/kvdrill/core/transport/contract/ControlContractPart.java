package io.kvdrill.core.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.core.protocol.MessageCodec;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** What the parts of the control transport's contract share. */
interface ControlContractPart {

    /** The network of the running test, and the peers that it has opened. */
    final class Lab {
        final ControlTransportFixture fixture;
        final Map<Integer, ControlPeer> peers = new LinkedHashMap<>();

        Lab(ControlTransportFixture fixture) {
            this.fixture = fixture;
        }
    }

    Lab lab();

    default ControlTransportFixture fixture() {
        return lab().fixture;
    }

    default ControlPeer open(int peer) {
        ControlPeer opened = new ControlPeer(fixture().open(peer));
        lab().peers.put(peer, opened);
        return opened;
    }

    default void kill(int peer) {
        fixture().kill(peer);
        remove(peer);
    }

    /** From now on the peer is polled no more. */
    default void remove(int peer) {
        lab().peers.remove(peer);
    }

    default void require(ControlCapability capability) {
        assumeTrue(
                fixture().capabilities().contains(capability),
                () -> "not exercised: the transport does not declare " + capability);
    }

    default void until(BooleanSupplier condition) {
        until(condition, fixture().patience());
    }

    default void until(BooleanSupplier condition, int patience) {
        for (int i = 0; i < patience && !condition.getAsBoolean(); i++) {
            pass();
        }
        assertThat(condition.getAsBoolean()).as("what was waited for has come").isTrue();
    }

    default void passes(int times) {
        for (int i = 0; i < times; i++) {
            pass();
        }
    }

    /** Lets time pass while no peer polls. */
    default void passUnpolled(int times) {
        for (int i = 0; i < times; i++) {
            fixture().pass();
        }
    }

    default void pass() {
        fixture().pass();
        List.copyOf(lab().peers.values()).forEach(ControlPeer::poll);
    }

    static byte[] frame(long number) {
        return MessageCodec.encode(ControlPeer.numbered(number));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

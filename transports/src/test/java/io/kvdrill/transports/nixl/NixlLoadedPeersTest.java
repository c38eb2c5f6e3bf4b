package io.kvdrill.transports.nixl;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.Registration.State;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** What NIXL keeps of peers, on the double or on a real one. */
class NixlLoadedPeersTest {
    @TempDir
    private Path directory;

    private final Map<Long, Boolean> ended = new LinkedHashMap<>();
    private NixlFixture fixture;
    private NixlDataTransport writer;
    private NixlDataTransport target;

    @BeforeEach
    void open() {
        fixture = new NixlFixture(directory);
        writer = (NixlDataTransport) fixture.open(0);
        target = (NixlDataTransport) fixture.open(1);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private NixlRegistration registered() {
        Registration registration = writer.register(fixture.id(1), target.region(), RegistrationMode.INLINE);
        assertThat(registration.state()).as(registration.failure()).isEqualTo(State.READY);
        return (NixlRegistration) registration;
    }

    private static String agentOf(NixlRegistration registration) {
        return Objects.requireNonNull(registration.blocks()).agentName();
    }

    private void until(BooleanSupplier condition) {
        fixture.until(condition, () -> writer.collectAll(ended::put));
    }

    @Test
    void dropsAPeerWithItsLastRegistration() {
        NixlRegistration first = registered();
        NixlRegistration second = registered();
        String agent = agentOf(first);
        writer.remove(second);
        writer.remove(first);

        until(() -> writer.loadedPeers() == 0);

        assertThat(writer.hasLoaded(agent)).isFalse();
    }

    @Test
    void keepsAPeerThatIsRegisteredOnceMore() {
        NixlRegistration first = registered();
        NixlRegistration second = registered();
        String agent = agentOf(first);
        writer.remove(first);
        until(() -> first.blocks() == null);
        fixture.fill(0, 3, 7);
        long transfer = writer.write(second, SlotList.of(3), SlotList.of(4));
        until(() -> ended.containsKey(transfer));

        assertThat(ended).containsEntry(transfer, true);
        assertThat(fixture.content(1, 4)).isEqualTo(7);
        assertThat(writer.hasLoaded(agent)).isTrue();
    }

    @Test
    void loadsAPeerAgainThatWasDropped() {
        writer.remove(registered());
        until(() -> writer.loadedPeers() == 0);
        NixlRegistration again = registered();
        fixture.fill(0, 3, 7);
        long transfer = writer.write(again, SlotList.of(3), SlotList.of(4));
        until(() -> ended.containsKey(transfer));

        assertThat(ended).containsEntry(transfer, true);
        assertThat(fixture.content(1, 4)).isEqualTo(7);
    }

    @Test
    @DisabledIfEnvironmentVariable(
            named = "KVDRILL_NIXL_LIB",
            matches = ".+",
            disabledReason = "needs the double's knobs")
    void keepsAPeerWhileAWriteToItIsInFlight() {
        NixlRegistration registration = registered();
        String agent = agentOf(registration);
        fixture.turn(0, "stall");
        long transfer = writer.write(registration, SlotList.of(0), SlotList.of(0));
        writer.remove(registration);
        for (int i = 0; i < 20; i++) {
            fixture.pass();
        }
        assertThat(writer.hasLoaded(agent)).isTrue();
        fixture.turn(0);
        until(() -> ended.containsKey(transfer) && writer.loadedPeers() == 0);

        assertThat(ended).containsEntry(transfer, true);
        assertThat(writer.hasLoaded(agent)).isFalse();
    }

    @Test
    @DisabledIfEnvironmentVariable(
            named = "KVDRILL_NIXL_LIB",
            matches = ".+",
            disabledReason = "needs the double's knobs")
    void dropsNothingWhileAnotherPeersMetadataHangs() {
        NixlRegistration registration = registered();
        String agent = agentOf(registration);
        fixture.turn(0, "hang_load");
        Registration hanging = writer.register("10.0.0.8:1", target.region(), RegistrationMode.BACKGROUND);
        until(() -> writer.loadingPeers() == 1);
        writer.remove(registration);
        for (int i = 0; i < 20; i++) {
            fixture.pass();
        }
        assertThat(hanging.state()).isEqualTo(State.PENDING);
        assertThat(writer.hasLoaded(agent)).isTrue();
    }
}

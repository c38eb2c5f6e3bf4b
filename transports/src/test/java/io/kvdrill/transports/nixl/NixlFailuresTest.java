package io.kvdrill.transports.nixl;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.Registration.State;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** What NIXL may answer, by the double's knobs. */
@DisabledIfEnvironmentVariable(named = "KVDRILL_NIXL_LIB", matches = ".+", disabledReason = "needs the double's knobs")
class NixlFailuresTest {
    @TempDir
    private Path directory;

    private final Map<Long, Boolean> ended = new LinkedHashMap<>();
    private NixlFixture fixture;
    private NixlDataTransport writer;
    private DataTransport target;

    @BeforeEach
    void open() {
        fixture = new NixlFixture(directory);
        writer = (NixlDataTransport) fixture.open(0);
        target = fixture.open(1);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Registration ready() {
        Registration registration = writer.register(fixture.id(1), target.region(), RegistrationMode.INLINE);
        assertThat(registration.state()).as(registration.failure()).isEqualTo(State.READY);
        return registration;
    }

    private long write(Registration registration, int slot) {
        return writer.write(registration, SlotList.of(slot), SlotList.of(slot));
    }

    private void until(BooleanSupplier condition) {
        fixture.until(condition, () -> writer.collectAll(ended::put));
    }

    @Test
    void trustsWhatPostSays() {
        Registration registration = ready();
        fixture.turn(0, "fail_post");
        long transfer = write(registration, 0);
        until(() -> ended.containsKey(transfer));

        assertThat(ended).containsEntry(transfer, false);
    }

    @Test
    void reportsAWriteThatFails() {
        Registration registration = ready();
        fixture.turn(0, "fail");
        long transfer = write(registration, 0);
        until(() -> ended.containsKey(transfer));

        assertThat(ended).containsEntry(transfer, false);
    }

    @Test
    void failsEveryWriteToAPeerThatNixlDropped() {
        Registration registration = ready();
        fixture.turn(0, "stall");
        List<Long> transfers = List.of(write(registration, 0), write(registration, 1), write(registration, 2));
        fixture.turn(0, "drop");
        until(() -> ended.size() == 3);

        transfers.forEach(transfer -> assertThat(ended).containsEntry(transfer, false));
    }

    @Test
    void tellsEndsInTheOrderInWhichTheyCome() {
        Registration registration = ready();
        fixture.turn(0, "stall", "reorder");
        long first = write(registration, 0);
        long second = write(registration, 1);
        for (int i = 0; i < 20; i++) {
            fixture.pass();
        }
        fixture.turn(0, "reorder");
        until(() -> ended.size() == 2);

        assertThat(ended).containsOnly(Map.entry(first, true), Map.entry(second, true));
    }

    @Test
    void letsACancelledWriteThatWasPostedGoOnAndReportsNothing() {
        Registration registration = ready();
        fixture.fill(0, 0, 7);
        fixture.turn(0, "stall");
        long transfer = write(registration, 0);
        until(() -> writer.blocksPosted(transfer) == 1);
        assertThat(writer.cancel(List.of(transfer), CancelMode.IMMEDIATE)).isEmpty();
        fixture.turn(0);
        until(() -> fixture.content(1, 0) == 7);

        assertThat(ended).isEmpty();
    }

    @Test
    void registersOthersWhileOnePeersMetadataHangs() {
        fixture.turn(0, "hang_load");
        Registration hanging = writer.register("10.0.0.8:1", target.region(), RegistrationMode.BACKGROUND);
        for (int i = 0; i < 20; i++) {
            fixture.pass();
        }
        assertThat(hanging.state()).isEqualTo(State.PENDING);
        fixture.turn(0);
        assertThat(ready().state()).isEqualTo(State.READY);
    }
}

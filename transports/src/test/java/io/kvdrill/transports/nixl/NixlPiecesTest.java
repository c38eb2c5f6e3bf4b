package io.kvdrill.transports.nixl;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.Registration.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** Writes that are several requests, on the double or on a real NIXL. */
class NixlPiecesTest {
    private static final SlotList FROM = SlotList.of(0, 1, 2, 3, 4, 5, 6);
    private static final SlotList TO = SlotList.of(7, 6, 5, 4, 3, 2, 1);
    private static final int PIECE_BLOCKS = 2;

    @TempDir
    private Path directory;

    private final List<Map.Entry<Long, Boolean>> ended = new ArrayList<>();
    private NixlFixture fixture;
    private NixlDataTransport writer;
    private Registration target;

    @BeforeEach
    void open() {
        fixture = new NixlFixture(directory);
        writer = fixture.openInPieces(0, PIECE_BLOCKS);
        target = writer.register(fixture.id(1), fixture.open(1).region(), RegistrationMode.INLINE);
        assertThat(target.state()).as(target.failure()).isEqualTo(State.READY);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void until(BooleanSupplier condition) {
        fixture.until(condition, this::collect);
    }

    private void collect() {
        writer.collectAll((transfer, success) -> ended.add(Map.entry(transfer, success)));
    }

    private void untilNothingElseCan() {
        for (int i = 0; i < 20; i++) {
            fixture.pass();
            collect();
        }
    }

    @Test
    void writeEveryBlockWhereItBelongsAndEndOnce() {
        for (int i = 0; i < FROM.size(); i++) {
            fixture.fill(0, (int) FROM.get(i), 100 + i);
        }
        long transfer = writer.write(target, FROM, TO);
        until(() -> !ended.isEmpty());
        untilNothingElseCan();

        assertThat(ended).containsExactly(Map.entry(transfer, true));
        for (int i = 0; i < TO.size(); i++) {
            assertThat(fixture.content(1, (int) TO.get(i))).isEqualTo(100 + i);
        }
    }

    @Test
    @DisabledIfEnvironmentVariable(
            named = "KVDRILL_NIXL_LIB",
            matches = ".+",
            disabledReason = "needs the double's knobs")
    void tellHowFarTheyAreByWholePieces() {
        long pieceBytes = PIECE_BLOCKS * writer.region().blockBytes();
        fixture.turn(0, "stall");
        long transfer = writer.write(target, FROM, TO);
        for (int i = 0; i < 20; i++) {
            fixture.pass();
        }
        assertThat(writer.bytesWritten(transfer)).isZero();
        fixture.turn(0);
        List<Long> seen = new ArrayList<>();
        for (int i = 0;
                i < 5_000 && writer.bytesWritten(transfer) < 7 * writer.region().blockBytes();
                i++) {
            seen.add(writer.bytesWritten(transfer));
            fixture.pass();
        }

        assertThat(writer.bytesWritten(transfer)).isEqualTo(7 * writer.region().blockBytes());
        assertThat(seen)
                .isSorted()
                .allSatisfy(bytes -> assertThat(bytes % pieceBytes)
                        .as("%d of pieces of %d", bytes, pieceBytes)
                        .isIn(0L, writer.region().blockBytes()));
        until(() -> !ended.isEmpty());
        assertThat(writer.bytesWritten(transfer)).as("of a write that is over").isEqualTo(-1);
    }

    @Test
    @DisabledIfEnvironmentVariable(
            named = "KVDRILL_NIXL_LIB",
            matches = ".+",
            disabledReason = "needs the double's knobs")
    void areTwoAtATimeAndNoMoreOnceTheWriteIsCancelled() {
        for (int i = 0; i < FROM.size(); i++) {
            fixture.fill(0, (int) FROM.get(i), 100 + i);
        }
        fixture.turn(0, "stall");
        long transfer = writer.write(target, FROM, TO);
        until(() -> writer.blocksPosted(transfer) == 2 * PIECE_BLOCKS);
        writer.cancel(List.of(transfer), CancelMode.IMMEDIATE);
        fixture.turn(0);
        until(() -> fixture.content(1, (int) TO.get(3)) == 103);
        untilNothingElseCan();

        for (int i = 4; i < TO.size(); i++) {
            assertThat(fixture.content(1, (int) TO.get(i))).isZero();
        }
        assertThat(ended).isEmpty();
    }

    @Test
    @DisabledIfEnvironmentVariable(
            named = "KVDRILL_NIXL_LIB",
            matches = ".+",
            disabledReason = "needs the double's knobs")
    void failOnceWhereAPieceFails() {
        fixture.turn(0, "fail");
        long failing = writer.write(target, FROM, TO);
        until(() -> !ended.isEmpty());
        fixture.turn(0, "fail_post");
        long refused = writer.write(target, FROM, TO);
        until(() -> ended.size() > 1);
        untilNothingElseCan();

        assertThat(ended).containsExactly(Map.entry(failing, false), Map.entry(refused, false));
    }
}

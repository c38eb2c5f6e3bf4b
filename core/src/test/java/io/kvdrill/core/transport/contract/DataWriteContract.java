package io.kvdrill.core.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.Registration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a data transport promises of writes and of cancelling them (parity A169-A180, A182). */
interface DataWriteContract extends DataContractPart {

    @Test
    default void writesTheBlocksAskedForAndNoOther() {
        Registration registration = ready(1);
        fixture().fill(0, 2, 22);
        fixture().fill(0, 5, 55);
        fixture().fill(1, 4, 99);
        long transfer = writer().write(registration, SlotList.of(2, 5), SlotList.of(7, 0));
        until(() -> told().ended.containsKey(transfer));

        assertThat(told().ended).containsEntry(transfer, true);
        assertThat(contents(1)).isEqualTo(contentsWith(Map.of(7, 22L, 4, 99L, 0, 55L)));
        assertThat(contents(0)).isEqualTo(contentsWith(Map.of(2, 22L, 5, 55L)));
    }

    @Test
    default void namesEveryTransferOnceAndDifferently() {
        Registration registration = ready(1);
        Set<Long> ids = new LinkedHashSet<>();
        for (int i = 0; i < 20; i++) {
            long transfer = writer().write(registration, SlotList.of(0), SlotList.of(0));
            assertThat(transfer).isNotEqualTo(DataTransport.REFUSED);
            assertThat(ids.add(transfer)).isTrue();
            if (i % 7 == 0) {
                pass();
            }
        }
        until(() -> told().ended.size() == 20);
        assertThat(told().ended.keySet()).isEqualTo(ids);
        passes(5);
        assertThat(told().ended).hasSize(20);
    }

    @Test
    default void collectsForOneRegistrationOnly() { // invariant 37
        DataTransport other = fixture().open(2);
        Registration toTarget = ready(1);
        Registration toOther = writer().register(fixture().id(2), other.region(), RegistrationMode.INLINE);
        long first = writer().write(toTarget, SlotList.of(0), SlotList.of(0));
        long second = writer().write(toOther, SlotList.of(0), SlotList.of(0));
        for (int i = 0; i < fixture().patience() && told().withCompletions.size() < 2; i++) {
            fixture().pass();
            writer().poll(told());
        }
        assertThat(told().withCompletions).contains(toTarget, toOther);

        writer().collect(toOther, told()::onCompletion);
        assertThat(told().ended.keySet()).containsExactly(second);
        writer().collect(toTarget, told()::onCompletion);
        assertThat(told().ended.keySet()).containsExactly(second, first);
    }

    @Test
    default void collectsEverythingForAShutdown() {
        DataTransport other = fixture().open(2);
        Registration toTarget = ready(1);
        Registration toOther = writer().register(fixture().id(2), other.region(), RegistrationMode.INLINE);
        long first = writer().write(toTarget, SlotList.of(0), SlotList.of(0));
        long second = writer().write(toOther, SlotList.of(0), SlotList.of(0));
        for (int i = 0; i < fixture().patience() && told().ended.size() < 2; i++) {
            fixture().pass();
            writer().collectAll(told()::onCompletion);
        }

        assertThat(told().ended).containsOnly(Map.entry(first, true), Map.entry(second, true));
    }

    @Test
    default void startsNothingForSlotsThatAreNotThere() {
        Registration registration = ready(1);
        fixture().fill(0, 0, 11);
        for (SlotList bad : List.of(SlotList.of(fixture().slots()), SlotList.of(-1), SlotList.of(1L << 40))) {
            assertStartsNothing(registration, bad, SlotList.of(0));
            assertStartsNothing(registration, SlotList.of(0), bad);
        }
        passes(5);

        assertThat(told().ended).isEmpty();
        assertThat(contents(1)).isEqualTo(contentsWith(Map.of()));
    }

    @Test
    default void reportsNothingWhereNothingRuns() {
        Registration registration = ready(1);
        passes(3);
        writer().collect(registration, told()::onCompletion);
        writer().collectAll(told()::onCompletion);

        assertThat(told().withCompletions).isEmpty();
        assertThat(told().fenced).isEmpty();
        assertThat(told().ended).isEmpty();
    }

    @Test
    default void goesOnWithTransfersOfARemovedRegistration() {
        assumeAble(DataAbility.HOLDS_WRITES);
        Registration registration = ready(1);
        fixture().fill(0, 0, 11);
        Runnable release = fixture().holdWrites(0);
        long transfer = writer().write(registration, SlotList.of(0), SlotList.of(3));
        passes(3);
        writer().remove(registration);
        assertThat(told().ended).isEmpty();

        release.run();
        until(() -> told().ended.containsKey(transfer));
        assertThat(fixture().content(1, 3)).isEqualTo(11);
    }

    @Test
    default void forgetsWhatIsCancelledAtOnce() {
        Registration registration = ready(1);
        long transfer = writer().write(registration, SlotList.of(0), SlotList.of(0));

        assertThat(writer().cancel(List.of(transfer, 123_456L), CancelMode.IMMEDIATE))
                .isEmpty();
        passes(fixture().patience());

        assertThat(told().ended).isEmpty();
        assertThat(writer().bytesWritten(transfer)).isEqualTo(-1);
    }

    @Test
    default void ignoresUnknownTransfersWhenCancelling() {
        assertThat(writer().cancel(List.of(1L, DataTransport.REFUSED), CancelMode.WAIT))
                .isEmpty();
        assertThat(writer().cancel(List.of(), CancelMode.IMMEDIATE)).isEmpty();
    }

    @Test
    default void namesWhatAWaitingCancelHasToWaitFor() {
        assumeAble(DataAbility.HOLDS_WRITES);
        assumeTrue(!writer().capabilities().cancelStopsBytes(), "not exercised: a cancel stops everything");
        Registration registration = ready(1);
        Runnable release = fixture().holdWrites(0);
        long first = writer().write(registration, SlotList.of(0), SlotList.of(0));
        long second = writer().write(registration, SlotList.of(1), SlotList.of(1));
        passes(3);

        assertThat(writer().cancel(List.of(second, 77_777L, first), CancelMode.WAIT))
                .containsExactly(second, first);
        release.run();
        until(() -> told().ended.size() == 2);
        assertThat(told().ended).containsOnlyKeys(first, second);
    }

    @Test
    default void forgetsWhatHasEndedWhenCancelling() {
        Registration registration = ready(1);
        long transfer = writer().write(registration, SlotList.of(0), SlotList.of(0));
        for (int i = 0; i < fixture().patience() && !told().withCompletions.contains(registration); i++) {
            fixture().pass();
            writer().poll(told());
        }
        assertThat(told().withCompletions).contains(registration);

        assertThat(writer().cancel(List.of(transfer), CancelMode.WAIT)).isEmpty();
        passes(3);
        assertThat(told().ended).isEmpty();
    }

    @Test
    default void landsNoByteAfterACancelThatStopsBytes() {
        assumeAble(DataAbility.HOLDS_WRITES);
        assumeTrue(writer().capabilities().cancelStopsBytes(), "not exercised: a cancel stops no byte");
        Registration registration = ready(1);
        fixture().fill(0, 0, 11);
        Runnable release = fixture().holdWrites(0);
        long transfer = writer().write(registration, SlotList.of(0), SlotList.of(0));
        passes(3);

        assertThat(writer().cancel(List.of(transfer), CancelMode.WAIT)).isEmpty();
        release.run();
        passes(fixture().patience());
        assertThat(fixture().content(1, 0)).isZero();
        assertThat(told().ended).isEmpty();
    }

    @Test
    default void knowsItsProgressOrSaysThatItDoesNot() {
        Registration registration = ready(1);
        if (!writer().capabilities().knowsProgress()) {
            long transfer = writer().write(registration, SlotList.of(0), SlotList.of(0));
            assertThat(writer().bytesWritten(transfer)).isEqualTo(-1);
            return;
        }
        assumeAble(DataAbility.HOLDS_WRITES);
        Runnable release = fixture().holdWrites(0);
        long transfer = writer().write(registration, SlotList.of(0, 1), SlotList.of(0, 1));
        passes(3);
        long before = writer().bytesWritten(transfer);
        release.run();
        List<Long> seen = new ArrayList<>(List.of(before));
        for (int i = 0; i < fixture().patience(); i++) {
            fixture().pass();
            seen.add(writer().bytesWritten(transfer));
        }

        assertThat(seen).isSorted();
        assertThat(seen.get(seen.size() - 1)).isEqualTo(2 * writer().region().blockBytes());
    }

    @Test
    default void doesNotTouchTheMemoryOfALaterLife() { // law I8
        assumeAble(DataAbility.RESTARTS);
        Registration registration = ready(1);
        fixture().fill(0, 0, 11);
        fixture().kill(1);
        reopenTarget();
        writeAndForget(registration, SlotList.of(0), SlotList.of(0));
        passes(fixture().patience());
        assertThat(fixture().content(1, 0)).isZero();

        Registration renewed = ready(1);
        long transfer = writer().write(renewed, SlotList.of(0), SlotList.of(0));
        until(() -> told().ended.containsKey(transfer));
        assertThat(told().ended).containsEntry(transfer, true);
        assertThat(fixture().content(1, 0)).isEqualTo(11);
    }

    @Test
    default void closesOnceAndDoesNothingAfterwards() { // parity A182
        Registration registration = ready(1);
        assertThatCode(() -> {
                    writer().close();
                    writer().close();
                    writer().poll(told());
                })
                .doesNotThrowAnyException();
        assertThat(writer().write(registration, SlotList.of(0), SlotList.of(0))).isEqualTo(DataTransport.REFUSED);
    }
}

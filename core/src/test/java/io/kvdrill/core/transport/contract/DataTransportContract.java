package io.kvdrill.core.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataCapabilities;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.Registration.State;
import io.kvdrill.core.transport.WriteFailedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** What every data transport promises; see {@link io.kvdrill.core.transport.DataTransport}. */
public abstract class DataTransportContract {
    private DataTransportFixture fixture;
    private DataTransport writer;
    private DataTransport target;
    private final Told told = new Told();

    /** What polls and collects have said. */
    private static final class Told implements DataTransport.Listener {
        final Set<Registration> withCompletions = new LinkedHashSet<>();
        final Set<Registration> settled = new LinkedHashSet<>();
        final Set<Registration> fenced = new LinkedHashSet<>();
        final Map<Long, Boolean> ended = new LinkedHashMap<>();

        @Override
        public void onCompletions(Registration registration) {
            withCompletions.add(registration);
        }

        @Override
        public void onRegistrationSettled(Registration registration) {
            assertThat(registration.state()).isNotEqualTo(State.PENDING);
            assertThat(settled.add(registration)).as("is settled once").isTrue();
        }

        @Override
        public void onFenced(Registration registration) {
            assertThat(fenced.add(registration)).as("is fenced once").isTrue();
        }

        void onCompletion(long transfer, boolean success) {
            assertThat(ended.put(transfer, success)).as("had been reported").isNull();
        }
    }

    /** New transports for one test. */
    protected abstract DataTransportFixture newFixture();

    @BeforeEach
    void openFixture() {
        fixture = newFixture();
        writer = fixture.open(0);
        target = fixture.open(1);
    }

    @AfterEach
    void closeFixture() {
        fixture.close();
    }

    @Test
    void saysWhatIsNotExercised(TestReporter reporter) {
        for (DataAbility ability : DataAbility.values()) {
            if (!fixture.abilities().contains(ability)) {
                reporter.publishEntry("not exercised", ability.name());
            }
        }
        DataCapabilities capabilities = writer.capabilities();
        reporter.publishEntry("declared", capabilities.toString());
        assertThat(writer.capabilities()).as("constant").isEqualTo(capabilities);
    }

    // ---- registering (parity A161, A165-A168, A181) --------------------------------------------------------------

    @Test
    void announcesItsRegion() {
        assertThat(writer.region().blockCount()).isEqualTo(fixture.slots());
        assertThat(writer.region().blockBytes()).isPositive();
        assertThat(writer.region().agentMetadata()).isNotEqualTo(target.region().agentMetadata());
        assertThat(writer.region()).isEqualTo(writer.region());
    }

    @Test
    void isReadyWhenAnInlineRegistrationReturns() {
        Registration registration = writer.register(fixture.id(1), target.region(), RegistrationMode.INLINE);

        assertThat(registration.state()).isEqualTo(State.READY);
        assertThat(registration.peer()).isEqualTo(fixture.id(1));
        assertThat(registration.failure()).isNull();
    }

    @Test
    void settlesABackgroundRegistrationDuringAPoll() {
        Registration registration = writer.register(fixture.id(1), target.region(), RegistrationMode.BACKGROUND);
        if (fixture.abilities().contains(DataAbility.SLOW_REGISTRATION)) {
            assertThat(registration.state()).isEqualTo(State.PENDING);
            assertThat(writer.write(registration, SlotList.of(0), SlotList.of(0)))
                    .isEqualTo(DataTransport.REFUSED);
        }
        until(() -> told.settled.contains(registration));

        assertThat(registration.state()).isEqualTo(State.READY);
    }

    @Test
    void refusesAPeerWhoseMetadataItCannotRead() {
        MemoryRegion garbage = new MemoryRegion(Bytes.ofHex("00ff00"), 0, 8, 4096);
        Registration inline = writer.register("10.9.9.9:1", garbage, RegistrationMode.INLINE);
        assertThat(inline.state()).isIn(State.REJECTED, State.FAILED);
        assertThat(inline.failure()).isNotBlank();

        Registration background = writer.register("10.9.9.9:1", garbage, RegistrationMode.BACKGROUND);
        until(() -> told.settled.contains(background));
        assertThat(background.state()).isIn(State.REJECTED, State.FAILED);
        assertThat(background.failure()).isNotBlank();
        assertThat(writer.write(background, SlotList.of(0), SlotList.of(0))).isEqualTo(DataTransport.REFUSED);
    }

    @Test
    void countsGenerationsUpWithEveryRegistrationAndRemoval() {
        Registration first = ready(1);
        Registration second = ready(1);
        writer.remove(second);
        Registration third = ready(1);

        assertThat(second.generation()).isGreaterThan(first.generation());
        assertThat(third.generation()).isGreaterThan(second.generation() + 1);
    }

    @Test
    void letsALaterRegistrationSupersedeOneThatIsPending() {
        assumeAble(DataAbility.SLOW_REGISTRATION);
        Registration first = writer.register(fixture.id(1), target.region(), RegistrationMode.BACKGROUND);
        Registration second = writer.register(fixture.id(1), target.region(), RegistrationMode.BACKGROUND);
        until(() -> told.settled.contains(first) && told.settled.contains(second));

        assertThat(first.state()).isEqualTo(State.SUPERSEDED);
        assertThat(second.state()).isEqualTo(State.READY);
    }

    @Test
    void letsARemovalSupersedeARegistrationThatIsPending() {
        assumeAble(DataAbility.SLOW_REGISTRATION);
        Registration pending = writer.register(fixture.id(1), target.region(), RegistrationMode.BACKGROUND);
        writer.remove(pending);
        until(() -> told.settled.contains(pending));

        assertThat(pending.state()).isEqualTo(State.SUPERSEDED);
    }

    @Test
    void refusesToWriteByARemovedRegistration() {
        Registration registration = ready(1);
        writer.remove(registration);
        writer.remove(registration);

        assertThat(registration.state()).isEqualTo(State.REMOVED);
        assertThat(writer.write(registration, SlotList.of(0), SlotList.of(0))).isEqualTo(DataTransport.REFUSED);
    }

    // ---- writing (parity A169-A175) ------------------------------------------------------------------------------

    @Test
    void writesTheBlocksAskedForAndNoOther() {
        Registration registration = ready(1);
        fixture.fill(0, 2, 22);
        fixture.fill(0, 5, 55);
        fixture.fill(1, 4, 99);
        long transfer = writer.write(registration, SlotList.of(2, 5), SlotList.of(7, 0));
        until(() -> told.ended.containsKey(transfer));

        assertThat(told.ended).containsEntry(transfer, true);
        assertThat(contents(1)).isEqualTo(contentsWith(Map.of(7, 22L, 4, 99L, 0, 55L)));
        assertThat(contents(0)).isEqualTo(contentsWith(Map.of(2, 22L, 5, 55L)));
    }

    @Test
    void namesEveryTransferOnceAndDifferently() {
        Registration registration = ready(1);
        Set<Long> ids = new LinkedHashSet<>();
        for (int i = 0; i < 20; i++) {
            long transfer = writer.write(registration, SlotList.of(0), SlotList.of(0));
            assertThat(transfer).isNotEqualTo(DataTransport.REFUSED);
            assertThat(ids.add(transfer)).isTrue();
            if (i % 7 == 0) {
                pass();
            }
        }
        until(() -> told.ended.size() == 20);
        assertThat(told.ended.keySet()).isEqualTo(ids);
        passes(5);
        assertThat(told.ended).hasSize(20);
    }

    @Test
    void collectsForOneRegistrationOnly() { // invariant 37
        DataTransport other = fixture.open(2);
        Registration toTarget = ready(1);
        Registration toOther = writer.register(fixture.id(2), other.region(), RegistrationMode.INLINE);
        long first = writer.write(toTarget, SlotList.of(0), SlotList.of(0));
        long second = writer.write(toOther, SlotList.of(0), SlotList.of(0));
        for (int i = 0; i < fixture.patience() && told.withCompletions.size() < 2; i++) {
            fixture.pass();
            writer.poll(told);
        }
        assertThat(told.withCompletions).contains(toTarget, toOther);

        writer.collect(toOther, told::onCompletion);
        assertThat(told.ended.keySet()).containsExactly(second);
        writer.collect(toTarget, told::onCompletion);
        assertThat(told.ended.keySet()).containsExactly(second, first);
    }

    @Test
    void collectsEverythingForAShutdown() {
        DataTransport other = fixture.open(2);
        Registration toTarget = ready(1);
        Registration toOther = writer.register(fixture.id(2), other.region(), RegistrationMode.INLINE);
        long first = writer.write(toTarget, SlotList.of(0), SlotList.of(0));
        long second = writer.write(toOther, SlotList.of(0), SlotList.of(0));
        for (int i = 0; i < fixture.patience() && told.ended.size() < 2; i++) {
            fixture.pass();
            writer.collectAll(told::onCompletion);
        }

        assertThat(told.ended).containsOnly(Map.entry(first, true), Map.entry(second, true));
    }

    @Test
    void startsNothingForSlotsThatAreNotThere() {
        Registration registration = ready(1);
        fixture.fill(0, 0, 11);
        for (SlotList bad : List.of(SlotList.of(fixture.slots()), SlotList.of(-1), SlotList.of(1L << 40))) {
            assertStartsNothing(registration, bad, SlotList.of(0));
            assertStartsNothing(registration, SlotList.of(0), bad);
        }
        passes(5);

        assertThat(told.ended).isEmpty();
        assertThat(contents(1)).isEqualTo(contentsWith(Map.of()));
    }

    @Test
    void reportsNothingWhereNothingRuns() {
        Registration registration = ready(1);
        passes(3);
        writer.collect(registration, told::onCompletion);
        writer.collectAll(told::onCompletion);

        assertThat(told.withCompletions).isEmpty();
        assertThat(told.fenced).isEmpty();
        assertThat(told.ended).isEmpty();
    }

    @Test
    void goesOnWithTransfersOfARemovedRegistration() {
        assumeAble(DataAbility.HOLDS_WRITES);
        Registration registration = ready(1);
        fixture.fill(0, 0, 11);
        Runnable release = fixture.holdWrites(0);
        long transfer = writer.write(registration, SlotList.of(0), SlotList.of(3));
        passes(3);
        writer.remove(registration);
        assertThat(told.ended).isEmpty();

        release.run();
        until(() -> told.ended.containsKey(transfer));
        assertThat(fixture.content(1, 3)).isEqualTo(11);
    }

    // ---- cancelling (parity A176-A180) ---------------------------------------------------------------------------

    @Test
    void forgetsWhatIsCancelledAtOnce() {
        Registration registration = ready(1);
        long transfer = writer.write(registration, SlotList.of(0), SlotList.of(0));

        assertThat(writer.cancel(List.of(transfer, 123_456L), CancelMode.IMMEDIATE))
                .isEmpty();
        passes(fixture.patience());

        assertThat(told.ended).isEmpty();
        assertThat(writer.bytesWritten(transfer)).isEqualTo(-1);
    }

    @Test
    void ignoresUnknownTransfersWhenCancelling() {
        assertThat(writer.cancel(List.of(1L, DataTransport.REFUSED), CancelMode.WAIT))
                .isEmpty();
        assertThat(writer.cancel(List.of(), CancelMode.IMMEDIATE)).isEmpty();
    }

    @Test
    void namesWhatAWaitingCancelHasToWaitFor() {
        assumeAble(DataAbility.HOLDS_WRITES);
        assumeTrue(!writer.capabilities().cancelStopsBytes(), "not exercised: a cancel stops everything");
        Registration registration = ready(1);
        Runnable release = fixture.holdWrites(0);
        long first = writer.write(registration, SlotList.of(0), SlotList.of(0));
        long second = writer.write(registration, SlotList.of(1), SlotList.of(1));
        passes(3);

        assertThat(writer.cancel(List.of(second, 77_777L, first), CancelMode.WAIT))
                .containsExactly(second, first);
        release.run();
        until(() -> told.ended.size() == 2);
        assertThat(told.ended).containsOnlyKeys(first, second);
    }

    @Test
    void forgetsWhatHasEndedWhenCancelling() {
        Registration registration = ready(1);
        long transfer = writer.write(registration, SlotList.of(0), SlotList.of(0));
        for (int i = 0; i < fixture.patience() && !told.withCompletions.contains(registration); i++) {
            fixture.pass();
            writer.poll(told);
        }
        assertThat(told.withCompletions).contains(registration);

        assertThat(writer.cancel(List.of(transfer), CancelMode.WAIT)).isEmpty();
        passes(3);
        assertThat(told.ended).isEmpty();
    }

    @Test
    void landsNoByteAfterACancelThatStopsBytes() {
        assumeAble(DataAbility.HOLDS_WRITES);
        assumeTrue(writer.capabilities().cancelStopsBytes(), "not exercised: a cancel stops no byte");
        Registration registration = ready(1);
        fixture.fill(0, 0, 11);
        Runnable release = fixture.holdWrites(0);
        long transfer = writer.write(registration, SlotList.of(0), SlotList.of(0));
        passes(3);

        assertThat(writer.cancel(List.of(transfer), CancelMode.WAIT)).isEmpty();
        release.run();
        passes(fixture.patience());
        assertThat(fixture.content(1, 0)).isZero();
        assertThat(told.ended).isEmpty();
    }

    // ---- fences --------------------------------------------------------------------------------------------------

    @Test
    void reportsOurWritesFailedAndLandsNoneOnceTheyAreFenced() {
        assumeAble(DataAbility.HOLDS_WRITES);
        assumeTrue(writer.capabilities().fencesOutbound(), "not exercised: no outbound fence");
        Registration registration = ready(1);
        fixture.fill(0, 0, 11);
        Runnable release = fixture.holdWrites(0);
        long transfer = writer.write(registration, SlotList.of(0), SlotList.of(0));
        passes(3);
        writer.fence(registration);
        writer.fence(registration);
        until(() -> told.fenced.contains(registration));

        assertThat(told.ended).containsExactly(Map.entry(transfer, false));
        release.run();
        passes(fixture.patience());
        assertThat(fixture.content(1, 0)).isZero();
        assertThat(writer.write(registration, SlotList.of(0), SlotList.of(0))).isEqualTo(DataTransport.REFUSED);
    }

    @Test
    void landsNoneOfAPeersWritesOnceItIsFenced() {
        assumeAble(DataAbility.HOLDS_WRITES);
        assumeTrue(target.capabilities().fencesInbound(), "not exercised: no inbound fence");
        Registration registration = ready(1);
        Registration back = target.register(fixture.id(0), writer.region(), RegistrationMode.INLINE);
        fixture.fill(0, 0, 11);
        Runnable release = fixture.holdWrites(0);
        writer.write(registration, SlotList.of(0), SlotList.of(0));
        passes(3);
        target.fence(back);
        Told atTarget = new Told();
        for (int i = 0; i < fixture.patience() && atTarget.fenced.isEmpty(); i++) {
            pass();
            target.poll(atTarget);
        }
        assertThat(atTarget.fenced).containsExactly(back);

        release.run();
        writeAndForget(registration, SlotList.of(0), SlotList.of(1));
        passes(fixture.patience());
        assertThat(contents(1)).isEqualTo(contentsWith(Map.of()));
    }

    @Test
    void doesNotFenceWhatIsRegisteredLater() {
        assumeTrue(target.capabilities().fencesInbound(), "not exercised: no inbound fence");
        ready(1);
        Registration back = target.register(fixture.id(0), writer.region(), RegistrationMode.INLINE);
        target.fence(back);
        Told atTarget = new Told();
        for (int i = 0; i < fixture.patience() && atTarget.fenced.isEmpty(); i++) {
            pass();
            target.poll(atTarget);
        }
        Registration again = ready(1);
        fixture.fill(0, 0, 11);
        long transfer = writer.write(again, SlotList.of(0), SlotList.of(2));
        until(() -> told.ended.containsKey(transfer));

        assertThat(told.ended).containsEntry(transfer, true);
        assertThat(fixture.content(1, 2)).isEqualTo(11);
    }

    @Test
    void changesAndReportsNothingWhereItCannotFence() {
        DataCapabilities capabilities = writer.capabilities();
        assumeTrue(!capabilities.fencesInbound() && !capabilities.fencesOutbound(), "not exercised: there is a fence");
        Registration registration = ready(1);
        fixture.fill(0, 0, 11);
        writer.fence(registration);
        long transfer = writer.write(registration, SlotList.of(0), SlotList.of(0));
        until(() -> told.ended.containsKey(transfer));

        assertThat(told.ended).containsEntry(transfer, true);
        assertThat(told.fenced).isEmpty();
    }

    // ---- the rest ------------------------------------------------------------------------------------------------

    @Test
    void knowsItsProgressOrSaysThatItDoesNot() {
        Registration registration = ready(1);
        if (!writer.capabilities().knowsProgress()) {
            long transfer = writer.write(registration, SlotList.of(0), SlotList.of(0));
            assertThat(writer.bytesWritten(transfer)).isEqualTo(-1);
            return;
        }
        assumeAble(DataAbility.HOLDS_WRITES);
        Runnable release = fixture.holdWrites(0);
        long transfer = writer.write(registration, SlotList.of(0, 1), SlotList.of(0, 1));
        passes(3);
        long before = writer.bytesWritten(transfer);
        release.run();
        List<Long> seen = new ArrayList<>(List.of(before));
        for (int i = 0; i < fixture.patience(); i++) {
            fixture.pass();
            seen.add(writer.bytesWritten(transfer));
        }

        assertThat(seen).isSorted();
        assertThat(seen.get(seen.size() - 1)).isEqualTo(2 * writer.region().blockBytes());
    }

    @Test
    void doesNotTouchTheMemoryOfALaterLife() { // law I8
        assumeAble(DataAbility.RESTARTS);
        Registration registration = ready(1);
        fixture.fill(0, 0, 11);
        fixture.kill(1);
        target = fixture.open(1);
        writeAndForget(registration, SlotList.of(0), SlotList.of(0));
        passes(fixture.patience());
        assertThat(fixture.content(1, 0)).isZero();

        Registration renewed = ready(1);
        long transfer = writer.write(renewed, SlotList.of(0), SlotList.of(0));
        until(() -> told.ended.containsKey(transfer));
        assertThat(told.ended).containsEntry(transfer, true);
        assertThat(fixture.content(1, 0)).isEqualTo(11);
    }

    @Test
    void closesOnceAndDoesNothingAfterwards() { // parity A182
        Registration registration = ready(1);
        assertThatCode(() -> {
                    writer.close();
                    writer.close();
                    writer.poll(told);
                })
                .doesNotThrowAnyException();
        assertThat(writer.write(registration, SlotList.of(0), SlotList.of(0))).isEqualTo(DataTransport.REFUSED);
    }

    // ---- helpers -------------------------------------------------------------------------------------------------

    private Registration ready(int peer) {
        Registration registration = writer.register(fixture.id(peer), target.region(), RegistrationMode.INLINE);
        assertThat(registration.state()).isEqualTo(State.READY);
        return registration;
    }

    /** A transport may answer "refused", or throw; either way nothing has started. */
    private void assertStartsNothing(Registration registration, SlotList local, SlotList remote) {
        long answer;
        try {
            answer = writer.write(registration, local, remote);
        } catch (WriteFailedException e) {
            answer = DataTransport.REFUSED;
        }
        assertThat(answer).isEqualTo(DataTransport.REFUSED);
    }

    /** A write that may be taken, refused or throw. */
    private void writeAndForget(Registration registration, SlotList local, SlotList remote) {
        try {
            writer.write(registration, local, remote);
        } catch (WriteFailedException e) {
            assertThat(e).hasMessageNotContaining("null");
        }
    }

    private void assumeAble(DataAbility ability) {
        assumeTrue(fixture.abilities().contains(ability), () -> "not exercised: the fixture cannot do " + ability);
    }

    private List<Long> contents(int peer) {
        List<Long> contents = new ArrayList<>();
        for (int slot = 0; slot < fixture.slots(); slot++) {
            contents.add(fixture.content(peer, slot));
        }
        return contents;
    }

    private List<Long> contentsWith(Map<Integer, Long> filled) {
        List<Long> contents = new ArrayList<>();
        for (int slot = 0; slot < fixture.slots(); slot++) {
            contents.add(filled.getOrDefault(slot, 0L));
        }
        return contents;
    }

    private void until(BooleanSupplier condition) {
        for (int i = 0; i < fixture.patience() && !condition.getAsBoolean(); i++) {
            pass();
        }
        assertThat(condition.getAsBoolean()).as("what was waited for has come").isTrue();
    }

    private void passes(int times) {
        for (int i = 0; i < times; i++) {
            pass();
        }
    }

    private void pass() {
        fixture.pass();
        told.withCompletions.clear();
        writer.poll(told);
        for (Registration registration : List.copyOf(told.withCompletions)) {
            writer.collect(registration, told::onCompletion);
        }
        told.withCompletions.clear();
    }
}

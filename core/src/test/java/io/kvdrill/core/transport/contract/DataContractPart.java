package io.kvdrill.core.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
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

/** What the parts of the data transport's contract share. */
interface DataContractPart {

    /** The transports of the running test: peer 0 writes, peer 1 is written to. */
    final class Lab {
        final DataTransportFixture fixture;
        final DataTransport writer;
        final Told told = new Told();
        DataTransport target;

        Lab(DataTransportFixture fixture) {
            this.fixture = fixture;
            this.writer = fixture.open(0);
            this.target = fixture.open(1);
        }
    }

    /** What polls and collects have said. */
    final class Told implements DataTransport.Listener {
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

    Lab lab();

    default DataTransportFixture fixture() {
        return lab().fixture;
    }

    default DataTransport writer() {
        return lab().writer;
    }

    default DataTransport target() {
        return lab().target;
    }

    default Told told() {
        return lab().told;
    }

    default void reopenTarget() {
        lab().target = fixture().open(1);
    }

    default Registration ready(int peer) {
        Registration registration = writer().register(fixture().id(peer), target().region(), RegistrationMode.INLINE);
        assertThat(registration.state()).isEqualTo(State.READY);
        return registration;
    }

    /** A transport may answer "refused", or throw; either way nothing has started. */
    default void assertStartsNothing(Registration registration, SlotList local, SlotList remote) {
        long answer;
        try {
            answer = writer().write(registration, local, remote);
        } catch (WriteFailedException e) {
            answer = DataTransport.REFUSED;
        }
        assertThat(answer).isEqualTo(DataTransport.REFUSED);
    }

    /** A write that may be taken, refused or throw. */
    default void writeAndForget(Registration registration, SlotList local, SlotList remote) {
        try {
            writer().write(registration, local, remote);
        } catch (WriteFailedException e) {
            assertThat(e).hasMessageNotContaining("null");
        }
    }

    default void assumeAble(DataAbility ability) {
        assumeTrue(fixture().abilities().contains(ability), () -> "not exercised: the fixture cannot do " + ability);
    }

    default List<Long> contents(int peer) {
        List<Long> contents = new ArrayList<>();
        for (int slot = 0; slot < fixture().slots(); slot++) {
            contents.add(fixture().content(peer, slot));
        }
        return contents;
    }

    default List<Long> contentsWith(Map<Integer, Long> filled) {
        List<Long> contents = new ArrayList<>();
        for (int slot = 0; slot < fixture().slots(); slot++) {
            contents.add(filled.getOrDefault(slot, 0L));
        }
        return contents;
    }

    default void until(BooleanSupplier condition) {
        for (int i = 0; i < fixture().patience() && !condition.getAsBoolean(); i++) {
            pass();
        }
        assertThat(condition.getAsBoolean()).as("what was waited for has come").isTrue();
    }

    default void passes(int times) {
        for (int i = 0; i < times; i++) {
            pass();
        }
    }

    default void pass() {
        fixture().pass();
        told().withCompletions.clear();
        writer().poll(told());
        for (Registration registration : List.copyOf(told().withCompletions)) {
            writer().collect(registration, told()::onCompletion);
        }
        told().withCompletions.clear();
    }
}

package io.kvdrill.core.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.Registration.State;
import org.junit.jupiter.api.Test;

/** What a data transport promises of registrations (parity A161, A165-A168, A181). */
interface DataRegistrationContract extends DataContractPart {

    @Test
    default void announcesItsRegion() {
        assertThat(writer().region().blockCount()).isEqualTo(fixture().slots());
        assertThat(writer().region().blockBytes()).isPositive();
        assertThat(writer().region().agentMetadata())
                .isNotEqualTo(target().region().agentMetadata());
        assertThat(writer().region()).isEqualTo(writer().region());
    }

    @Test
    default void isReadyWhenAnInlineRegistrationReturns() {
        Registration registration = writer().register(fixture().id(1), target().region(), RegistrationMode.INLINE);

        assertThat(registration.state()).isEqualTo(State.READY);
        assertThat(registration.peer()).isEqualTo(fixture().id(1));
        assertThat(registration.failure()).isNull();
    }

    @Test
    default void settlesABackgroundRegistrationDuringAPoll() {
        Registration registration = writer().register(fixture().id(1), target().region(), RegistrationMode.BACKGROUND);
        if (fixture().abilities().contains(DataAbility.SLOW_REGISTRATION)) {
            assertThat(registration.state()).isEqualTo(State.PENDING);
            assertThat(writer().write(registration, SlotList.of(0), SlotList.of(0)))
                    .isEqualTo(DataTransport.REFUSED);
        }
        until(() -> told().settled.contains(registration));

        assertThat(registration.state()).isEqualTo(State.READY);
    }

    @Test
    default void refusesAPeerWhoseMetadataItCannotRead() {
        MemoryRegion garbage = new MemoryRegion(Bytes.ofHex("00ff00"), 0, 8, 4096);
        Registration inline = writer().register("10.9.9.9:1", garbage, RegistrationMode.INLINE);
        assertThat(inline.state()).isIn(State.REJECTED, State.FAILED);
        assertThat(inline.failure()).isNotBlank();

        Registration background = writer().register("10.9.9.9:1", garbage, RegistrationMode.BACKGROUND);
        until(() -> told().settled.contains(background));
        assertThat(background.state()).isIn(State.REJECTED, State.FAILED);
        assertThat(background.failure()).isNotBlank();
        assertThat(writer().write(background, SlotList.of(0), SlotList.of(0))).isEqualTo(DataTransport.REFUSED);
    }

    @Test
    default void countsGenerationsUpWithEveryRegistrationAndRemoval() {
        Registration first = ready(1);
        Registration second = ready(1);
        writer().remove(second);
        Registration third = ready(1);

        assertThat(second.generation()).isGreaterThan(first.generation());
        assertThat(third.generation()).isGreaterThan(second.generation() + 1);
    }

    @Test
    default void letsALaterRegistrationSupersedeOneThatIsPending() {
        assumeAble(DataAbility.SLOW_REGISTRATION);
        Registration first = writer().register(fixture().id(1), target().region(), RegistrationMode.BACKGROUND);
        Registration second = writer().register(fixture().id(1), target().region(), RegistrationMode.BACKGROUND);
        until(() -> told().settled.contains(first) && told().settled.contains(second));

        assertThat(first.state()).isEqualTo(State.SUPERSEDED);
        assertThat(second.state()).isEqualTo(State.READY);
    }

    @Test
    default void letsARemovalSupersedeARegistrationThatIsPending() {
        assumeAble(DataAbility.SLOW_REGISTRATION);
        Registration pending = writer().register(fixture().id(1), target().region(), RegistrationMode.BACKGROUND);
        writer().remove(pending);
        until(() -> told().settled.contains(pending));

        assertThat(pending.state()).isEqualTo(State.SUPERSEDED);
    }

    @Test
    default void refusesToWriteByARemovedRegistration() {
        Registration registration = ready(1);
        writer().remove(registration);
        writer().remove(registration);

        assertThat(registration.state()).isEqualTo(State.REMOVED);
        assertThat(writer().write(registration, SlotList.of(0), SlotList.of(0))).isEqualTo(DataTransport.REFUSED);
    }
}

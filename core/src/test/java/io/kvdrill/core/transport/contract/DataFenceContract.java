package io.kvdrill.core.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.DataCapabilities;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.Registration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a data transport promises of fences. */
interface DataFenceContract extends DataContractPart {

    @Test
    default void reportsOurWritesFailedAndLandsNoneOnceTheyAreFenced() {
        assumeAble(DataAbility.HOLDS_WRITES);
        assumeTrue(writer().capabilities().fencesOutbound(), "not exercised: no outbound fence");
        Registration registration = ready(1);
        fixture().fill(0, 0, 11);
        Runnable release = fixture().holdWrites(0);
        long transfer = writer().write(registration, SlotList.of(0), SlotList.of(0));
        passes(3);
        writer().fence(registration);
        writer().fence(registration);
        until(() -> told().fenced.contains(registration));

        assertThat(told().ended).containsExactly(Map.entry(transfer, false));
        release.run();
        passes(fixture().patience());
        assertThat(fixture().content(1, 0)).isZero();
        assertThat(writer().write(registration, SlotList.of(0), SlotList.of(0))).isEqualTo(DataTransport.REFUSED);
    }

    @Test
    default void landsNoneOfAPeersWritesOnceItIsFenced() {
        assumeAble(DataAbility.HOLDS_WRITES);
        assumeTrue(target().capabilities().fencesInbound(), "not exercised: no inbound fence");
        Registration registration = ready(1);
        Registration back = target().register(fixture().id(0), writer().region(), RegistrationMode.INLINE);
        fixture().fill(0, 0, 11);
        Runnable release = fixture().holdWrites(0);
        writer().write(registration, SlotList.of(0), SlotList.of(0));
        passes(3);
        target().fence(back);
        Told atTarget = new Told();
        for (int i = 0; i < fixture().patience() && atTarget.fenced.isEmpty(); i++) {
            pass();
            target().poll(atTarget);
        }
        assertThat(atTarget.fenced).containsExactly(back);

        release.run();
        writeAndForget(registration, SlotList.of(0), SlotList.of(1));
        passes(fixture().patience());
        assertThat(contents(1)).isEqualTo(contentsWith(Map.of()));
    }

    @Test
    default void doesNotFenceWhatIsRegisteredLater() {
        assumeTrue(target().capabilities().fencesInbound(), "not exercised: no inbound fence");
        ready(1);
        Registration back = target().register(fixture().id(0), writer().region(), RegistrationMode.INLINE);
        target().fence(back);
        Told atTarget = new Told();
        for (int i = 0; i < fixture().patience() && atTarget.fenced.isEmpty(); i++) {
            pass();
            target().poll(atTarget);
        }
        Registration again = ready(1);
        fixture().fill(0, 0, 11);
        long transfer = writer().write(again, SlotList.of(0), SlotList.of(2));
        until(() -> told().ended.containsKey(transfer));

        assertThat(told().ended).containsEntry(transfer, true);
        assertThat(fixture().content(1, 2)).isEqualTo(11);
    }

    @Test
    default void changesAndReportsNothingWhereItCannotFence() {
        DataCapabilities capabilities = writer().capabilities();
        assumeTrue(!capabilities.fencesInbound() && !capabilities.fencesOutbound(), "not exercised: there is a fence");
        Registration registration = ready(1);
        fixture().fill(0, 0, 11);
        writer().fence(registration);
        long transfer = writer().write(registration, SlotList.of(0), SlotList.of(0));
        until(() -> told().ended.containsKey(transfer));

        assertThat(told().ended).containsEntry(transfer, true);
        assertThat(told().fenced).isEmpty();
    }
}

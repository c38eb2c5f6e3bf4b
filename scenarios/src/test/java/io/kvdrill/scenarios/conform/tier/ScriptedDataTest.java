package io.kvdrill.scenarios.conform.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.NoRegistration;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.WriteFailedException;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.VectorConfig;
import io.kvdrill.scenarios.conform.vector.VectorReader;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** FORMAT.md section 5.2, sentence by sentence, and what our interface adds to it. */
class ScriptedDataTest {
    private static final SlotList SLOT = SlotList.of(7);

    private final Script script = new Script();
    private final ScriptedData data = new ScriptedData(script, VectorConfig.standard());
    private final List<String> told = new ArrayList<>();

    @Test
    void aRegionThatIsNotTheStandardOneShowsInTheEffect() {
        register("h1:1");
        MemoryRegion other = new MemoryRegion(data.region().agentMetadata(), 8192, 64, 4096);
        data.register("h2:1", other, RegistrationMode.INLINE);
        assertThat(script.takeEffects())
                .extracting(effect -> ((Effect.AddPeer) effect).region() == null)
                .containsExactly(true, false);
    }

    @Test
    void aFailedRegistrationIsRejectedOrFailedAndRefusesWrites() {
        script.failRegistration.put("h1:1", "rejected");
        Registration rejected = register("h1:1");
        script.failRegistration.put("h1:1", "internal");
        Registration failed = register("h1:1");
        assertThat(rejected.state()).isEqualTo(Registration.State.REJECTED);
        assertThat(failed.state()).isEqualTo(Registration.State.FAILED);
        assertThat(data.write(failed, SLOT, SLOT)).isEqualTo(DataTransport.REFUSED);
        assertThat(script.takeEffects().subList(0, 2))
                .containsExactly(
                        new Effect.AddPeer("h1:1", null, "rejected"), new Effect.AddPeer("h1:1", null, "internal"));
    }

    @Test
    void aBackgroundRegistrationSettlesAtTheNextPoll() {
        Registration registration = data.register("h1:1", region(), RegistrationMode.BACKGROUND);
        assertThat(registration.state()).isEqualTo(Registration.State.PENDING);
        assertThat(data.registering()).isTrue();
        poll();
        assertThat(registration.state()).isEqualTo(Registration.State.READY);
        assertThat(told).containsExactly("settled h1:1");
        assertThat(data.registering()).isFalse();
    }

    @Test
    void aNewerRegistrationSupersedesAPendingOne() {
        Registration older = data.register("h1:1", region(), RegistrationMode.BACKGROUND);
        Registration newer = data.register("h1:1", region(), RegistrationMode.BACKGROUND);
        poll();
        assertThat(older.state()).isEqualTo(Registration.State.SUPERSEDED);
        assertThat(newer.state()).isEqualTo(Registration.State.READY);
        assertThat(newer.generation()).isGreaterThan(older.generation());
        assertThat(told).containsExactly("settled h1:1");

        script.takeEffects();
        data.remove(older);
        assertThat(script.takeEffects()).as("the peer is still registered").isEmpty();
        data.remove(newer);
        assertThat(script.takeEffects()).containsExactly(new Effect.RemovePeer("h1:1"));
    }

    @Test
    void theOutcomeOfAWriteIsTheFirstThatApplies() {
        Registration ready = register("h1:1");
        script.takeEffects();
        script.refuseWrites.add("h1:1");
        script.throwOnWrite.add("h1:1");
        assertThatThrownBy(() -> data.write(ready, SLOT, SLOT)).isInstanceOf(WriteFailedException.class);
        script.throwOnWrite.clear();
        assertThat(data.write(ready, SLOT, SLOT)).isEqualTo(DataTransport.REFUSED);
        script.refuseWrites.clear();
        assertThat(data.write(new NoRegistration("h9:1"), SLOT, SLOT)).isEqualTo(DataTransport.REFUSED);
        assertThat(data.write(ready, SLOT, SLOT)).isNotEqualTo(DataTransport.REFUSED);
        assertThat(script.takeEffects())
                .extracting(effect -> ((Effect.Write) effect).outcome().publicName())
                .containsExactly("threw", "refused", "refused", "accepted");
    }

    @Test
    void completionsAreCollectedOnceForTheirRegistrationOnly() {
        Registration first = register("h1:1");
        Registration second = register("h2:1");
        long a = data.write(first, SLOT, SLOT);
        long b = data.write(second, SLOT, SLOT);
        data.complete(b, false, false);
        data.complete(a, true, false);
        poll();
        assertThat(told).containsExactlyInAnyOrder("completions h1:1", "completions h2:1");
        assertThat(collect(first)).containsExactly(a + " done");
        assertThat(collect(first)).isEmpty();
        assertThat(collect(second)).containsExactly(b + " failed");
    }

    @Test
    void aCompletionOfAWriteThatIsGoneIsIgnoredUnlessForced() {
        Registration registration = register("h1:1");
        long transfer = data.write(registration, SLOT, SLOT);
        data.cancel(List.of(transfer), CancelMode.IMMEDIATE);
        data.complete(transfer, true, false);
        assertThat(collect(registration)).isEmpty();
        data.complete(transfer, true, true);
        assertThat(collect(registration)).containsExactly(transfer + " done");
    }

    @Test
    void aWaitCancelForgetsAllButTheStuck() {
        Registration registration = register("h1:1");
        long free = data.write(registration, SLOT, SLOT);
        long stuck = data.write(registration, SLOT, SLOT);
        long completed = data.write(registration, SLOT, SLOT);
        data.stick(stuck, true);
        data.complete(completed, true, false);
        assertThat(data.cancel(List.of(stuck, free, completed, 4L), CancelMode.WAIT))
                .containsExactly(stuck);
        assertThat(collect(registration)).isEmpty();
        assertThat(data.cancel(List.of(free), CancelMode.WAIT)).isEmpty();
        data.stick(stuck, false);
        assertThat(data.cancel(List.of(stuck), CancelMode.WAIT)).isEmpty();
    }

    @Test
    void aKeepingVectorKeepsWritesThatHaveNoCompletion() {
        VectorConfig keep = new VectorReader()
                .read(
                        "f",
                        "{\"name\":\"v\",\"reference\":\"vllm-2026-08\",\"config\":{\"wait_cancel\":\"keep\"},\"steps\":[{\"op\":\"poll\"}]}")
                .get(0)
                .config();
        ScriptedData keeping = new ScriptedData(script, keep);
        Registration registration = keeping.register("h1:1", region(), RegistrationMode.INLINE);
        long running = keeping.write(registration, SLOT, SLOT);
        long completed = keeping.write(registration, SLOT, SLOT);
        keeping.complete(completed, true, false);
        assertThat(keeping.cancel(List.of(running, completed), CancelMode.WAIT)).containsExactly(running);
        assertThat(keeping.cancel(List.of(running), CancelMode.IMMEDIATE)).isEmpty();
    }

    @Test
    void aFenceFailsTheWritesOfItsRegistrationAtTheNextPoll() {
        Registration fenced = register("h1:1");
        Registration other = register("h2:1");
        long cut = data.write(fenced, SLOT, SLOT);
        data.stick(cut, true);
        long spared = data.write(other, SLOT, SLOT);
        data.fence(fenced);
        assertThat(collect(fenced)).isEmpty();
        poll();
        assertThat(told).containsExactly("completions h1:1", "fenced h1:1");
        assertThat(collect(fenced)).containsExactly(cut + " failed");
        assertThat(collect(other)).isEmpty();
        assertThat(data.cancel(List.of(spared, cut), CancelMode.WAIT)).isEmpty();
        assertThat(script.takeEffects()).contains(new Effect.Cancel(false, new TreeSet<>(List.of("" + spared))));
    }

    @Test
    void closingTakesEffectOnce() {
        data.close();
        data.close();
        assertThat(script.takeEffects()).containsExactly(new Effect.CloseData());
    }

    private Registration register(String peer) {
        return data.register(peer, region(), RegistrationMode.INLINE);
    }

    /** The region of the standard connect. */
    private MemoryRegion region() {
        return new MemoryRegion(data.region().agentMetadata(), 4096, 64, 4096);
    }

    private List<String> collect(Registration registration) {
        List<String> collected = new ArrayList<>();
        data.collect(registration, (transfer, success) -> collected.add(transfer + (success ? " done" : " failed")));
        return collected;
    }

    private void poll() {
        told.clear();
        data.poll(new DataTransport.Listener() {
            @Override
            public void onCompletions(Registration registration) {
                told.add("completions " + registration.peer());
            }

            @Override
            public void onRegistrationSettled(Registration registration) {
                told.add("settled " + registration.peer());
            }

            @Override
            public void onFenced(Registration registration) {
                told.add("fenced " + registration.peer());
            }
        });
    }
}

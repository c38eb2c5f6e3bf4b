package io.kvdrill.sim.check;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.SessionEvent.RegistrationStarted;
import io.kvdrill.sim.check.PostedWrite.Breach;
import io.kvdrill.sim.check.SlotStates.Registered;
import io.kvdrill.sim.check.SlotStates.Use;
import io.kvdrill.sim.engine.EngineEvent.JobOpened;
import io.kvdrill.sim.engine.EngineEvent.QuarantineLifted;
import io.kvdrill.sim.engine.EngineEvent.SlotsEvicted;
import io.kvdrill.sim.engine.EngineEvent.SlotsFreed;
import io.kvdrill.sim.engine.EngineEvent.SlotsPinned;
import io.kvdrill.sim.engine.EngineEvent.SlotsQuarantined;
import io.kvdrill.sim.engine.EngineEvent.SlotsReady;
import io.kvdrill.sim.engine.EngineEvent.SlotsReserved;
import io.kvdrill.sim.engine.EngineEvent.SlotsUnpinned;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * I2 by what the fabric does: a slot is not given up, reused or called ready while a write that was posted to it may land,
 * nor unpinned, evicted or reused while a write reads it; and no write lands where none is waited for.
 */
final class SlotsChecker extends LawChecker {
    private final PerSite<SlotStates> states =
            perLife(site -> new SlotStates(site.view().spec().slots()));
    private final Map<Long, PostedWrite> writes = new LinkedHashMap<>();

    SlotsChecker() {
        super(Law.I2, 4, 5, 6);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(SlotsReserved.class, (site, event, entry) -> onReserved(site, event.slots()));
        listeners.on(SlotsReady.class, (site, event, entry) -> onReady(site, event.slots()));
        listeners.on(SlotsFreed.class, (site, event, entry) -> onFree(site, event.job(), event.slots()));
        listeners.on(SlotsEvicted.class, (site, event, entry) -> onEvicted(site, event.slots()));
        listeners.on(SlotsPinned.class, (site, event, entry) -> onPinned(site, event.slots(), 1));
        listeners.on(SlotsUnpinned.class, (site, event, entry) -> onUnpinned(site, event));
        listeners.on(SlotsQuarantined.class, (site, event, entry) -> {
            if (event.direction() == Direction.LOAD) {
                states.of(site).become(event.slots(), Use.QUARANTINED);
            }
        });
        listeners.on(QuarantineLifted.class, (site, event, entry) -> {
            if (event.direction() == Direction.LOAD) {
                onFree(site, event.job(), event.slots());
            }
        });
        listeners.on(JobOpened.class, (site, event, entry) -> {
            if (event.direction() == Direction.LOAD) {
                states.of(site).belongTo(event.slots(), event.job(), null);
            }
        });
        listeners.on(
                LoadStarted.class,
                (site, event, entry) -> states.of(site).belongTo(event.slots(), event.job(), event.peer()));
        listeners.on(WriteStarted.class, (site, event, entry) -> {
            PostedWrite write = writes.get(event.transfer());
            if (write != null) {
                write.request = event.request();
            }
        });
        listenToFabric(listeners);
    }

    private void listenToFabric(Listeners listeners) {
        listeners.on(
                RegistrationStarted.class,
                (site, event, entry) -> states.of(site)
                        .registered(event.peer(), new Registered(event.generation(), "", entry.sequence())));
        listeners.on(
                FabricEvent.RegistrationBegan.class,
                (site, event, entry) -> states.of(site)
                        .registered(event.peer(), new Registered(event.generation(), event.life(), entry.sequence())));
        listeners.on(
                FabricEvent.FenceBegan.class,
                (site, event, entry) -> states.of(site).fenceBegan(event.life(), entry.sequence()));
        listeners.on(
                FabricEvent.FenceEnded.class,
                (site, event, entry) ->
                        fencedOff(site, event.life(), states.of(site).fenceEnded(event.life(), event.inbound())));
        listeners.on(FabricEvent.WritePosted.class, this::onPosted);
        listeners.on(FabricEvent.BlocksLanded.class, this::onLanded);
        listeners.on(FabricEvent.TransferLanded.class, (site, event, entry) -> over(event.transfer()));
        listeners.on(FabricEvent.TransferStopped.class, (site, event, entry) -> over(event.transfer()));
        listeners.on(FabricEvent.TransferEnded.class, (site, event, entry) -> over(event.transfer()));
        listeners.on(FabricEvent.TransferForgotten.class, (site, event, entry) -> {
            if (!event.stillLanding()) {
                over(event.transfer());
            }
        });
    }

    // ---- what the engine does with slots -------------------------------------------------------------------------

    private void onReserved(Site site, SlotList slots) {
        SlotStates here = states.of(site);
        boolean atStake = false;
        for (int i = 0; i < slots.size(); i++) {
            int slot = (int) slots.get(i);
            if (!here.has(slot)) {
                continue;
            }
            atStake |= here.suspect[slot];
            here.suspect[slot] = false;
            judgeLanding(site, here, slot, Breach.REUSED, "was reserved for another block");
            judgeReading(site, here, slot, Breach.REUSED, "was reserved for another block");
        }
        checked(atStake);
        here.become(slots, Use.RESERVED);
        here.belongTo(slots, 0, null);
    }

    private void onReady(Site site, SlotList slots) {
        SlotStates here = states.of(site);
        boolean loaded = false;
        for (int i = 0; i < slots.size(); i++) {
            int slot = (int) slots.get(i);
            if (here.has(slot)) {
                loaded |= here.load[slot] != 0;
                judgeLanding(site, here, slot, Breach.REUSED, "became a hit");
            }
        }
        checked(loaded);
        here.become(slots, Use.READY);
        here.belongTo(slots, 0, null);
    }

    private void onFree(Site site, long job, SlotList slots) {
        SlotStates here = states.of(site);
        for (int i = 0; i < slots.size(); i++) {
            int slot = (int) slots.get(i);
            if (here.has(slot)) {
                here.suspect[slot] |= job != 0;
                judgeLanding(site, here, slot, Breach.RELEASED, "was released for reuse");
            }
        }
        checked(job != 0);
        here.become(slots, Use.FREE);
        here.belongTo(slots, 0, null);
    }

    private void onEvicted(Site site, SlotList slots) {
        SlotStates here = states.of(site);
        for (int i = 0; i < slots.size(); i++) {
            int slot = (int) slots.get(i);
            if (here.has(slot)) {
                judgeReading(site, here, slot, Breach.RELEASED, "was evicted");
            }
        }
        here.become(slots, Use.FREE);
    }

    private void onPinned(Site site, SlotList slots, int change) {
        SlotStates here = states.of(site);
        for (int i = 0; i < slots.size(); i++) {
            int slot = (int) slots.get(i);
            if (here.has(slot)) {
                here.pins[slot] = Math.max(0, here.pins[slot] + change);
            }
        }
    }

    private void onUnpinned(Site site, SlotsUnpinned event) {
        onPinned(site, event.slots(), -1);
        SlotStates here = states.of(site);
        boolean atStake = false;
        for (int i = 0; i < event.slots().size(); i++) {
            int slot = (int) event.slots().get(i);
            if (here.has(slot) && here.pins[slot] == 0) {
                atStake |= event.job() != 0;
                judgeReading(site, here, slot, Breach.RELEASED, "was unpinned");
            }
        }
        checked(atStake);
    }

    // ---- what the fabric does ------------------------------------------------------------------------------------

    private void onPosted(Site site, FabricEvent.WritePosted event, TraceEntry entry) {
        SlotStates here = states.of(site);
        PostedWrite write = new PostedWrite(event, site, targetOf(site, here, event), entry.sequence());
        writes.put(write.transfer, write);
        checked(true);
        int unpinned = 0;
        for (int i = 0; i < write.local.size(); i++) {
            int slot = (int) write.local.get(i);
            if (here.has(slot)) {
                here.reading[slot]++;
                unpinned += here.pins[slot] == 0 ? 1 : 0;
            }
        }
        if (unpinned > 0 && write.first(Breach.UNPINNED)) {
            broken(site)
                    .with(event.to())
                    .statement(6)
                    .says("transfer " + write.transfer + " to " + event.to() + " reads " + unpinned
                            + (unpinned == 1 ? " slot that nothing pins" : " slots that nothing pins"));
        }
        Site target = write.to;
        if (target != null) {
            aim(write, target);
        }
    }

    private void aim(PostedWrite write, Site target) {
        SlotStates there = states.of(target);
        int taken = 0;
        for (int i = 0; i < write.remote.size(); i++) {
            int slot = (int) write.remote.get(i);
            if (there.has(slot)) {
                there.landing[slot]++;
                taken += there.use[slot] != Use.FREE && !there.expects(slot, write.from.id) ? 1 : 0;
            }
        }
        if (taken > 0 && !ofAnImpostor(write, target) && write.first(Breach.REUSED)) {
            broken(target)
                    .with(write.from.id)
                    .statement(4)
                    .says("transfer " + write.transfer + " of " + write.from + " was posted to " + taken
                            + (taken == 1 ? " slot" : " slots") + " of " + target
                            + " that by now hold, or wait for, something else");
        }
    }

    /** The peer whose slots a write may change now; null where its memory is gone or it was fenced off. */
    private @Nullable Site targetOf(Site site, SlotStates here, FabricEvent.WritePosted event) {
        Site target = board().find(event.to());
        if (target == null || !target.alive) {
            return null;
        }
        Registered registration = here.registration(event.to(), event.generation());
        if (registration == null) {
            return target;
        }
        boolean sameLife = registration.life().isEmpty() || registration.life().equals(target.id + "#" + target.life);
        boolean revoked = states.of(target).revokes(site.id + "#" + site.life, registration);
        return sameLife && !revoked ? target : null;
    }

    private void onLanded(Site site, FabricEvent.BlocksLanded event, TraceEntry entry) {
        PostedWrite write = writes.get(event.transfer());
        if (write == null || write.to != site || write.toLife != site.life || !site.alive) {
            return;
        }
        SlotStates here = states.of(site);
        int wrong = 0;
        int firstWrong = 0;
        boolean late = false;
        for (int i = 0; i < event.slots().size(); i++) {
            int slot = (int) event.slots().get(i);
            if (here.has(slot)) {
                late |= here.use[slot] != Use.RESERVED;
                if (!here.expects(slot, event.from())) {
                    firstWrong = wrong++ == 0 ? slot : firstWrong;
                }
            }
        }
        checked(late);
        if (wrong > 0 && !ofAnImpostor(write, site) && write.first(Breach.LANDED)) {
            broken(site)
                    .with(event.from())
                    .statement(4)
                    .since(write.posted)
                    .says("transfer " + write.transfer + " of " + event.from() + " landed in slot " + firstWrong
                            + (wrong == 1 ? "" : " and " + (wrong - 1) + " more") + " of " + site + ", which was "
                            + word(here.use[firstWrong]) + " and waited for no write of it");
        }
    }

    private void fencedOff(Site target, String life, long before) {
        for (PostedWrite write : writes.values()) {
            if (write.posted < before && write.mayLandAt(target) && write.isOf(life)) {
                write.fencedOff = true;
                lower(states.of(target).landing, write.remote);
            }
        }
    }

    private void over(long transfer) {
        PostedWrite write = writes.remove(transfer);
        if (write == null) {
            return;
        }
        if (write.from.life == write.fromLife) {
            lower(states.of(write.from).reading, write.local);
        }
        if (write.to != null && write.mayLandAt(write.to)) {
            lower(states.of(write.to).landing, write.remote);
        }
    }

    private static void lower(int[] counts, SlotList slots) {
        for (int i = 0; i < slots.size(); i++) {
            long slot = slots.get(i);
            if (slot >= 0 && slot < counts.length && counts[(int) slot] > 0) {
                counts[(int) slot]--;
            }
        }
    }

    // ---- judgement -----------------------------------------------------------------------------------------------

    private void judgeLanding(Site site, SlotStates here, int slot, Breach breach, String what) {
        if (here.landing[slot] == 0) {
            return;
        }
        for (PostedWrite write : List.copyOf(writes.values())) {
            if (write.mayLandAt(site)
                    && names(write.remote, slot)
                    && !ofAnImpostor(write, site)
                    && write.first(breach)) {
                broken(site)
                        .with(write.from.id)
                        .statement(4)
                        .since(write.posted)
                        .says("slot " + slot + " of " + site + " " + what + " while transfer " + write.transfer + " of "
                                + write.from + " (" + write.remote.size() + " blocks) may still land in it");
            }
        }
    }

    /** Whether a write follows from what an impostor said in the name of the peer whose slots it goes to. */
    private boolean ofAnImpostor(PostedWrite write, Site target) {
        Impostures impostures = board().impostures();
        return write.request.isEmpty()
                ? impostures.any(write.from, target.id)
                : impostures.about(write.from, target.id, write.request);
    }

    private void judgeReading(Site site, SlotStates here, int slot, Breach breach, String what) {
        if (here.reading[slot] == 0) {
            return;
        }
        for (PostedWrite write : List.copyOf(writes.values())) {
            if (write.from == site && write.fromLife == site.life && names(write.local, slot) && write.first(breach)) {
                broken(site)
                        .with(write.to == null ? "" : write.to.id)
                        .statement(5)
                        .since(write.posted)
                        .says("slot " + slot + " of " + site + " " + what + " while transfer " + write.transfer
                                + " still reads it");
            }
        }
    }

    private static boolean names(SlotList slots, int slot) {
        for (int i = 0; i < slots.size(); i++) {
            if (slots.get(i) == slot) {
                return true;
            }
        }
        return false;
    }

    private static String word(Use use) {
        return switch (use) {
            case FREE -> "free";
            case RESERVED -> "reserved for another block";
            case READY -> "in use";
            case QUARANTINED -> "quarantined";
        };
    }
}

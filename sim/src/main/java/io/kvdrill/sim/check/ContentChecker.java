package io.kvdrill.sim.check;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.sim.engine.EngineEvent.BlocksRead;
import io.kvdrill.sim.engine.EngineEvent.Purpose;
import io.kvdrill.sim.engine.EngineEvent.SlotsEvicted;
import io.kvdrill.sim.engine.EngineEvent.SlotsFreed;
import io.kvdrill.sim.engine.EngineEvent.SlotsReady;
import io.kvdrill.sim.engine.EngineEvent.SlotsReserved;
import io.kvdrill.sim.fabric.FabricEvent.BlocksLanded;
import io.kvdrill.sim.fabric.FabricEvent.TransferEnded;
import io.kvdrill.sim.fabric.FabricEvent.TransferForgotten;
import io.kvdrill.sim.fabric.FabricEvent.TransferLanded;
import io.kvdrill.sim.fabric.FabricEvent.TransferStopped;
import io.kvdrill.sim.fabric.FabricEvent.WritePosted;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * I11 by content tags: where a request reads blocks, where a peer is served, where loaded blocks become hits, and where
 * something lands in a slot that is a hit.
 */
final class ContentChecker extends LawChecker {
    private static final class Contents {
        /** The key that a hit in this slot stands for; null where there is none. */
        final @Nullable BlockKey[] named;
        /** What was last seen to land; null where nothing has since the slot was reserved. */
        final @Nullable BlockKey[] landed;

        final @Nullable Purpose[] purpose;
        final boolean[] fromPeer;
        final Map<Long, List<BlockKey>> posted = new LinkedHashMap<>();

        Contents(int slots) {
            named = new @Nullable BlockKey[slots];
            landed = new @Nullable BlockKey[slots];
            purpose = new @Nullable Purpose[slots];
            fromPeer = new boolean[slots];
        }

        boolean has(long slot) {
            return slot >= 0 && slot < named.length;
        }
    }

    private final PerSite<Contents> contents =
            perLife(site -> new Contents(site.view().spec().slots()));

    /** Running writes that were reported for what they land on: once is enough for each. */
    private final Set<Long> overHits = new LinkedHashSet<>();

    ContentChecker() {
        super(Law.I11, 7);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(SlotsReserved.class, this::onReserved);
        listeners.on(SlotsReady.class, this::onReady);
        listeners.on(SlotsEvicted.class, (site, event, entry) -> forget(site, event.slots()));
        listeners.on(SlotsFreed.class, (site, event, entry) -> forget(site, event.slots()));
        listeners.on(BlocksLanded.class, this::onLanded);
        listeners.on(BlocksRead.class, this::onRead);
        listeners.on(
                WritePosted.class, (site, event, entry) -> onSource(site, event.to(), event.transfer(), event.keys()));
        listeners.on(
                WriteStarted.class,
                (site, event, entry) -> onSource(site, event.peer(), event.transfer(), event.keys()));
        listeners.on(TransferLanded.class, (site, event, entry) -> over(site, event.transfer()));
        listeners.on(TransferStopped.class, (site, event, entry) -> over(site, event.transfer()));
        listeners.on(TransferEnded.class, (site, event, entry) -> over(site, event.transfer()));
        listeners.on(TransferForgotten.class, (site, event, entry) -> over(site, event.transfer()));
    }

    private void onReserved(Site site, SlotsReserved event, TraceEntry entry) {
        Contents here = contents.of(site);
        for (int i = 0; i < event.slots().size(); i++) {
            int slot = (int) event.slots().get(i);
            if (here.has(slot)) {
                here.named[slot] = null;
                here.landed[slot] = null;
                here.purpose[slot] = event.purpose();
                here.fromPeer[slot] = false;
            }
        }
    }

    private void onReady(Site site, SlotsReady event, TraceEntry entry) {
        Contents here = contents.of(site);
        boolean loaded = false;
        int wrong = 0;
        int firstWrong = -1;
        for (int i = 0; i < event.slots().size(); i++) {
            int slot = (int) event.slots().get(i);
            if (!here.has(slot)) {
                continue;
            }
            BlockKey key = event.keys().get(i);
            if (here.purpose[slot] == Purpose.PROMOTION) {
                loaded = true;
                here.fromPeer[slot] = true;
                if (!key.equals(here.landed[slot])) {
                    firstWrong = wrong++ == 0 ? slot : firstWrong;
                }
            }
            here.named[slot] = key;
        }
        checked(loaded);
        if (wrong > 0) {
            broken(site)
                    .statement(7)
                    .says("a load was reported as a success, and slot " + firstWrong
                            + (wrong == 1 ? "" : " and " + (wrong - 1) + " more") + " of " + site
                            + " became a hit with "
                            + describe(here.landed[firstWrong]) + " in place of its block");
        }
    }

    private void forget(Site site, SlotList slots) {
        Contents here = contents.of(site);
        for (int i = 0; i < slots.size(); i++) {
            if (here.has(slots.get(i))) {
                here.named[(int) slots.get(i)] = null;
            }
        }
    }

    private void onLanded(Site site, BlocksLanded event, TraceEntry entry) {
        if (!site.alive) {
            return;
        }
        Contents here = contents.of(site);
        int wrong = 0;
        int firstWrong = -1;
        boolean overHit = false;
        for (int i = 0; i < event.slots().size(); i++) {
            int slot = (int) event.slots().get(i);
            if (!here.has(slot)) {
                continue;
            }
            here.landed[slot] = event.keys().get(i);
            BlockKey named = here.named[slot];
            overHit |= named != null;
            if (named != null && !named.equals(event.keys().get(i))) {
                firstWrong = wrong++ == 0 ? slot : firstWrong;
            }
        }
        checked(overHit);
        if (wrong > 0 && overHits.add(event.transfer())) {
            broken(site)
                    .with(event.from())
                    .says("transfer " + event.transfer() + " of " + event.from() + " put "
                            + describe(here.landed[firstWrong]) + " into slot " + firstWrong
                            + (wrong == 1 ? "" : " and others into " + (wrong - 1) + " more") + " of " + site
                            + ", which is a hit for another block");
        }
    }

    private void onRead(Site site, BlocksRead event, TraceEntry entry) {
        Contents here = contents.of(site);
        boolean remote = false;
        for (int i = 0; i < event.slots().size() && !remote; i++) {
            int slot = (int) event.slots().get(i);
            remote = here.has(slot) && (here.fromPeer[slot] || here.landed[slot] != null);
        }
        checked(remote);
        if (!event.wrongSlots().isEmpty()) {
            broken(site)
                    .says("request " + event.engineRequest() + " read slot "
                            + event.wrongSlots().get(0)
                            + (event.wrongSlots().size() == 1
                                    ? ""
                                    : " and " + (event.wrongSlots().size() - 1) + " more wrong ones")
                            + " of " + site + ", which holds "
                            + (event.found().isEmpty()
                                    ? "something else"
                                    : event.found().get(0)));
        }
    }

    /** Compares what a write was to carry with what its source slots held; whichever is known later. */
    private void onSource(Site site, String peer, long transfer, List<BlockKey> keys) {
        Map<Long, List<BlockKey>> waiting = contents.of(site).posted;
        List<BlockKey> other = waiting.remove(transfer);
        if (other == null) {
            waiting.put(transfer, keys);
            return;
        }
        checked(true);
        if (!other.equals(keys)) {
            int wrong = 0;
            for (int i = 0; i < Math.min(other.size(), keys.size()); i++) {
                wrong += other.get(i).equals(keys.get(i)) ? 0 : 1;
            }
            broken(site)
                    .with(peer)
                    .statement(7)
                    .says("transfer " + transfer + " to " + peer + " was posted from slots that held "
                            + (wrong == 1 ? "another block" : wrong + " other blocks") + " than it was to carry");
        }
    }

    private void over(Site site, long transfer) {
        contents.of(site).posted.remove(transfer);
        overHits.remove(transfer);
    }

    private static String describe(@Nullable BlockKey key) {
        if (key == null) {
            return "nothing that has landed";
        }
        return key.size() == 0 ? "garbage" : "block " + key;
    }
}

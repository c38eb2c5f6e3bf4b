package io.kvdrill.sim.trace;

import io.kvdrill.core.trace.ChainHash;
import io.kvdrill.core.trace.EventSchema;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.kernel.Kernel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Takes the events of all peers and gives each its place, its time, its cause and its link in the hash chain. Each entry
 * becomes the cause of what follows from it, until the kernel fires the next event.
 */
public final class TraceRecorder {

    /** What is remembered of a run. */
    public enum Keep {
        /** Every entry. */
        ENTRIES,
        /** The hash only, in constant memory. Listeners still see every entry. */
        FINGERPRINT,
        /** Nothing, not even the hash: for many short runs whose traces nobody compares. Listeners still see every entry. */
        NOTHING
    }

    private final Kernel kernel;
    private final LongSupplier clock;
    private final Keep keep;
    private final EventSchema schema = new EventSchema();
    private final ChainHash chain = new ChainHash();
    private final List<TraceEntry> entries = new ArrayList<>();
    private final List<TraceListener> listeners = new ArrayList<>();
    private final List<CauseFinder> causeFinders = new ArrayList<>();
    private long recorded;

    /** A recorder for the run that this kernel drives. */
    public TraceRecorder(Kernel kernel, Keep keep) {
        this(kernel, keep, kernel::nowNanos);
    }

    /**
     * A recorder whose entries have the times of a clock of their own: where kernel time stands still while a real event
     * runs.
     */
    public TraceRecorder(Kernel kernel, Keep keep, LongSupplier clock) {
        this.kernel = kernel;
        this.clock = clock;
        this.keep = keep;
    }

    /** Where the events of a peer go; the empty name stands for the world. */
    public TraceSink sinkOf(String peer) {
        return event -> record(peer, event);
    }

    /** Records an event of a peer. */
    public void record(String peer, TraceEvent event) {
        long sequence = ++recorded;
        long cause = causeOf(peer, event);
        long now = clock.getAsLong();
        if (keep != Keep.NOTHING) {
            chain.beginEntry(sequence, now, peer, cause);
            schema.hash(event, chain);
        }
        TraceEntry entry = new TraceEntry(sequence, now, peer, cause, event, chain.high(), chain.low());
        kernel.causality().set(sequence);
        if (keep == Keep.ENTRIES) {
            entries.add(entry);
        }
        for (TraceListener listener : listeners) {
            listener.onEntry(entry);
        }
    }

    /** Shows every later entry to a listener, after those that were added before it. */
    public void addListener(TraceListener listener) {
        listeners.add(listener);
    }

    /** Asks {@code finder} for the cause of every later event; the first finder that knows decides. */
    public void addCauseFinder(CauseFinder finder) {
        causeFinders.add(finder);
    }

    /** Entries recorded so far, kept or not. */
    public long size() {
        return recorded;
    }

    /** A view of the entries, in order; empty where only the fingerprint is kept. */
    public List<TraceEntry> entries() {
        return Collections.unmodifiableList(entries);
    }

    /**
     * The hash over all entries so far, 32 hexadecimal digits: equal for equal runs on any machine, and different, as good
     * as surely, for any others. Means nothing where nothing is kept.
     */
    public String fingerprint() {
        return chain.hex();
    }

    /** An entry as it is stored. */
    public StoredEntry store(TraceEntry entry) {
        return new StoredEntry(
                entry.sequence(),
                entry.worldNanos(),
                entry.peer(),
                entry.cause(),
                schema.kind(entry.event()),
                schema.fields(entry.event()),
                entry.chain());
    }

    /** All entries as they are stored. */
    public List<StoredEntry> stored() {
        return entries.stream().map(this::store).toList();
    }

    private long causeOf(String peer, TraceEvent event) {
        for (CauseFinder finder : causeFinders) {
            long cause = finder.causeOf(peer, event);
            if (cause != CauseFinder.UNKNOWN) {
                return cause;
            }
        }
        return kernel.causality().current();
    }
}

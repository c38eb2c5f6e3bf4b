package io.kvdrill.scenarios.conform.vector;

import io.kvdrill.core.protocol.WireValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Something that a tier did to the world around it (FORMAT.md section 7).
 *
 * <p>Transfers are named by text. In a vector that is the label; in a subject's answer, whatever name the subject gave
 * the write.
 */
public sealed interface Effect {

    /** A message left. */
    record Send(String peer, WireValue message) implements Effect {}

    /** A connection was dialled. */
    record Dial(String peer) implements Effect {}

    /** A connection was closed. */
    record Close(String peer) implements Effect {}

    /**
     * A peer was registered, or should have been.
     *
     * @param region its region, or null where that is the one of the standard connect
     * @param failed how registering failed, {@code rejected} or {@code internal}; null if it did not
     */
    record AddPeer(
            String peer, @Nullable Region region, @Nullable String failed) implements Effect {}

    /** A region as a peer announced it. */
    record Region(String agentMetadata, BigInteger baseAddress, BigInteger blockCount, BigInteger blockBytes) {}

    /** A peer was unregistered. */
    record RemovePeer(String peer) implements Effect {}

    /**
     * A write was asked for.
     *
     * @param transfer its name, or null unless it was accepted
     * @param blocks what goes where, sorted by remote, then local slot
     * @param outcome what the transport said
     */
    record Write(String peer, @Nullable String transfer, List<Blocks> blocks, WriteOutcome outcome) implements Effect {
        /** Sorts a copy of {@code blocks}. */
        public Write {
            List<Blocks> sorted = new ArrayList<>(blocks);
            Collections.sort(sorted);
            blocks = List.copyOf(sorted);
        }
    }

    /** One block of a write. */
    record Blocks(BigInteger remote, BigInteger local) implements Comparable<Blocks> {
        private static final Comparator<Blocks> ORDER =
                Comparator.comparing(Blocks::remote).thenComparing(Blocks::local);

        @Override
        public int compareTo(Blocks other) {
            return ORDER.compare(this, other);
        }
    }

    /** What a transport says to a write. */
    enum WriteOutcome {
        /** In flight. */
        ACCEPTED,
        /** Nothing was started. */
        REFUSED,
        /** The call failed. */
        THREW;

        /** The name in vectors. */
        public String publicName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Writes were given up.
     *
     * @param immediate or only those that can be withdrawn
     * @param transfers their names
     */
    record Cancel(boolean immediate, SortedSet<String> transfers) implements Effect {
        /** Keeps an unmodifiable copy of {@code transfers}. */
        public Cancel {
            transfers = Collections.unmodifiableSortedSet(new TreeSet<>(transfers));
        }
    }

    /**
     * The parent was called.
     *
     * @param context the label of the request context
     * @param key what was looked up, or null
     * @param keys what was pinned, sorted; empty for other calls
     * @param job the store job, or null
     */
    record Parent(
            ParentCall call,
            String context,
            @Nullable String key,
            List<String> keys,
            @Nullable Long job) implements Effect {
        /** Sorts a copy of {@code keys}. */
        public Parent {
            List<String> sorted = new ArrayList<>(keys);
            Collections.sort(sorted);
            keys = List.copyOf(sorted);
        }
    }

    /** What a parent can be asked. */
    enum ParentCall {
        /** Introduces a context. */
        NEW_REQUEST,
        /** Asks for a key. */
        LOOKUP,
        /** Pins keys. */
        CREATE_STORE_JOB,
        /** Ends a context. */
        REQUEST_FINISHED;

        /** The name in vectors. */
        public String publicName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The control transport was closed. */
    record CloseControl() implements Effect {}

    /** The data transport was closed. */
    record CloseData() implements Effect {}
}

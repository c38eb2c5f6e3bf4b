package io.kvdrill.reports.cause;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What each entry of a trace follows from, and nothing that merely came before it. An entry follows from
 *
 * <ul>
 *   <li>the sending of the message whose receipt it is, and the ending of the write whose completion it is;
 *   <li>the entry in whose handling it was recorded, where both are about one request or one peer: a step of an engine
 *       handles many things in one moment, one after the other, and the order in which it does is no cause;
 *   <li>the entry before it of the request or the session that it is about, where nothing in that moment called it;
 *   <li>for a deadline, what set it, and what kept the answer away;
 *   <li>for a slot that is taken, what freed it, and for bytes that are wrong, the write that put them there;
 *   <li>the fault that struck it.
 * </ul>
 */
public final class Causes {
    /** Of how many slots of an entry the story is told. */
    private static final int MOST_SLOTS = 3;

    /** Kinds that a deadline brings about, and the kinds that set it. */
    private static final Map<String, List<String>> DEADLINES = Map.ofEntries(
            Map.entry("load_timed_out", List.of("load_started")),
            Map.entry("abort_ack_timed_out", List.of("load_aborting")),
            Map.entry("lookup_timed_out", List.of("message_sent", "message_queued", "probe_registered")),
            Map.entry("lookup_pending_timed_out", List.of("lookup_enqueued")),
            Map.entry("parked_demand_timed_out", List.of("demand_received")),
            Map.entry("parked_stores_reaped", List.of("store_parked")),
            Map.entry("abort_drain_timed_out", List.of("abort_parked", "message_received")),
            Map.entry("write_stalled", List.of("write_started")));

    private static final Set<String> FREEING = Set.of("slots_freed", "slots_evicted", "quarantine_lifted");

    private final Index index;
    private final Silence silence;
    private final Blame blame;

    /**
     * Of these entries.
     *
     * @param entries all of a trace, in order
     * @param faults the faults of its world
     * @param names names of its peers
     */
    public Causes(List<StoredEntry> entries, List<RunReport.Fault> faults, Names names) {
        this.index = new Index(entries);
        this.silence = new Silence(index);
        this.blame = new Blame(index, faults, names);
    }

    /** The numbers of the entries that an entry follows from, the earliest first. */
    public List<Long> of(long sequence) {
        return of(sequence, true);
    }

    /**
     * The same without the entry before it of its request or session. What is left brought it about: without any of it, it
     * would not have happened, or not then.
     */
    public List<Long> callersOf(long sequence) {
        return of(sequence, false);
    }

    private List<Long> of(long sequence, boolean withBefore) {
        int place = (int) sequence - 1;
        TreeSet<Integer> found = new TreeSet<>(direct(place, withBefore));
        found.addAll(blame.of(place));
        return found.stream()
                .filter(one -> one >= 0 && one < place)
                .map(one -> one + 1L)
                .toList();
    }

    /**
     * What kept away the answer that an entry waits for; nothing where it waits for none.
     *
     * @param until the last entry that came while it waited
     */
    List<Long> keptAway(long sequence, long until) {
        int place = (int) sequence - 1;
        if (!Kinds.WAITS.contains(index.entry(place).kind())) {
            return List.of();
        }
        Subject subject = index.subject(place);
        String at = Index.at(index.entry(place));
        return silence.between(at, subject.other(), subject.request(), place, (int) until).stream()
                .map(one -> one + 1L)
                .toList();
    }

    StoredEntry entry(long sequence) {
        return index.entry((int) sequence - 1);
    }

    long size() {
        return index.size();
    }

    private List<Integer> direct(int place, boolean withBefore) {
        StoredEntry entry = index.entry(place);
        String kind = entry.kind();
        if (DEADLINES.containsKey(kind)) {
            return deadline(place, entry);
        } else if (Kinds.OF_THE_WORLD.contains(kind)) {
            return recorded(place);
        } else if (kind.equals("write_posted")) {
            return with(handled(place, withBefore), latestOf(place, List.of("demand_received")));
        } else if (Kinds.COURSE_OF_A_WRITE.contains(kind)) {
            return course(place, entry);
        } else if (kind.equals("write_ended") || kind.equals("unknown_completion")) {
            return completion(place, entry, withBefore);
        } else if (kind.equals("session_died")) {
            return death(place, entry);
        } else if (kind.equals("request_entered")) {
            return entered(place, entry);
        } else if (kind.startsWith("slots_") || kind.equals("quarantine_lifted")) {
            return slots(place, entry, withBefore);
        } else if (kind.equals("blocks_read")) {
            return read(place, entry, withBefore);
        }
        return handled(place, withBefore);
    }

    private static List<Integer> with(List<Integer> some, int more) {
        List<Integer> all = new ArrayList<>(some);
        all.add(more);
        return all;
    }

    // ---- the moment in which it was recorded
    // -------------------------------------------------------------------------

    /** The cause that the trace has, unless it is only what came before it in the making of the world. */
    private List<Integer> recorded(int place) {
        int cause = causeOf(place);
        return cause < 0 || making(cause) ? List.of() : List.of(cause);
    }

    private int causeOf(int place) {
        long cause = index.entry(place).cause();
        return cause > 0 && cause <= place ? (int) cause - 1 : -1;
    }

    private boolean making(int place) {
        StoredEntry entry = index.entry(place);
        return entry.worldNanos() == 0
                && (entry.kind().equals("engine_started")
                        || entry.kind().equals("slots_ready")
                        || Index.text(entry, "purpose").equals("warm"));
    }

    /** What called it in its moment; else, or beside it, the entry before it of what it is about. */
    private List<Integer> handled(int place, boolean withBefore) {
        int caller = caller(place);
        if (!withBefore) {
            return caller < 0 ? List.of() : List.of(caller);
        }
        Subject subject = index.subject(place);
        boolean same = caller >= 0 && index.subject(caller).request().equals(subject.request());
        return same ? List.of(caller) : with(caller < 0 ? List.of() : List.of(caller), before(place));
    }

    /** The nearest entry before it in its moment that may have called it; −1 for none. */
    private int caller(int place) {
        StoredEntry entry = index.entry(place);
        String at = Index.at(entry);
        for (int one = causeOf(place); one >= 0; one = causeOf(one)) {
            StoredEntry earlier = index.entry(one);
            if (earlier.worldNanos() != entry.worldNanos() || !Index.at(earlier).equals(at)) {
                return earlier.kind().startsWith("fault_") && earlier.worldNanos() == entry.worldNanos() ? one : -1;
            }
            boolean calls = !Kinds.CALLS_NOTHING.contains(earlier.kind())
                    || (earlier.kind().equals("frame_sent") && entry.kind().equals("message_sent"));
            if (Kinds.SWEEPING.contains(earlier.kind())
                    || (calls && index.subject(place).calledBy(index.subject(one)))) {
                return one;
            }
        }
        return -1;
    }

    /** The entry before it about its request, or else its other peer. */
    private int before(int place) {
        StoredEntry entry = index.entry(place);
        Subject subject = index.subject(place);
        String at = Index.at(entry);
        return subject.request().isEmpty()
                ? index.latestOfOther(at, subject.other(), place)
                : index.latestOfRequest(at, subject.request(), place);
    }

    /** The latest entry of one of these kinds about its request at its peer, the first kind that there is; −1 for none. */
    private int latestOf(int place, List<String> kinds) {
        StoredEntry entry = index.entry(place);
        Subject subject = index.subject(place);
        for (String kind : kinds) {
            List<Integer> all = index.ofKind(entry.peer(), kind);
            for (int i = all.size() - 1; i >= 0; i--) {
                int one = all.get(i);
                if (one < place && index.subject(one).request().equals(subject.request())) {
                    return one;
                }
            }
        }
        return -1;
    }

    // ---- what has rules of its own
    // -----------------------------------------------------------------------------------

    private List<Integer> deadline(int place, StoredEntry entry) {
        int set = latestOf(place, DEADLINES.getOrDefault(entry.kind(), List.of()));
        Subject subject = index.subject(place);
        return with(silence.between(entry.peer(), subject.other(), subject.request(), Math.max(0, set), place), set);
    }

    private List<Integer> death(int place, StoredEntry entry) {
        String other = index.subject(place).other();
        int caller = caller(place);
        if (caller >= 0 && Kinds.DEADLY.contains(index.entry(caller).kind())) {
            return List.of(caller);
        }
        int opened = -1;
        for (int one : index.ofKind(entry.peer(), "session_opened")) {
            opened = one < place && index.subject(one).other().equals(other) ? one : opened;
        }
        int lost = -1;
        for (String kind : List.of("link_lost", "inbound_link_closed", "queue_overflowed")) {
            for (int one : index.ofKind(entry.peer(), kind)) {
                lost = one > opened && one < place && index.subject(one).other().equals(other)
                        ? Math.max(lost, one)
                        : lost;
            }
        }
        return lost >= 0
                ? List.of(lost)
                : with(silence.between(entry.peer(), other, "", Math.max(0, opened), place), opened);
    }

    private List<Integer> course(int place, StoredEntry entry) {
        int before = -1;
        if (entry.value("transfer") instanceof Long transfer) {
            for (int one : index.ofTransfer(transfer)) {
                before = one < place
                                && Kinds.COURSE_OF_A_WRITE.contains(
                                        index.entry(one).kind())
                        ? one
                        : before;
            }
        }
        if (entry.kind().equals("blocks_landed")) {
            return landed(place, entry, before);
        }
        boolean cut = entry.kind().equals("transfer_stopped") || entry.kind().equals("transfer_stalled");
        int caller = cut ? causeOf(place) : -1;
        boolean called = caller >= 0 && index.entry(caller).worldNanos() == entry.worldNanos();
        return called ? List.of(caller, before) : List.of(before);
    }

    /** Where another took a slot while the write to it was under way, that is the story of what landed, too. */
    private List<Integer> landed(int place, StoredEntry entry, int before) {
        int posted = entry.value("transfer") instanceof Long transfer
                ? index.ofTransfer(transfer).get(0)
                : 0;
        TreeSet<Integer> found = new TreeSet<>();
        for (long slot : Index.numbers(entry, "slots")) {
            for (int one : index.ofSlot(entry.peer(), slot)) {
                boolean taken = index.entry(one).kind().equals("slots_reserved");
                if (taken && one > posted && one < place && found.size() < MOST_SLOTS) {
                    found.add(one);
                }
            }
        }
        found.add(before);
        return List.copyOf(found);
    }

    private List<Integer> completion(int place, StoredEntry entry, boolean withBefore) {
        int ended = -1;
        if (entry.value("transfer") instanceof Long transfer) {
            for (int one : index.ofTransfer(transfer)) {
                ended = one < place && index.entry(one).kind().equals("transfer_ended") ? one : ended;
            }
        }
        return ended < 0 ? handled(place, withBefore) : List.of(ended);
    }

    /** What comes from outside has no cause; another leg of a request comes when the one before it has ended. */
    private List<Integer> entered(int place, StoredEntry entry) {
        int cause = causeOf(place);
        boolean next = cause >= 0
                && index.entry(cause).kind().equals("request_left")
                && Index.text(index.entry(cause), "request").equals(Index.text(entry, "request"));
        return next ? List.of(cause) : List.of();
    }

    private List<Integer> slots(int place, StoredEntry entry, boolean withBefore) {
        boolean taken = entry.kind().equals("slots_reserved");
        TreeSet<Integer> found =
                new TreeSet<>(index.subject(place).equals(Subject.NOTHING) ? List.of() : handled(place, withBefore));
        if (taken || found.isEmpty()) {
            Map<Integer, Integer> latest = new LinkedHashMap<>();
            for (long slot : Index.numbers(entry, "slots")) {
                int one = latestMove(entry.peer(), slot, place, taken);
                if (one >= 0 && latest.size() < MOST_SLOTS) {
                    latest.put(one, one);
                }
            }
            found.addAll(latest.keySet());
        }
        return List.copyOf(found);
    }

    private int latestMove(String peer, long slot, int place, boolean freeing) {
        int latest = -1;
        for (int one : index.ofSlot(peer, slot)) {
            if (one >= place) {
                break;
            }
            latest = !freeing || FREEING.contains(index.entry(one).kind()) ? one : latest;
        }
        return latest;
    }

    private List<Integer> read(int place, StoredEntry entry, boolean withBefore) {
        TreeSet<Integer> found = new TreeSet<>(handled(place, withBefore));
        for (long slot : Index.numbers(entry, "wrong_slots")) {
            int landed = index.latestLanding(entry.peer(), slot, place);
            if (found.size() < MOST_SLOTS + 2) {
                found.add(landed);
            }
        }
        return List.copyOf(found);
    }
}

package io.kvdrill.reports.pair;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.RunReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Two runs as one: entries of both in the order of time, numbered anew, with each peer named after its run. What is read off
 * it, such as a timeline, holds both runs and mixes nothing.
 */
public final class Merged {
    /** Fields that number things of the whole run, not of one peer. */
    private static final Set<String> NUMBERS = Set.of("transfer", "frame", "connection");

    private record Mine(boolean ofB, StoredEntry entry) {}

    private final RunPair pair;
    private final List<StoredEntry> entries = new ArrayList<>();
    private final long[] placesOfA;
    private final long[] placesOfB;

    private Merged(RunPair pair) {
        this.pair = pair;
        this.placesOfA = new long[pair.a().trace().entries().size() + 1];
        this.placesOfB = new long[pair.b().trace().entries().size() + 1];
    }

    /** Both runs as one. */
    public static Merged of(RunPair pair) {
        Merged merged = new Merged(pair);
        merged.merge();
        return merged;
    }

    private void merge() {
        List<Mine> mine = new ArrayList<>();
        pair.a().trace().entries().forEach(entry -> mine.add(new Mine(false, entry)));
        pair.b().trace().entries().forEach(entry -> mine.add(new Mine(true, entry)));
        mine.sort(Comparator.comparingLong(one -> one.entry().worldNanos()));
        for (int i = 0; i < mine.size(); i++) {
            places(mine.get(i).ofB())[(int) mine.get(i).entry().sequence()] = i + 1L;
        }
        Set<String> idsOfA = ids(pair.a());
        Set<String> idsOfB = ids(pair.b());
        long numbersOfA = pair.a().trace().entries().stream()
                .flatMap(entry -> entry.fields().stream())
                .mapToLong(field -> NUMBERS.contains(field.name()) && field.value() instanceof Long number ? number : 0)
                .max()
                .orElse(0);
        for (Mine one : mine) {
            String label = one.ofB() ? pair.b().label() : pair.a().label();
            Set<String> ids = one.ofB() ? idsOfB : idsOfA;
            entries.add(renamed(one, label, ids, one.ofB() ? numbersOfA + 1 : 0));
        }
    }

    private StoredEntry renamed(Mine one, String label, Set<String> ids, long numbersBefore) {
        StoredEntry entry = one.entry();
        List<StoredEntry.Field> fields = entry.fields().stream()
                .map(field -> new StoredEntry.Field(field.name(), value(entry, field, label, ids, numbersBefore)))
                .toList();
        return new StoredEntry(
                places(one.ofB())[(int) entry.sequence()],
                entry.worldNanos(),
                entry.peer().isEmpty() ? "" : name(label, entry.peer()),
                places(one.ofB())[(int) entry.cause()],
                entry.kind(),
                fields,
                entry.chain());
    }

    private static @Nullable Object value(
            StoredEntry entry, StoredEntry.Field field, String label, Set<String> ids, long numbersBefore) {
        if (NUMBERS.contains(field.name()) && field.value() instanceof Long number) {
            return number + numbersBefore;
        }
        boolean fault = entry.kind().startsWith("fault_") && field.name().equals("fault");
        return fault && field.value() instanceof String name ? name(label, name) : renamed(field.value(), label, ids);
    }

    private static @Nullable Object renamed(@Nullable Object value, String label, Set<String> ids) {
        if (value instanceof String text) {
            return ids.contains(text) ? name(label, text) : text;
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> renamed = new ArrayList<>();
            list.forEach(element -> renamed.add(renamed(element, label, ids)));
            return renamed;
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, @Nullable Object> renamed = new LinkedHashMap<>();
            map.forEach((key, element) -> renamed.put(key, renamed(element, label, ids)));
            return renamed;
        }
        return value;
    }

    private static Set<String> ids(Side side) {
        Set<String> ids = side.trace().entries().stream()
                .map(StoredEntry::peer)
                .filter(id -> !id.isEmpty())
                .collect(Collectors.toSet());
        side.report().peers().forEach(peer -> ids.add(peer.id()));
        return ids;
    }

    private static String name(String label, String peer) {
        return peer + " [" + label + "]";
    }

    private long[] places(boolean ofB) {
        return ofB ? placesOfB : placesOfA;
    }

    /** All entries, numbered from 1. */
    public List<StoredEntry> entries() {
        return List.copyOf(entries);
    }

    /** The number here of an entry of the first run; 0 for none. */
    public long placeOfA(long sequence) {
        return placesOfA[(int) sequence];
    }

    /** The number here of an entry of the second run; 0 for none. */
    public long placeOfB(long sequence) {
        return placesOfB[(int) sequence];
    }

    /** Laws, requests and peers of both; everything else is the first run's. */
    public RunReport report() {
        RunReport a = pair.a().report();
        List<RunReport.Law> laws = new ArrayList<>();
        List<RunReport.Request> requests = new ArrayList<>();
        pair.a().report().laws().forEach(law -> laws.add(law(pair.a(), placesOfA, law)));
        pair.b().report().laws().forEach(law -> laws.add(law(pair.b(), placesOfB, law)));
        for (Side side : List.of(pair.a(), pair.b())) {
            side.report().requests().forEach(request -> requests.add(request(side, request)));
        }
        return new RunReport(
                a.reportVersion(),
                a.scenario(),
                a.about(),
                a.publicReports(),
                a.profile(),
                a.profileBase(),
                a.profileChanges(),
                a.seed(),
                a.verdict(),
                a.reasons(),
                a.statedBreaks(),
                a.again(),
                a.end(),
                a.fingerprint(),
                a.events(),
                entries.size(),
                Math.max(a.virtualNanos(), pair.b().report().virtualNanos()),
                laws,
                a.expectations(),
                requests,
                peers(),
                a.rowsReached(),
                a.missedMoments(),
                a.limits(),
                faults(),
                a.on());
    }

    /** Peers of one name beside each other, whatever run they are of. */
    private List<RunReport.Peer> peers() {
        List<RunReport.Peer> peers = new ArrayList<>();
        List<RunReport.Peer> others = new ArrayList<>(pair.b().report().peers());
        for (RunReport.Peer peer : pair.a().report().peers()) {
            peers.add(peer(pair.a(), peer));
            others.stream()
                    .filter(other -> other.peer().equals(peer.peer()))
                    .forEach(other -> peers.add(peer(pair.b(), other)));
            others.removeIf(other -> other.peer().equals(peer.peer()));
        }
        others.forEach(other -> peers.add(peer(pair.b(), other)));
        return peers;
    }

    private static RunReport.Peer peer(Side side, RunReport.Peer peer) {
        return new RunReport.Peer(
                name(side.label(), peer.peer()),
                name(side.label(), peer.id()),
                peer.lives(),
                peer.alive(),
                peer.crash());
    }

    private List<RunReport.Fault> faults() {
        List<RunReport.Fault> faults = new ArrayList<>();
        for (Side side : List.of(pair.a(), pair.b())) {
            side.report()
                    .faults()
                    .forEach(fault -> faults.add(new RunReport.Fault(
                            name(side.label(), fault.fault()),
                            fault.kind(),
                            fault.peers().stream()
                                    .map(peer -> name(side.label(), peer))
                                    .toList(),
                            fault.message(),
                            fault.text())));
        }
        return faults;
    }

    private static RunReport.Law law(Side side, long[] places, RunReport.Law law) {
        return new RunReport.Law(
                name(side.label(), law.law()),
                law.means(),
                law.checked(),
                law.atStake(),
                law.violations().stream()
                        .map(violation -> new RunReport.Violation(
                                violation.nanos(),
                                violation.peers().stream()
                                        .map(peer -> name(side.label(), peer))
                                        .toList(),
                                violation.request(),
                                violation.job(),
                                violation.round(),
                                violation.what(),
                                violation.ledTo().stream()
                                        .map(entry -> new RunReport.Entry(
                                                places[(int) entry.sequence()],
                                                entry.nanos(),
                                                name(side.label(), entry.peer()),
                                                entry.kind(),
                                                entry.text()))
                                        .toList()))
                        .toList());
    }

    private static RunReport.Request request(Side side, RunReport.Request request) {
        return new RunReport.Request(
                name(side.label(), request.request()),
                request.finish(),
                request.arrivedNanos(),
                request.firstTokenNanos(),
                request.endedNanos(),
                request.remoteBlocks(),
                request.cachedBlocks(),
                request.computedTokens(),
                request.producedTokens(),
                request.whyLocal(),
                request.whyFailed());
    }
}

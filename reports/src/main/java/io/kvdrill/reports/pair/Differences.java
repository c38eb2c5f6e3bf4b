package io.kvdrill.reports.pair;

import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.MessageFlight;
import io.kvdrill.reports.timeline.Span;
import io.kvdrill.reports.timeline.Timeline;
import io.kvdrill.reports.timeline.TimelineReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What differs between two runs, beside their times: verdicts, laws, ends of requests; which sessions, loads and stores
 * there were and how each ended; and for each pair of peers the first message that differs. The runs may come from worlds in
 * which numbers of jobs and transfers are given otherwise: things are matched by peers, requests and the order in which they
 * began.
 */
public final class Differences {
    private static final String NONE = "none";
    private static final Set<Span.Kind> COMPARED = Set.of(
            Span.Kind.DOWN,
            Span.Kind.PAUSED,
            Span.Kind.REQUEST,
            Span.Kind.HANDSHAKE,
            Span.Kind.SESSION,
            Span.Kind.LOAD,
            Span.Kind.LOAD_SLOTS_HELD,
            Span.Kind.STORE,
            Span.Kind.STORE_SLOTS_HELD);

    private final Side a;
    private final Side b;
    private final List<Difference> found = new ArrayList<>();

    private Differences(RunPair pair) {
        this.a = pair.a();
        this.b = pair.b();
    }

    /** The differences: of what came of the runs first, then in the order in which they show in the first run. */
    public static List<Difference> of(RunPair pair) {
        Differences differences = new Differences(pair);
        differences.outcomes();
        Timeline timelineOfA = TimelineReader.read(pair.a().trace().entries());
        Timeline timelineOfB = TimelineReader.read(pair.b().trace().entries());
        differences.spans(spans(pair.a(), timelineOfA), spans(pair.b(), timelineOfB));
        differences.messages(messages(pair.a(), timelineOfA), messages(pair.b(), timelineOfB));
        return List.copyOf(differences.found);
    }

    /** The differences of what came of the runs only: verdicts, laws, ends of requests and peers. */
    public static List<Difference> outcomesOf(RunPair pair) {
        Differences differences = new Differences(pair);
        differences.outcomes();
        return List.copyOf(differences.found);
    }

    // ---- what came of them ---------------------------------------------------------------------------------------

    private void outcomes() {
        said("verdict", a.report().verdict(), b.report().verdict());
        said("laws broken", listed(a.report().brokenLaws()), listed(b.report().brokenLaws()));
        Map<String, RunReport.Request> requestsOfB = new LinkedHashMap<>();
        b.report().requests().forEach(request -> requestsOfB.put(request.request(), request));
        for (RunReport.Request request : a.report().requests()) {
            said("request " + request.request(), end(request), end(requestsOfB.remove(request.request())));
        }
        requestsOfB.values().forEach(request -> said("request " + request.request(), NONE, end(request)));
        Map<String, RunReport.Peer> peersOfB = new LinkedHashMap<>();
        b.report().peers().forEach(peer -> peersOfB.put(peer.peer(), peer));
        for (RunReport.Peer peer : a.report().peers()) {
            said("peer " + peer.peer() + " at the end", state(peer), state(peersOfB.remove(peer.peer())));
        }
        peersOfB.values().forEach(peer -> said("peer " + peer.peer() + " at the end", NONE, state(peer)));
    }

    private static String listed(List<String> names) {
        return names.isEmpty() ? NONE : String.join(", ", names);
    }

    private static String end(RunReport.@Nullable Request request) {
        if (request == null) {
            return NONE;
        }
        String finish = request.finish();
        return (finish == null ? "not ended" : finish.replace('_', ' ')) + ", " + request.remoteBlocks()
                + (request.remoteBlocks() == 1 ? " block" : " blocks") + " from peers";
    }

    private static String state(RunReport.@Nullable Peer peer) {
        if (peer == null) {
            return NONE;
        }
        String state = peer.crash() != null ? "crashed" : peer.alive() ? "alive" : "dead";
        return state + ", life " + peer.lives();
    }

    private void said(String subject, String ofA, String ofB) {
        if (!ofA.equals(ofB)) {
            found.add(new Difference(subject, ofA.replace('_', ' '), ofB.replace('_', ' '), -1, -1, 0, 0));
        }
    }

    // ---- what lasted ---------------------------------------------------------------------------------------------

    private static Map<String, List<Span>> spans(Side side, Timeline timeline) {
        Names names = new Names(side.report());
        Map<String, List<Span>> spans = new LinkedHashMap<>();
        for (Span span : timeline.spans()) {
            if (COMPARED.contains(span.kind())) {
                spans.computeIfAbsent(subject(names, span), first -> new ArrayList<>())
                        .add(span);
            }
        }
        return spans;
    }

    private static String subject(Names names, Span span) {
        String kind = span.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String of = switch (span.kind()) {
            case HANDSHAKE, SESSION -> " with " + names.of(firstWord(span.label()));
            case REQUEST -> " " + firstWord(span.label());
            default -> span.request().isEmpty() ? "" : " of " + span.request();
        };
        return kind + of + " at " + names.of(span.peer());
    }

    /** A label goes on with how the span ended, after a colon and a space. */
    private static String firstWord(String label) {
        int end = label.indexOf(": ");
        return end < 0 ? label : label.substring(0, end);
    }

    private void spans(Map<String, List<Span>> ofA, Map<String, List<Span>> ofB) {
        Set<String> subjects = new LinkedHashSet<>(ofA.keySet());
        subjects.addAll(ofB.keySet());
        for (String subject : subjects) {
            List<Span> left = ofA.getOrDefault(subject, List.of());
            List<Span> right = ofB.getOrDefault(subject, List.of());
            for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
                span(
                        i == 0 ? subject : subject + ", no. " + (i + 1),
                        i < left.size() ? left.get(i) : null,
                        i < right.size() ? right.get(i) : null);
            }
        }
    }

    private void span(String subject, @Nullable Span left, @Nullable Span right) {
        if (left != null && right != null && left.outcome() == right.outcome()) {
            return;
        }
        found.add(new Difference(
                subject,
                how(left),
                how(right),
                left == null ? -1 : left.endNanos(),
                right == null ? -1 : right.endNanos(),
                left == null ? 0 : entry(left),
                right == null ? 0 : entry(right)));
    }

    private static String how(@Nullable Span span) {
        return span == null ? NONE : span.outcome().name().toLowerCase(Locale.ROOT);
    }

    private static long entry(Span span) {
        return span.endSequence() > 0 ? span.endSequence() : span.beginSequence();
    }

    // ---- messages ------------------------------------------------------------------------------------------------

    private static Map<String, List<MessageFlight>> messages(Side side, Timeline timeline) {
        Names names = new Names(side.report());
        Map<String, List<MessageFlight>> messages = new LinkedHashMap<>();
        for (MessageFlight message : timeline.messages()) {
            messages.computeIfAbsent(
                            "messages from " + names.of(message.from()) + " to " + names.of(message.to()),
                            first -> new ArrayList<>())
                    .add(message);
        }
        return messages;
    }

    private void messages(Map<String, List<MessageFlight>> ofA, Map<String, List<MessageFlight>> ofB) {
        Set<String> ways = new LinkedHashSet<>(ofA.keySet());
        ways.addAll(ofB.keySet());
        for (String way : ways) {
            List<MessageFlight> left = ofA.getOrDefault(way, List.of());
            List<MessageFlight> right = ofB.getOrDefault(way, List.of());
            for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
                MessageFlight one = i < left.size() ? left.get(i) : null;
                MessageFlight other = i < right.size() ? right.get(i) : null;
                if (!text(one).equals(text(other))) {
                    found.add(new Difference(
                            way + ", no. " + (i + 1),
                            text(one),
                            text(other),
                            one == null ? -1 : one.sentNanos(),
                            other == null ? -1 : other.sentNanos(),
                            one == null ? 0 : one.sentSequence(),
                            other == null ? 0 : other.sentSequence()));
                    break; // what follows a difference differs, too
                }
            }
        }
    }

    private static String text(@Nullable MessageFlight message) {
        if (message == null) {
            return NONE;
        }
        return message.type()
                + (message.request().isEmpty() ? "" : " " + message.request())
                + (message.round() < 0 ? "" : " round " + Long.toUnsignedString(message.round()))
                + (message.lost().isEmpty() ? "" : ", lost");
    }
}

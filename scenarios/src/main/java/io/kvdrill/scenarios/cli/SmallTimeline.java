package io.kvdrill.scenarios.cli;

import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Mark;
import io.kvdrill.reports.timeline.Span;
import io.kvdrill.reports.timeline.Timeline;
import io.kvdrill.reports.timeline.TransferFlight;
import io.kvdrill.scenarios.format.unit.Texts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the peers did around a violation, in a few lines of at most 75 characters: one line for each peer that had to do
 * with it, one character for each moment. Of what falls into one moment, the weightiest is shown.
 */
final class SmallTimeline {
    private static final int COLUMNS = 60;
    private static final int LONGEST_NAME = 12;
    private static final int MOST_PEERS = 6;
    private static final int WIDTH = 75;
    /** What began a run, or a fault, may be long ago; what led to a violation after that is what is looked at. */
    private static final Set<String> BEGINNINGS = Set.of("engine_started", "fault_struck", "process_killed");

    /** What a moment can show, the lightest first. */
    private enum Sign {
        NOTHING('.', ""),
        LOAD('-', "load"),
        WRITE('=', "write"),
        LATE_WRITE('~', "write given up that still lands"),
        PAUSED('p', "stands still"),
        DOWN(' ', ""),
        FAULT('F', "fault"),
        DEADLINE('T', "timeout"),
        DEATH('X', "death"),
        WRONG_BYTES('W', "wrong bytes read"),
        VIOLATION('!', "");

        private final char symbol;
        private final String meaning;

        Sign(char symbol, String meaning) {
            this.symbol = symbol;
            this.meaning = meaning;
        }
    }

    private final Timeline timeline;
    private final Style style;
    private final Names names;

    SmallTimeline(RunReport report, Timeline timeline, Style style) {
        this.timeline = timeline;
        this.style = style;
        this.names = new Names(report);
    }

    /** The lines; none where all that led to it happened at one instant. */
    List<String> around(String law, RunReport.Violation violation) {
        long end = violation.nanos();
        long begin = violation.ledTo().stream()
                .filter(entry -> !BEGINNINGS.contains(entry.kind()))
                .mapToLong(RunReport.Entry::nanos)
                .min()
                .orElse(end);
        if (begin >= end || timeline.peers().isEmpty()) {
            return List.of();
        }
        long column = Math.max(1, (end - begin) / (COLUMNS - 8) + 1);
        Canvas canvas = new Canvas(Math.max(0, begin - 4 * column), column, peers(violation));
        draw(canvas, violation);
        List<String> lines = new ArrayList<>();
        lines.add("from " + Texts.about(canvas.beginNanos) + " to " + Texts.about(canvas.endNanos()) + ", "
                + Texts.about(column) + " a column:");
        canvas.rows.forEach((peer, row) -> lines.add(line(names.of(peer), row)));
        lines.addAll(legend(law, canvas));
        return lines;
    }

    /** Those that the violation names, then those that led to it. */
    private Set<String> peers(RunReport.Violation violation) {
        Map<String, String> ids = new LinkedHashMap<>();
        names.all().forEach((id, name) -> ids.put(name, id));
        Set<String> peers = new LinkedHashSet<>();
        violation.peers().forEach(name -> peers.add(ids.getOrDefault(name, name)));
        violation.ledTo().stream()
                .map(RunReport.Entry::peer)
                .filter(name -> !name.isEmpty())
                .forEach(name -> peers.add(ids.getOrDefault(name, name)));
        return peers.stream().limit(MOST_PEERS).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private void draw(Canvas canvas, RunReport.Violation violation) {
        for (Span span : timeline.spans()) {
            switch (span.kind()) {
                case LOAD -> canvas.fill(span.peer(), span.beginNanos(), span.endNanos(), Sign.LOAD);
                case DOWN -> canvas.fill(span.peer(), span.beginNanos(), span.endNanos(), Sign.DOWN);
                case PAUSED -> canvas.fill(span.peer(), span.beginNanos(), span.endNanos(), Sign.PAUSED);
                default -> {}
            }
        }
        for (TransferFlight flight : timeline.transfers()) {
            long end = flight.endNanos() < 0 ? timeline.endNanos() : flight.endNanos();
            long givenUp = flight.forgottenNanos() < 0 ? end : flight.forgottenNanos();
            canvas.fill(flight.from(), flight.postedNanos(), givenUp, Sign.WRITE);
            if (flight.forgottenNanos() >= 0) {
                canvas.fill(flight.from(), givenUp, end, Sign.LATE_WRITE);
            }
        }
        for (Mark mark : timeline.marks()) {
            Sign sign = switch (mark.kind()) {
                case FAULT -> Sign.FAULT;
                case DEADLINE -> Sign.DEADLINE;
                case DEATH -> Sign.DEATH;
                case WRONG_BYTES -> Sign.WRONG_BYTES;
                case VIOLATION -> Sign.VIOLATION;
                case DIFFERENCE -> Sign.NOTHING;
            };
            canvas.mark(mark.peer(), mark.nanos(), sign);
        }
        violation.peers().stream()
                .limit(1)
                .forEach(
                        name -> canvas.mark(canvas.rows.keySet().iterator().next(), violation.nanos(), Sign.VIOLATION));
    }

    private String line(String name, Sign[] row) {
        StringBuilder line =
                new StringBuilder(name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 2) + "..");
        line.append(" ".repeat(LONGEST_NAME + 1 - line.length()));
        for (Sign sign : row) {
            String symbol = String.valueOf(sign.symbol);
            line.append(
                    switch (sign) {
                        case VIOLATION, WRONG_BYTES, LATE_WRITE -> style.bad(symbol);
                        case NOTHING, LOAD -> style.faint(symbol);
                        default -> symbol;
                    });
        }
        return line.toString();
    }

    private static List<String> legend(String law, Canvas canvas) {
        List<String> parts = new ArrayList<>();
        for (Sign sign : Sign.values()) {
            if (canvas.shows(sign)) {
                String meaning = sign == Sign.VIOLATION ? law + " breaks" : sign.meaning;
                if (!meaning.isEmpty()) {
                    parts.add(sign.symbol + " " + meaning);
                }
            }
        }
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String part : parts) {
            if (!line.isEmpty() && line.length() + 3 + part.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : "   ").append(part);
        }
        lines.add(line.toString());
        return lines;
    }

    /** One row of moments for each peer. */
    private static final class Canvas {
        final long beginNanos;
        final long columnNanos;
        final Map<String, Sign[]> rows = new LinkedHashMap<>();

        Canvas(long beginNanos, long columnNanos, Set<String> peers) {
            this.beginNanos = beginNanos;
            this.columnNanos = columnNanos;
            for (String peer : peers) {
                Sign[] row = new Sign[COLUMNS];
                Arrays.fill(row, Sign.NOTHING);
                rows.put(peer, row);
            }
        }

        long endNanos() {
            return beginNanos + COLUMNS * columnNanos;
        }

        void mark(String peer, long nanos, Sign sign) {
            fill(peer, nanos, nanos, sign);
        }

        void fill(String peer, long fromNanos, long toNanos, Sign sign) {
            Sign[] row = rows.get(peer);
            if (row == null || toNanos < beginNanos || fromNanos >= endNanos()) {
                return;
            }
            int first = (int) Math.max(0, (fromNanos - beginNanos) / columnNanos);
            int last = (int) Math.min(COLUMNS - 1, (toNanos - beginNanos) / columnNanos);
            for (int i = first; i <= last; i++) {
                row[i] = row[i].compareTo(sign) < 0 ? sign : row[i];
            }
        }

        boolean shows(Sign sign) {
            for (Sign[] row : rows.values()) {
                for (Sign shown : row) {
                    if (shown == sign) {
                        return true;
                    }
                }
            }
            return false;
        }
    }
}

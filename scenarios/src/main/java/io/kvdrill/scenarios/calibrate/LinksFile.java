package io.kvdrill.scenarios.calibrate;

import io.kvdrill.scenarios.format.unit.Texts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a scenario with the links that were measured, and with where they come from. */
public final class LinksFile {
    private static final int WIDTH = 100;
    private static final long BANDWIDTH_DIGITS = 1_000_000;

    private LinksFile() {}

    /**
     * The text of the file.
     *
     * @param facts when, with what and where it was measured, a line each
     */
    public static String of(Calibration measured, List<String> facts) {
        StringBuilder text = new StringBuilder();
        facts.forEach(fact -> comment(text, fact));
        text.append("#\n");
        comment(text, "round trips of small control messages: " + measured.roundTrips());
        for (Round round : measured.rounds()) {
            String what = Texts.counted(round.blocks(), "block") + " of " + Texts.bytes(round.blockBytes());
            comment(
                    text,
                    "writes of one block of " + Texts.bytes(round.blockBytes()) + ": " + Spread.of(round.singles()));
            comment(text, "writes of " + what + ": " + Spread.of(round.wholes()));
            comment(text, "registrations of " + what + ": " + Spread.of(round.registrations()));
        }
        comment(text, "a peer was killed: its death was " + noticed(measured.deathNanos()));
        comment(text, "a peer was stopped: its silence was " + noticed(measured.stopNanos()));
        if (measured.registrationNanosPerBlock() == 0) {
            comment(text, "registrations: what each further block costs is too little to be measured");
        }
        for (String doubt : measured.doubts()) {
            comment(text, "doubtful: " + doubt);
        }
        String control = "{rtt: " + rtt(measured.roundTrips()) + "}";
        String data = "{bandwidth: " + bandwidth(measured.bytesPerSecond()) + ", latency: "
                + Spread.text(measured.latencyNanos()) + ", per_block: " + perBlock(measured.nanosPerBlock()) + "}";
        String registration = perBlock(measured.registrationNanosPerBlock());
        String base = Spread.text(measured.registrationBaseNanos());
        text.append(
                "#\n# A scenario beside this file has these links with `include: NAME-OF-THIS-FILE`, a shipped one with\n");
        text.append("#   --set 'links.control=").append(control).append("' \\\n");
        text.append("#   --set 'links.data=").append(data).append("' \\\n");
        text.append("#   --set data_plane.registration=").append(registration);
        text.append(" --set data_plane.registration_base=").append(base).append('\n');
        text.append("format: 1\nlinks:\n  control: ").append(control);
        text.append("\n  data: ").append(data);
        text.append("\ndata_plane: {registration: ").append(registration);
        return text.append(", registration_base: ").append(base).append("}\n").toString();
    }

    private static String noticed(@Nullable Long nanos) {
        return nanos == null ? "not measured, which takes --allow-faults" : "noticed after " + Spread.text(nanos);
    }

    /** A log-normal spread needs a percentile above its median. */
    private static String rtt(Spread spread) {
        long median = Math.max(1, Spread.rounded(spread.medianNanos()));
        long p99 = Math.max(median + 1, Spread.rounded(spread.p99Nanos()));
        return "{median: " + Texts.duration(median) + ", p99: " + Texts.duration(p99) + "}";
    }

    private static String bandwidth(long bytesPerSecond) {
        long rounded = Spread.rounded(bytesPerSecond) / BANDWIDTH_DIGITS * BANDWIDTH_DIGITS;
        return Texts.bandwidth(Math.max(BANDWIDTH_DIGITS, rounded));
    }

    private static String perBlock(long nanos) {
        return nanos == 0 ? "0" : Spread.text(nanos) + "/block";
    }

    private static void comment(StringBuilder text, String words) {
        String line = "#";
        for (String word : words.split(" ", -1)) {
            if (line.length() + word.length() >= WIDTH) {
                text.append(line).append('\n');
                line = "#  ";
            }
            line += " " + word;
        }
        text.append(line).append('\n');
    }
}

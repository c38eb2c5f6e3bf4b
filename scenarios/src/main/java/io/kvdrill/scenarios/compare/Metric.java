package io.kvdrill.scenarios.compare;

import io.kvdrill.core.numbers.Quantile;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.SlotUse;
import io.kvdrill.reports.timeline.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** What can be measured of a run. A number of a run that had nothing to measure is none, not 0. */
public enum Metric {
    TTFT_P50("s", "time to first token, median of the requests", run -> quantile(firstTokens(run), Quantile.MEDIAN)),
    TTFT_P99(
            "s",
            "time to first token, 99th percentile of the requests",
            run -> quantile(firstTokens(run), Quantile.P99)),
    TTFT_MAX("s", "time to first token, the slowest request", run -> quantile(firstTokens(run), Quantile.MAX)),
    FALLBACK_P50(
            "s",
            "time from arrival until a request that wanted a peer's blocks was computed here instead, median",
            run -> quantile(fallbacks(run), Quantile.MEDIAN)),
    FALLBACK_P99("s", "the same, 99th percentile", run -> quantile(fallbacks(run), Quantile.P99)),
    FALLBACK_MAX("s", "the same, the slowest", run -> quantile(fallbacks(run), Quantile.MAX)),
    LOCAL_PREFILLS("requests", "requests that were computed here", run -> finished(run, "local_prefill")),
    FAILED_REQUESTS(
            "requests",
            "requests that failed or were given up",
            run -> finished(run, "failed") + finished(run, "given_up")),
    TOKENS_COMPUTED(
            "tokens",
            "prompt tokens computed by answering engines",
            run -> run.requests().stream()
                    .mapToLong(RunReport.Request::computedTokens)
                    .sum()),
    REMOTE_HITS(
            "share",
            "tokens of answered prompts whose blocks a peer wrote, of all their tokens",
            run -> share(run, RunReport.Request::remoteBlocks)),
    CACHE_HITS(
            "share",
            "tokens of answered prompts whose blocks the own cache had, of all their tokens",
            run -> share(run, request -> request.cachedBlocks() - request.remoteBlocks())),
    PINNED_SLOT_SECONDS(
            "slot s", "slots pinned by stores and promised hits, over time", run -> slotSeconds(run, SlotUse::pinned)),
    HELD_SLOT_SECONDS(
            "slot s",
            "slots kept from reuse because a write may still touch them, over time",
            run -> slotSeconds(run, SlotUse::held)),
    WRONG_BLOCKS("blocks", "blocks read that held other bytes than their keys name", Metric::wrongBlocks),
    FALSE_FAILURES(
            "loads", "loads that failed although their source lived and ran all the while", Metric::falseFailures),
    RECOVERY("s", "time from the healing of the world until a load ended well", Metric::recovery),
    MESSAGES("messages", "messages sent by peers", run -> count(run, "message_sent")),
    RECONNECTS("sessions", "sessions opened beyond the first between two peers", Metric::reconnects),
    LAWS_BROKEN(
            "laws",
            "different laws that broke",
            run -> run.report().brokenLaws().size());

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NOTHING = Double.NaN;

    private final String unit;
    private final String about;
    private final ToDoubleFunction<MeasuredRun> measure;

    Metric(String unit, String about, ToDoubleFunction<MeasuredRun> measure) {
        this.unit = unit;
        this.about = about;
        this.measure = measure;
    }

    /** What it is called in commands and files. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its unit. */
    public String unit() {
        return unit;
    }

    /** What it is, in words. */
    public String about() {
        return about;
    }

    /** Its number of a run; not a number where there was nothing to measure. */
    double of(MeasuredRun run) {
        return measure.applyAsDouble(run);
    }

    // ---- requests ------------------------------------------------------------------------------------------------

    private static List<Long> firstTokens(MeasuredRun run) {
        List<Long> waits = new ArrayList<>();
        for (RunReport.Request request : run.requests()) {
            Long arrived = request.arrivedNanos();
            Long first = request.firstTokenNanos();
            if (arrived != null && first != null) {
                waits.add(first - arrived);
            }
        }
        return waits;
    }

    /** Until the last load of it that failed had ended, or the last lookup of it had timed out. */
    private static List<Long> fallbacks(MeasuredRun run) {
        Map<String, String> requestOfName = new LinkedHashMap<>();
        Map<String, Long> gaveUp = new LinkedHashMap<>();
        for (StoredEntry entry : run.entries()) {
            if (entry.kind().equals("request_entered")) {
                requestOfName.put(
                        entry.peer() + ' ' + entry.value("kv_request"), String.valueOf(entry.value("request")));
            } else if (entry.kind().equals("lookup_timed_out")
                    || (entry.kind().equals("load_ended") && Objects.equals(entry.value("success"), false))) {
                String request = requestOfName.get(entry.peer() + ' ' + entry.value("request"));
                if (request != null) {
                    gaveUp.put(request, entry.worldNanos());
                }
            }
        }
        List<Long> waits = new ArrayList<>();
        for (RunReport.Request request : run.requests()) {
            Long arrived = request.arrivedNanos();
            Long at = gaveUp.get(request.request());
            if (arrived != null && at != null && Objects.equals(request.finish(), "local_prefill")) {
                waits.add(at - arrived);
            }
        }
        return waits;
    }

    private static double quantile(List<Long> nanos, int perTenThousand) {
        return nanos.isEmpty()
                ? NOTHING
                : Quantile.ofSorted(nanos.stream().sorted().toList(), perTenThousand) / NANOS_PER_SECOND;
    }

    private static double finished(MeasuredRun run, String finish) {
        return run.requests().stream()
                .filter(request -> finish.equals(request.finish()))
                .count();
    }

    /** Tokens of answered prompts that came from a part of the blocks that were cached, of all their tokens. */
    private static double share(MeasuredRun run, ToIntFunction<RunReport.Request> part) {
        Map<String, Long> prompts = new LinkedHashMap<>();
        kind(run, "request_entered")
                .filter(entry -> Objects.equals(entry.value("leg"), "consume"))
                .forEach(entry -> prompts.put(
                        String.valueOf(entry.value("request")),
                        entry.value("prompt_tokens") instanceof Long tokens ? tokens : Long.valueOf(0)));
        double whole = 0;
        double hits = 0;
        for (RunReport.Request request : run.requests()) {
            long prompt = request.finish() == null ? 0 : prompts.getOrDefault(request.request(), 0L);
            double cached = Math.max(0, prompt - request.computedTokens());
            whole += prompt;
            hits += request.cachedBlocks() == 0 ? 0 : cached * part.applyAsInt(request) / request.cachedBlocks();
        }
        return whole == 0 ? NOTHING : hits / whole;
    }

    // ---- slots, loads, sessions ----------------------------------------------------------------------------------

    private static double slotSeconds(MeasuredRun run, ToIntFunction<SlotUse> part) {
        Map<String, SlotUse> last = new LinkedHashMap<>();
        double sum = 0;
        for (SlotUse use : run.timeline().slots()) {
            SlotUse before = last.put(use.peer(), use);
            sum += before == null ? 0 : part.applyAsInt(before) * (double) (use.nanos() - before.nanos());
        }
        for (SlotUse use : last.values()) {
            sum += part.applyAsInt(use) * (double) (run.timeline().endNanos() - use.nanos());
        }
        return sum / NANOS_PER_SECOND;
    }

    private static double wrongBlocks(MeasuredRun run) {
        return kind(run, "blocks_read")
                .mapToDouble(entry -> entry.value("wrong_slots") instanceof List<?> wrong ? wrong.size() : 0)
                .sum();
    }

    private static double falseFailures(MeasuredRun run) {
        Map<String, Long> begun = new LinkedHashMap<>();
        int failures = 0;
        for (StoredEntry entry : run.entries()) {
            String job = entry.peer() + ' ' + entry.value("job");
            if (entry.kind().equals("load_started")) {
                begun.put(job, entry.worldNanos());
            } else if (entry.kind().equals("load_ended") && Objects.equals(entry.value("success"), false)) {
                long from = begun.getOrDefault(job, entry.worldNanos());
                String source = String.valueOf(entry.value("peer"));
                failures += troubled(run, source, from, entry.worldNanos()) ? 0 : 1;
            }
        }
        return failures;
    }

    private static boolean troubled(MeasuredRun run, String peer, long from, long to) {
        return run.timeline().spans().stream()
                .anyMatch(span -> span.peer().equals(peer)
                        && (span.kind() == Span.Kind.DOWN || span.kind() == Span.Kind.PAUSED)
                        && span.beginNanos() <= to
                        && span.endNanos() >= from);
    }

    private static double recovery(MeasuredRun run) {
        long healed = kind(run, "world_healed")
                .mapToLong(StoredEntry::worldNanos)
                .findFirst()
                .orElse(-1);
        return healed < 0
                ? NOTHING
                : kind(run, "load_ended")
                        .filter(entry -> entry.worldNanos() >= healed && Objects.equals(entry.value("success"), true))
                        .mapToDouble(entry -> (entry.worldNanos() - healed) / NANOS_PER_SECOND)
                        .findFirst()
                        .orElse(NOTHING);
    }

    private static double reconnects(MeasuredRun run) {
        Set<String> pairs = new LinkedHashSet<>();
        return kind(run, "session_opened")
                .filter(entry -> !pairs.add(entry.peer() + ' ' + entry.value("peer")))
                .count();
    }

    private static double count(MeasuredRun run, String kind) {
        return kind(run, kind).count();
    }

    private static Stream<StoredEntry> kind(MeasuredRun run, String kind) {
        return run.entries().stream().filter(entry -> entry.kind().equals(kind));
    }
}

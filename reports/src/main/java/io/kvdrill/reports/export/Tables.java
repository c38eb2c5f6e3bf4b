package io.kvdrill.reports.export;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.export.Table.Column;
import io.kvdrill.reports.json.BrokenLaw;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Mark;
import io.kvdrill.reports.timeline.MessageFlight;
import io.kvdrill.reports.timeline.SlotUse;
import io.kvdrill.reports.timeline.Span;
import io.kvdrill.reports.timeline.TransferFlight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The tables of a run. Peers are named by their identity, {@code host:port}; {@code peers} has the scenario's names. */
public final class Tables {
    private static final JsonMapper JSON = JsonMapper.shared();

    private Tables() {}

    /** All of them, in the order in which they are documented. */
    public static List<Table<?>> all() {
        return List.of(
                requests(),
                peers(),
                laws(),
                violations(),
                spans(),
                messages(),
                transfers(),
                landings(),
                slots(),
                marks(),
                events());
    }

    private static <R> Column<R> column(String name, String about, Function<R, @Nullable Object> value) {
        return new Column<>(name, about, value);
    }

    private static Table<RunReport.Request> requests() {
        return new Table<>(
                "requests",
                "what became of a request",
                List.of(
                        column("request", "its name", RunReport.Request::request),
                        column(
                                "finish",
                                "`remote_kv`, `local_prefill`, `failed`, `given_up`; empty: it did not end",
                                RunReport.Request::finish),
                        column("arrived_ns", "when it arrived", RunReport.Request::arrivedNanos),
                        column("first_token_ns", "when its first token was there", RunReport.Request::firstTokenNanos),
                        column("ended_ns", "when it ended", RunReport.Request::endedNanos),
                        column("remote_blocks", "blocks that a peer wrote", RunReport.Request::remoteBlocks),
                        column(
                                "cached_blocks",
                                "blocks that the cache had, the remote ones included",
                                RunReport.Request::cachedBlocks),
                        column(
                                "computed_tokens",
                                "prompt tokens that the answering leg computed",
                                RunReport.Request::computedTokens),
                        column(
                                "produced_tokens",
                                "prompt tokens that the producing leg computed",
                                RunReport.Request::producedTokens),
                        column("why_local", "what kept a peer's blocks from it", RunReport.Request::whyLocal),
                        column("why_failed", "why it was not answered", RunReport.Request::whyFailed)),
                run -> run.report().requests());
    }

    private static Table<RunReport.Peer> peers() {
        return new Table<>(
                "peers",
                "a peer at the end",
                List.of(
                        column("peer", "its identity", RunReport.Peer::id),
                        column("name", "its name in the scenario", RunReport.Peer::peer),
                        column("lives", "how many processes it has been", RunReport.Peer::lives),
                        column("alive", "whether it lives", RunReport.Peer::alive),
                        column("crash", "why its engine crashed of itself", RunReport.Peer::crash)),
                run -> run.report().peers());
    }

    private static Table<RunReport.Law> laws() {
        return new Table<>(
                "laws",
                "how a law fared",
                List.of(
                        column("law", "its code", RunReport.Law::law),
                        column("checked", "how often it was checked", RunReport.Law::checked),
                        column("at_stake", "how often its premise held", RunReport.Law::atStake),
                        column(
                                "violations",
                                "how often it broke",
                                law -> law.violations().size())),
                run -> run.report().laws());
    }

    private static Table<BrokenLaw> violations() {
        return new Table<>(
                "violations",
                "a law that broke",
                List.of(
                        column("law", "its code", BrokenLaw::law),
                        column("t_ns", "when", broken -> broken.violation().nanos()),
                        column(
                                "peers",
                                "names of the peers, separated by spaces",
                                broken -> String.join(" ", broken.violation().peers())),
                        column(
                                "request",
                                "the `kv_request_id`",
                                broken -> broken.violation().request()),
                        column("job", "the job", broken -> broken.violation().job()),
                        column(
                                "round",
                                "the round",
                                broken -> broken.violation().round()),
                        column(
                                "what",
                                "what was wrong",
                                broken -> broken.violation().what())),
                run -> run.report().violations());
    }

    private static Table<Span> spans() {
        return new Table<>(
                "spans",
                "something that lasted: a step, a request's leg, a session, a load, a store, slots held",
                List.of(
                        column("peer", "at which peer", Span::peer),
                        column("kind", "what: `" + lower(Span.Kind.values()) + "`", span -> lower(span.kind())),
                        column("label", "for people; of a session, the other peer", Span::label),
                        column("begin_ns", "from when", Span::beginNanos),
                        column("end_ns", "to when; the end of the trace where it did not end", Span::endNanos),
                        column("outcome", "`ok`, `failed`, `open`", span -> lower(span.outcome())),
                        column("request", "the `kv_request_id`, or the request's name for a leg", Span::request),
                        column("job", "the job", span -> known(span.job())),
                        column("begin_seq", "the entry that began it", Span::beginSequence),
                        column("end_seq", "the entry that ended it", span -> positive(span.endSequence()))),
                run -> run.timeline().spans());
    }

    private static Table<MessageFlight> messages() {
        return new Table<>(
                "messages",
                "a message on its way",
                List.of(
                        column("from", "the sender", MessageFlight::from),
                        column("to", "the receiver", MessageFlight::to),
                        column("type", "as peers spell it", MessageFlight::type),
                        column("request", "the `kv_request_id`", MessageFlight::request),
                        column("round", "the round", flight -> known(flight.round())),
                        column("sent_ns", "when it left", MessageFlight::sentNanos),
                        column("arrived_ns", "when it arrived; empty: never", flight -> known(flight.arrivedNanos())),
                        column("lost", "why it never arrived", MessageFlight::lost),
                        column("sent_seq", "the entry at which it left", MessageFlight::sentSequence),
                        column(
                                "arrived_seq",
                                "the entry at which it arrived or was lost",
                                flight -> positive(flight.arrivedSequence()))),
                run -> run.timeline().messages());
    }

    private static Table<TransferFlight> transfers() {
        return new Table<>(
                "transfers",
                "a one-sided write",
                List.of(
                        column("transfer", "its number in the run", TransferFlight::transfer),
                        column("from", "the writer", TransferFlight::from),
                        column("to", "the peer written to", TransferFlight::to),
                        column("request", "the `kv_request_id`", TransferFlight::request),
                        column("round", "the round", flight -> known(flight.round())),
                        column("blocks", "how many blocks", TransferFlight::blocks),
                        column("posted_ns", "when it was posted", TransferFlight::postedNanos),
                        column("end_ns", "when the fabric was done with it", flight -> known(flight.endNanos())),
                        column("fate", "`done`, `failed`, `stopped`, `open`", flight -> lower(flight.fate())),
                        column(
                                "forgotten_ns",
                                "when the tier gave it up while bytes could still land",
                                flight -> known(flight.forgottenNanos())),
                        column("landed_late", "whether blocks landed after that", TransferFlight::landedLate),
                        column("posted_seq", "the entry at which it was posted", TransferFlight::postedSequence),
                        column("end_seq", "the entry at which it ended", flight -> positive(flight.endSequence()))),
                run -> run.timeline().transfers());
    }

    private record Landed(long transfer, TransferFlight.Landing landing) {}

    private static Table<Landed> landings() {
        return new Table<>(
                "landings",
                "blocks of a write that landed together",
                List.of(
                        column("transfer", "the write", Landed::transfer),
                        column("t_ns", "when", landed -> landed.landing().nanos()),
                        column("blocks", "how many", landed -> landed.landing().blocks()),
                        column("seq", "the entry", landed -> landed.landing().sequence())),
                run -> {
                    List<Landed> rows = new ArrayList<>();
                    run.timeline()
                            .transfers()
                            .forEach(flight -> flight.landings()
                                    .forEach(landing -> rows.add(new Landed(flight.transfer(), landing))));
                    return rows;
                });
    }

    private static Table<SlotUse> slots() {
        return new Table<>(
                "slots",
                "what a peer's primary slots are used for, from a time on",
                List.of(
                        column("peer", "the peer", SlotUse::peer),
                        column("t_ns", "from when", SlotUse::nanos),
                        column("used", "slots that hold or await a block", SlotUse::used),
                        column("pinned", "slots that a store or a promised hit pins", SlotUse::pinned),
                        column("held", "slots kept from reuse, because a write may still land in them", SlotUse::held)),
                run -> run.timeline().slots());
    }

    private static Table<Mark> marks() {
        return new Table<>(
                "marks",
                "a fault, a deadline that passed, a death, wrong bytes that were read",
                List.of(
                        column("t_ns", "when", Mark::nanos),
                        column("peer", "at which peer; empty for the world", Mark::peer),
                        column("kind", "`fault`, `deadline`, `death`, `wrong_bytes`", mark -> lower(mark.kind())),
                        column("text", "in words", Mark::text),
                        column("seq", "the entry", Mark::sequence)),
                run -> run.timeline().marks());
    }

    private static Table<StoredEntry> events() {
        return new Table<>(
                "events",
                "an entry of the trace",
                List.of(
                        column("seq", "its number", StoredEntry::sequence),
                        column("t_ns", "when", StoredEntry::worldNanos),
                        column("peer", "whose; empty for the world's own", StoredEntry::peer),
                        column("cause", "the entry that led to it", entry -> positive(entry.cause())),
                        column("kind", "the kind of event", StoredEntry::kind),
                        column("fields", "what it says, as a JSON object", Tables::fields)),
                RunView::entries);
    }

    private static String fields(StoredEntry entry) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        entry.fields().forEach(field -> fields.put(field.name(), field.value()));
        return JSON.writeValueAsString(fields);
    }

    private static @Nullable Long known(long value) {
        return value < 0 ? null : Long.valueOf(value);
    }

    private static @Nullable Long positive(long value) {
        return value <= 0 ? null : Long.valueOf(value);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String lower(Enum<?>[] constants) {
        List<String> names = new ArrayList<>();
        for (Enum<?> constant : constants) {
            names.add(lower(constant));
        }
        return String.join("`, `", names);
    }
}

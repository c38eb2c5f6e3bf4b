package io.kvdrill.scenarios.run;

import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.run.TimeShares.Part;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.run.RequestOutcome;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.DataLink;
import io.kvdrill.sim.world.LinkOverride;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the slowest answer of a run spent its time on, so that it can be said which part of the configuration bounds it:
 * field case F64. Bytes that move for it count first, then what computes its prompt, registrations, waits that a deadline
 * ends, steps of other work, and decoding; what is left are messages and the steps that they wait for.
 */
final class SlowestAnswer {
    private static final int MOST_PARTS = 4;
    private static final long PERCENT = 100;
    private static final long LEAST_PERCENT = 2;

    private final World world;
    private final PeerNames peers;
    private final RequestOutcome outcome;
    private final TimeShares shares = new TimeShares();
    private final Map<String, Leg> legs = new LinkedHashMap<>();
    private final Map<String, Long> computing = new LinkedHashMap<>();
    private final Map<String, Long> loads = new LinkedHashMap<>();
    private final Map<String, String> legOfJob = new LinkedHashMap<>();
    private final Map<String, Long> writes = new LinkedHashMap<>();
    private final Map<String, Integer> blocks = new LinkedHashMap<>();
    private String consumer = "";
    private String kvRequest = "";
    private long entered;
    private long computed;
    private long lastComputed;

    private SlowestAnswer(World world, PeerNames peers, RequestOutcome outcome) {
        this.world = world;
        this.peers = peers;
        this.outcome = outcome;
        this.entered = outcome.endedNanos();
        this.computed = outcome.endedNanos();
    }

    /** What bounds it, with the setting that decides; empty if nothing was answered. */
    static Optional<RunReport.Limit> of(RunResult result, PeerNames peers) {
        return result.requests().stream()
                .filter(SlowestAnswer::isAnswered)
                .max(Comparator.comparingLong(SlowestAnswer::took))
                .filter(slowest -> took(slowest) > 0)
                .map(slowest -> new SlowestAnswer(result.world(), peers, slowest)
                        .limit(result.trace().entries()));
    }

    private static boolean isAnswered(RequestOutcome outcome) {
        return outcome.finish() != null
                && switch (outcome.finish()) {
                    case REMOTE_KV, LOCAL_PREFILL -> outcome.arrivedNanos() >= 0 && outcome.endedNanos() >= 0;
                    case FAILED, GIVEN_UP -> false;
                };
    }

    private static long took(RequestOutcome outcome) {
        return outcome.endedNanos() - outcome.arrivedNanos();
    }

    private RunReport.Limit limit(List<TraceEntry> entries) {
        entries.forEach(entry -> see(entry.worldNanos(), entry.peer(), entry.event()));
        entries.forEach(entry -> seeOthers(entry.worldNanos(), entry.peer(), entry.event()));
        shares.add(waitForEngine(), routed(), entered);
        shares.add(
                new Part(7, "decoding at " + peers.of(consumer), "peers." + peers.of(consumer) + ".step"),
                computed,
                outcome.endedNanos());
        Map<Part, Long> parts = shares.of(
                outcome.arrivedNanos(),
                outcome.endedNanos(),
                new Part(9, "messages and the steps that they wait for", "peers." + peers.of(consumer) + ".step"));
        List<String> texts = new ArrayList<>();
        String setting = "";
        for (Map.Entry<Part, Long> part : parts.entrySet()) {
            if (texts.isEmpty()) {
                setting = part.getKey().setting();
            }
            if (texts.size() < MOST_PARTS && part.getValue() * PERCENT >= took(outcome) * LEAST_PERCENT) {
                texts.add(Texts.about(part.getValue()) + " " + part.getKey().what());
            }
        }
        return new RunReport.Limit(
                setting,
                "slowest answer " + outcome.request() + ", " + Texts.about(took(outcome)) + ": "
                        + String.join(", ", texts)
                        + (setting.isEmpty() ? "" : "; most of it is set by " + setting));
    }

    /** Before the consumer takes it: the router's doing, where somebody else had it before. */
    private Part waitForEngine() {
        return legs.containsValue(Leg.PRODUCE)
                ? new Part(8, "the router's", "requests." + outcome.request() + ".dispatch")
                : new Part(8, "until " + peers.of(consumer) + " takes it", "");
    }

    /** When the last leg before the consumer's had ended, or the client had asked. */
    private long routed() {
        return Math.min(entered, Math.max(outcome.arrivedNanos(), lastComputed));
    }

    private void see(long nanos, String at, TraceEvent event) {
        if (event instanceof EngineEvent.RequestEntered leg && leg.request().equals(outcome.request())) {
            legs.put(key(at, leg.engineRequest()), leg.leg());
            if (leg.leg() == Leg.CONSUME) {
                consumer = at;
                kvRequest = leg.kvRequest();
                entered = Math.min(entered, nanos);
            }
        } else if (event instanceof EngineEvent.RequestScheduled run
                && legs.containsKey(key(at, run.engineRequest()))) {
            computing.put(at, nanos);
        } else if (event instanceof EngineEvent.PrefillDone done) {
            prefillDone(nanos, at, legs.get(key(at, done.engineRequest())));
        } else if (event instanceof EngineEvent.PrefillStep step && computing.containsKey(at)) {
            shares.add(
                    new Part(1, "computing it at " + peers.of(at), "peers." + peers.of(at) + ".prefill"),
                    nanos,
                    nanos + step.durationNanos());
        } else if (event instanceof EngineEvent.JobOpened job) {
            legOfJob.put(key(at, job.job()), key(at, job.engineRequest()));
        } else if (event instanceof ClientEvent load) {
            seeLoad(nanos, at, load);
        }
    }

    private void prefillDone(long nanos, String at, @Nullable Leg leg) {
        if (leg != null) {
            computing.remove(at);
            if (leg == Leg.CONSUME) {
                computed = nanos;
            } else {
                lastComputed = nanos;
            }
        }
    }

    private void seeLoad(long nanos, String at, ClientEvent event) {
        if (event instanceof ClientEvent.LoadTimedOut late && isIts(at, late.job())) {
            deadline(
                    late.mode() == LoadMode.PD ? "load_timeout_pd" : "load_timeout_symmetric",
                    nanos - late.ageNanos(),
                    nanos);
        } else if (event instanceof ClientEvent.LoadAborting abort && isIts(at, abort.job())) {
            loads.put(key(at, abort.job()), nanos);
        } else if (event instanceof ClientEvent.LoadEnded ended && isIts(at, ended.job())) {
            Long aborted = loads.remove(key(at, ended.job()));
            if (aborted != null) {
                deadline("abort_ack_timeout", aborted, nanos);
            }
            if (!ended.success()) {
                shares.add(new Part(5, "a load that failed", ""), nanos - ended.ageNanos(), nanos);
            }
        } else if (event instanceof ClientEvent.LookupTimedOut late
                && at.equals(consumer)
                && late.request().equals(kvRequest)) {
            deadline("lookup_progress_timeout", nanos - late.ageNanos(), nanos);
        }
    }

    private void deadline(String row, long startNanos, long endNanos) {
        shares.add(new Part(3, "waiting for " + row, "profile." + row), startNanos, endNanos);
    }

    /** What belongs to the request only if one knows its names. */
    private void seeOthers(long nanos, String at, TraceEvent event) {
        if (event instanceof ServerEvent.WriteStarted write
                && write.peer().equals(consumer)
                && write.request().equals(kvRequest)) {
            writes.put(key(at, write.transfer()), nanos);
            blocks.put(key(at, write.transfer()), write.keys().size());
        } else if (event instanceof ServerEvent.WriteStalled stalled
                && writes.containsKey(key(at, stalled.transfer()))) {
            deadline("stalled_write_timeout", nanos - stalled.ageNanos(), nanos);
        } else if (event instanceof FabricEvent.TransferLanded landed) {
            written(nanos, at, landed.transfer());
        } else if (event instanceof FabricEvent.TransferStopped stopped) {
            written(nanos, at, stopped.transfer());
        } else if (event instanceof ServerEvent.WriteEnded ended) {
            written(nanos, at, ended.transfer());
        } else if (event instanceof EngineEvent.PrefillStep step) {
            shares.add(
                    new Part(6, "steps of other work at " + peers.of(at), "peers." + peers.of(at) + ".prefill_chunk"),
                    concerns(at) ? nanos : 0,
                    concerns(at) ? nanos + step.durationNanos() : 0);
        } else if (event instanceof FabricEvent.RegistrationBegan began && concerns(at)) {
            shares.add(
                    new Part(2, "registering memory at " + peers.of(at), "data_plane.registration"),
                    nanos,
                    nanos + began.nanos());
        }
    }

    /** Whether a peer answers it or writes to it. */
    private boolean concerns(String at) {
        return at.equals(consumer) || legs.keySet().stream().anyMatch(leg -> leg.startsWith(at + ' ')) || writer(at);
    }

    private boolean writer(String at) {
        return blocks.keySet().stream().anyMatch(write -> write.startsWith(at + ' '));
    }

    private void written(long nanos, String at, long transfer) {
        Long started = writes.remove(key(at, transfer));
        if (started == null) {
            return;
        }
        DataLink link = link(peers.of(at), peers.of(consumer));
        long count = blocks.getOrDefault(key(at, transfer), 0);
        long posting = count * link.nanosPerDescriptor();
        double moving = 1e9 * count * world.model().blockBytes() / link.bytesPerSecond();
        boolean undisturbed = nanos - started <= 1.5 * (posting + moving) + 1_000_000;
        String way = peers.of(at) + " to " + peers.of(consumer);
        if (!undisturbed) {
            shares.add(
                    new Part(4, "a write from " + way + " that shares its path or stands still", ""), started, nanos);
        } else if (posting > moving) {
            shares.add(new Part(0, "posting pieces, " + way, "links.data.per_block"), started, nanos);
        } else {
            shares.add(new Part(0, "moving bytes, " + way, "links.data.bandwidth"), started, nanos);
        }
    }

    private DataLink link(String from, String to) {
        DataLink link = world.data();
        for (LinkOverride each : world.links()) {
            boolean there = each.from().equals(from) && each.to().equals(to);
            boolean back =
                    each.bothWays() && each.from().equals(to) && each.to().equals(from);
            if (each.data() != null && (there || back)) {
                link = each.data();
            }
        }
        return link;
    }

    private boolean isIts(String at, long job) {
        String leg = legOfJob.get(key(at, job));
        return leg != null && legs.containsKey(leg);
    }

    private static String key(String peer, Object name) {
        return peer + ' ' + name;
    }
}

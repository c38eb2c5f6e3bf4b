package io.kvdrill.sim.search.swarm;

import static io.kvdrill.sim.search.swarm.Draw.MILLI;
import static io.kvdrill.sim.search.swarm.Draw.SECOND;

import io.kvdrill.core.profile.Rows;
import io.kvdrill.sim.search.swarm.Feature.Kind;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.WorldBuilder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What clients ask, what is in caches, and when the world heals. */
final class WorkloadDraw {
    private static final int TOKENS = Model.DEFAULT.tokensPerBlock();
    private static final int MAX_BLOCKS = 6;
    private static final String HEALING = "healing";

    private final Draw draw;
    private final Dice dice;
    private final MomentDraw moments;
    private final List<String> faults;
    private final List<Feature> kinds;
    private final List<RequestSpec> requests = new ArrayList<>();
    private final Set<String> chained = new LinkedHashSet<>();
    private long lastArrivalNanos;

    WorkloadDraw(Draw draw, List<String> faults) {
        this.draw = draw;
        this.dice = draw.dice("requests");
        this.moments = new MomentDraw(draw, dice);
        this.faults = faults;
        List<Feature> drawn =
                Feature.of(Kind.REQUESTS).stream().filter(draw::has).toList();
        this.kinds = draw.peers.size() == 1 ? List.of(Feature.LOCAL) : drawn;
        this.lastArrivalNanos = draw.beginNanos;
    }

    void addTo(WorldBuilder world) {
        for (int i = 0; i < draw.requests; i++) {
            requests.add(request("r" + i, arrival()));
        }
        if (draw.has(Feature.HEALING)) {
            heal(world);
        }
        List<RequestSpec> all = new ArrayList<>(draw.has(Feature.ACQUAINTED) ? greetings() : List.of());
        all.addAll(requests);
        world.onlyRequests(all);
        if (draw.has(Feature.WARM_CACHES)) {
            warm(world);
        }
    }

    private Moment arrival() {
        int edges = draw.has(Feature.EDGES) && !draw.deadlines.isEmpty() ? 2 : 0;
        int relative = faults.isEmpty() ? 0 : 1;
        return switch (dice.weighted(4, edges, relative)) {
            case 1 -> requests.isEmpty() ? Moment.at(nextArrival()) : moments.edge();
            case 2 -> new Moment.Relative(dice.any(faults), dice.coin() ? 0 : draw.length(dice, 1, 60 * SECOND));
            default -> Moment.at(nextArrival());
        };
    }

    /** Often together with the one before, or a moment later. */
    private long nextArrival() {
        lastArrivalNanos = switch (dice.between(0, 3)) {
            case 0 -> lastArrivalNanos;
            case 1 -> lastArrivalNanos + dice.magnitude(1_000, 50 * MILLI);
            default -> draw.beginNanos + (long) (draw.horizonNanos * (dice.between(0, 1_000) / 1_000.0));
        };
        return lastArrivalNanos;
    }

    private RequestSpec request(String id, Moment arrival) {
        RequestSpec request;
        if (draw.has(Feature.RETRIES) && !requests.isEmpty() && dice.oneIn(3)) {
            request = again(dice.any(requests), id, arrival);
        } else if (chains() && dice.coin()) {
            request = chained(dice.any(requests), id, arrival);
        } else {
            request = fresh(id, arrival);
        }
        if (draw.has(Feature.SHARED_IDS) && dice.oneIn(2)) {
            request = sharing(request);
        }
        if (draw.has(Feature.IMPATIENT_CLIENTS) && dice.oneIn(2)) {
            request = request.givenUpAfter(patience(request));
        }
        return request;
    }

    /** Where writes are long, often while one runs. */
    private long patience(RequestSpec request) {
        if (draw.has(Feature.LONG_WRITES) && !dice.oneIn(4)) {
            long before = request.mode() == Mode.SYMMETRIC ? MILLI : dice.magnitude(MILLI, 300 * MILLI);
            return before + dice.between(0, request.prompt().tokens() / TOKENS * draw.blockNanos);
        }
        return draw.length(dice, 1_000, dice.coin() ? SECOND : 90 * SECOND);
    }

    /** A small request for each pair of peers of which one will pull from the other. */
    private List<RequestSpec> greetings() {
        Set<List<String>> pairs = new LinkedHashSet<>();
        for (RequestSpec request : requests) {
            pair(pairs, request.consume(), request.produce());
            pair(pairs, request.consume(), request.mode() == Mode.SYMMETRIC ? request.source() : null);
            pair(pairs, request.produce(), request.source());
        }
        List<RequestSpec> greetings = new ArrayList<>();
        for (List<String> pair : pairs) {
            String id = "hello" + greetings.size();
            greetings.add(RequestSpec.symmetric(id, 0, Prompt.of("hello", TOKENS), pair.get(1), pair.get(0)));
        }
        return greetings;
    }

    private static void pair(Set<List<String>> pairs, @Nullable String from, @Nullable String to) {
        if (from != null && to != null && !from.equals(to) && !pairs.contains(List.of(to, from))) {
            pairs.add(List.of(from, to));
        }
    }

    /** Under one id with others, often between the same peers. */
    private RequestSpec sharing(RequestSpec request) {
        RequestSpec like = requests.isEmpty() || dice.oneIn(3) ? request : dice.any(requests);
        boolean soon = !like.id().equals(request.id()) && like.arrival() instanceof Moment.At && dice.coin();
        return new RequestSpec(
                request.id(),
                soon ? new Moment.Relative(like.id(), dice.magnitude(MILLI, 50 * MILLI)) : request.arrival(),
                request.prompt(),
                request.outputTokens(),
                like.mode(),
                like.consume(),
                like.produce(),
                like.source(),
                "shared" + dice.between(0, 1),
                like.mode() == request.mode() ? request.dispatch() : like.dispatch(),
                null);
    }

    /** A client that asks the same once more; its router may choose other peers. */
    private RequestSpec again(RequestSpec earlier, String id, Moment otherwise) {
        if (earlier.arrival() instanceof Moment.At && dice.coin()) {
            return atOnce(earlier, id);
        }
        RequestSpec fresh = fresh(id, otherwise);
        RequestSpec same = dice.coin() ? earlier : withPrompt(fresh, earlier.prompt());
        Moment arrival = earlier.arrival() instanceof Moment.At
                ? new Moment.Relative(earlier.id(), draw.length(dice, 1_000, 100 * SECOND))
                : otherwise;
        return like(same, id, arrival, dice.coin() ? earlier.kvId() : null);
    }

    /**
     * The earlier client gives up, and the same comes again under the same id: before everybody knows, or when the abort of
     * its load has just been given up, too.
     */
    private RequestSpec atOnce(RequestSpec earlier, String id) {
        long patience = dice.coin() ? dice.magnitude(MILLI, 300 * MILLI) : draw.length(dice, MILLI, 90 * SECOND);
        if (draw.has(Feature.SLOW_LINKS) && dice.coin()) {
            // While the answer to one of the messages of a pull is under way.
            patience = dice.between(MILLI, MILLI + 8 * draw.controlDelayNanos);
        }
        requests.set(requests.indexOf(earlier), earlier.givenUpAfter(patience));
        long abort = draw.profile.nanos(Rows.ABORT_ACK_TIMEOUT);
        long wait = dice.oneIn(3) && abort < 90 * SECOND ? abort : 0;
        Moment arrival = new Moment.Relative(earlier.id(), patience + wait + dice.magnitude(1, 50 * MILLI));
        return like(earlier, id, arrival, earlier.kvId());
    }

    private static RequestSpec like(RequestSpec same, String id, Moment arrival, @Nullable String kvId) {
        return new RequestSpec(
                id,
                arrival,
                same.prompt(),
                same.outputTokens(),
                same.mode(),
                same.consume(),
                same.produce(),
                same.source(),
                kvId,
                same.dispatch() instanceof Dispatch.Legs ? new Dispatch.Together() : same.dispatch(),
                null);
    }

    private boolean chains() {
        return draw.has(Feature.CHAINS) && draw.has(Feature.SYMMETRIC) && !requests.isEmpty();
    }

    /** Asks an earlier request's consumer for that request's blocks, soon after it, from a peer that has none of them. */
    private RequestSpec chained(RequestSpec earlier, String id, Moment otherwise) {
        String source = earlier.consume();
        List<String> without = draw.peers.stream()
                .map(PeerSpec::name)
                .filter(peer ->
                        !peer.equals(source) && !peer.equals(earlier.source()) && !peer.equals(earlier.produce()))
                .toList();
        if (source == null || without.isEmpty()) {
            return fresh(id, otherwise);
        }
        Moment arrival = earlier.arrival() instanceof Moment.At
                ? new Moment.Relative(earlier.id(), dice.magnitude(1_000, 100 * MILLI))
                : otherwise;
        chained.add(id);
        return RequestSpec.symmetric(id, 0, earlier.prompt(), source, dice.any(without))
                .arriving(arrival);
    }

    private static RequestSpec withPrompt(RequestSpec request, Prompt prompt) {
        return new RequestSpec(
                request.id(),
                request.arrival(),
                prompt,
                request.outputTokens(),
                request.mode(),
                request.consume(),
                request.produce(),
                request.source(),
                request.kvRequestId(),
                request.dispatch(),
                request.clientGivesUpAfterNanos());
    }

    private RequestSpec fresh(String id, Moment arrival) {
        Prompt prompt = prompt(id);
        String consume = draw.peer(dice);
        int output = dice.few(1, 4);
        return switch (dice.any(kinds)) {
            case PD -> {
                String produce = draw.peerBut(dice, consume);
                yield new RequestSpec(
                        id,
                        arrival,
                        prompt,
                        output,
                        Mode.PD,
                        consume,
                        produce,
                        draw.has(Feature.COMBINED) && dice.coin() ? draw.peerBut(dice, produce) : null,
                        null,
                        dispatch(),
                        null);
            }
            case SYMMETRIC ->
                new RequestSpec(
                        id,
                        arrival,
                        prompt,
                        output,
                        Mode.SYMMETRIC,
                        consume,
                        null,
                        draw.has(Feature.MISROUTED) && dice.oneIn(4) ? consume : draw.peerBut(dice, consume),
                        null,
                        new Dispatch.Together(),
                        null);
            default ->
                new RequestSpec(
                        id,
                        arrival,
                        prompt,
                        output,
                        Mode.LOCAL,
                        consume,
                        null,
                        null,
                        null,
                        new Dispatch.Together(),
                        null);
        };
    }

    private Dispatch dispatch() {
        if (!draw.has(Feature.LOOSE_LEGS) || dice.oneIn(3)) {
            return new Dispatch.AfterPrefill(dice.coin() ? 0 : draw.length(dice, 1_000, 100 * SECOND));
        }
        if (dice.oneIn(3)) {
            return new Dispatch.Together();
        }
        boolean produces = !dice.oneIn(4);
        boolean consumes = !produces || !dice.oneIn(4);
        return new Dispatch.Legs(produces ? leg() : null, consumes ? leg() : null);
    }

    private @Nullable Moment leg() {
        return draw.has(Feature.EDGES) && !draw.deadlines.isEmpty() && dice.coin()
                ? moments.edge()
                : Moment.at(moments.time());
    }

    private Prompt prompt(String id) {
        int tokens = TOKENS * dice.few(1, MAX_BLOCKS) + (dice.coin() ? 1 : dice.between(0, TOKENS - 1));
        if (!draw.has(Feature.SHARED_PREFIXES) || dice.oneIn(4)) {
            return Prompt.of(id, tokens);
        }
        Prompt shared = Prompt.of("w" + dice.between(0, 1), tokens);
        return dice.oneIn(3) ? shared.then(id, TOKENS * dice.few(1, 3)) : shared;
    }

    private void warm(WorldBuilder world) {
        for (PeerSpec peer : draw.peers) {
            Set<Prompt> prompts = new LinkedHashSet<>();
            for (RequestSpec request : requests) {
                if (peer.name().equals(request.source()) && !dice.oneIn(3)) {
                    // Of a chain, the source may have the beginning only: it is to be busy with the rest.
                    boolean part = chained.contains(request.id());
                    String text = request.prompt().segments().get(0).text();
                    prompts.add(part ? Prompt.of(text, TOKENS) : request.prompt());
                }
            }
            if (dice.oneIn(3)) {
                prompts.add(
                        dice.coin()
                                ? dice.any(requests).prompt()
                                : Prompt.of("w" + dice.between(0, 1), TOKENS * dice.between(1, MAX_BLOCKS)));
            }
            int slots = peer.slots();
            for (Prompt prompt : prompts) {
                long blocks = prompt.tokens() / TOKENS;
                if (blocks > 0 && blocks <= slots) {
                    world.warm(peer.name(), prompt);
                    slots -= (int) blocks;
                }
            }
        }
    }

    /** Requests that come with the healing, and later, when everything has had its time to recover. */
    private void heal(WorldBuilder world) {
        Moment healing = draw.has(Feature.EDGES) && !draw.deadlines.isEmpty() && dice.oneIn(3)
                ? moments.edge()
                : Moment.at(draw.length(dice, MILLI, 100 * SECOND));
        world.moment(HEALING, healing).healAt(new Moment.Relative(HEALING, 0));
        int count = dice.between(1, 3);
        for (int i = 0; i < count; i++) {
            long after = dice.oneIn(4) ? draw.length(dice, 1, 60 * SECOND) : dice.between(100, 300) * SECOND;
            RequestSpec request = fresh("h" + i, new Moment.Relative(HEALING, after));
            boolean whole = !(request.dispatch() instanceof Dispatch.Legs);
            requests.add(whole ? request : request.dispatched(new Dispatch.Together()));
        }
    }
}

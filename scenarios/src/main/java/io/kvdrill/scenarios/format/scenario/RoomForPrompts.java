package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.source.Problem;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds requests whose prompts have more KV blocks than a peer has slots: the producer then does not store them all, and
 * the request looks as if the peer had failed.
 */
final class RoomForPrompts {
    private final World world;
    private final YamlValue document;
    private final Set<Problem> warnings = new LinkedHashSet<>();

    private RoomForPrompts(World world, YamlValue document) {
        this.world = world;
        this.document = document;
    }

    /** A warning for each such request. */
    static List<Problem> warnings(World world, YamlValue document) {
        RoomForPrompts room = new RoomForPrompts(world, document);
        for (int i = 0; i < world.requests().size(); i++) {
            room.look("requests[" + i + "].prompt", world.requests().get(i));
        }
        return List.copyOf(room.warnings);
    }

    private void look(String path, RequestSpec request) {
        long blocks = request.prompt().tokens() / world.model().tokensPerBlock();
        boolean loads = request.produce() != null || request.source() != null;
        look(
                path,
                request,
                blocks,
                request.produce(),
                "what does not fit is not stored, and the load waits for it in vain");
        look(path, request, blocks, loads ? request.consume() : null, "what does not fit is not loaded");
    }

    private void look(String path, RequestSpec request, long blocks, @Nullable String name, String so) {
        if (name == null) {
            return;
        }
        PeerSpec peer = world.peer(name);
        String message =
                Texts.count(request.prompt().tokens()) + " tokens are " + Texts.count(blocks) + " KV blocks of "
                        + world.model().tokensPerBlock() + " tokens, and " + name + " has "
                        + Texts.counted(peer.slots(), "slot") + ": " + so;
        if (blocks > peer.slots()) {
            warnings.add(new Problem(
                    WorldPlaces.of(path, document),
                    message,
                    "ask for at most "
                            + Texts.count((long) peer.slots() * world.model().tokensPerBlock()) + " tokens, or give "
                            + name + " slots: " + blocks));
        }
    }
}

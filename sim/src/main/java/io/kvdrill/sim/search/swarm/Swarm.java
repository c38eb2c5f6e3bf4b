package io.kvdrill.sim.search.swarm;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Row.TimeRow;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.sim.fault.EventCatalogue;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.world.Caps;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws runs from a grammar. The same grammar, profile and seed give the same run, and equal worlds under whatever
 * profile, but for the lengths that are taken from the profile's deadlines. Immutable.
 */
public final class Swarm {
    private static final String STREAM = "swarm";
    private static final Caps CAPS = new Caps(300_000, 7_200 * Draw.SECOND, 20_000);

    private final SwarmGrammar grammar;
    private final List<TimeRow> deadlineRows;

    /**
     * A swarm.
     *
     * @throws IllegalArgumentException if nothing can be drawn from the grammar
     */
    public Swarm(SwarmGrammar grammar) {
        if (!grammar.problems().isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", grammar.problems()));
        }
        this.grammar = grammar;
        List<TimeRow> rows = new ArrayList<>();
        for (String name : new EventCatalogue().deadlineRows()) {
            Row<?> row = Rows.named(name).orElseThrow();
            if (row instanceof TimeRow time) {
                rows.add(time);
            }
        }
        this.deadlineRows = List.copyOf(rows);
    }

    /** A swarm of the standard grammar. */
    public static Swarm standard() {
        return new Swarm(SwarmGrammar.standard());
    }

    /** What is drawn from. */
    public SwarmGrammar grammar() {
        return grammar;
    }

    /**
     * The run of a number.
     *
     * @param base the profile to search under; rows may be drawn on top of it
     * @param seed any number
     */
    public SwarmCase draw(Profile base, long seed) {
        RandomStreams streams = new RandomStreams(seed);
        FeatureMask mask = new MaskDraw(dice(streams, "features"), grammar).mask();
        Profile profile = new RowDraw(dice(streams, "rows"), mask).profile(base);
        Draw draw = new Draw(grammar, mask, profile, deadlineRows, streams);
        WorldBuilder world = World.called("swarm-" + seed).caps(CAPS);
        new ClusterDraw(draw).addTo(world);
        FaultDraw faults = new FaultDraw(draw);
        faults.addTo(world);
        new WorkloadDraw(draw, faults.free()).addTo(world);
        World drawn = world.build();
        World aimed = drawn.toBuilder()
                .onlyPeers(EnoughSlots.in(drawn))
                .onlyFaults(FrameAim.aimed(drawn))
                .build();
        return new SwarmCase(aimed, profile, seed, mask);
    }

    static Dice dice(RandomStreams streams, String part) {
        return new Dice(streams.stream(STREAM, part));
    }
}

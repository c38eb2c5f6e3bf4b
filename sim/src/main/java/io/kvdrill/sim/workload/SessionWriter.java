package io.kvdrill.sim.workload;

import io.kvdrill.sim.kernel.Amounts;
import io.kvdrill.sim.kernel.Delays;
import io.kvdrill.sim.kernel.RandomStream;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.world.PrefixPool;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.Sessions;
import io.kvdrill.sim.world.WorkloadSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws what the sessions of a workload ask, one after the other. */
public final class SessionWriter {
    private final WorkloadSpec spec;
    private final RandomStream chance;
    private final @Nullable Prefixes prefixes;
    private long written;

    /** For this workload, from streams named after it and its pool. */
    public SessionWriter(WorkloadSpec spec, RandomStreams streams) {
        this.spec = spec;
        this.chance = streams.stream("workload " + spec.name(), "sessions");
        PrefixPool pool = spec.pool();
        this.prefixes = pool == null ? null : new Prefixes(pool, streams);
    }

    /** The next session. */
    public SessionScript next() {
        long number = written++;
        Sessions sessions = spec.sessions();
        List<Prompt.Segment> text = new ArrayList<>();
        if (prefixes != null) {
            text.add(prefixes.draw(chance));
        }
        int count = (int) Amounts.sample(sessions.turns(), chance);
        List<SessionScript.Turn> turns = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            String id = spec.request(number, t);
            text.add(new Prompt.Segment(id, (int) Amounts.sample(sessions.question(), chance)));
            int answer = (int) Amounts.sample(sessions.answer(), chance);
            long think = Delays.sample(sessions.thinkTime(), chance);
            turns.add(new SessionScript.Turn(new Prompt(text), answer, think));
            text.add(new Prompt.Segment(id + ".answer", answer));
        }
        return new SessionScript(number, turns);
    }
}

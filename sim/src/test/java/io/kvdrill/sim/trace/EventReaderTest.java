package io.kvdrill.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.core.trace.StoredEntry.Field;
import io.kvdrill.sim.fault.EventCatalogue;
import io.kvdrill.sim.run.RunOptions;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventReaderTest {
    private final EventReader reader = new EventCatalogue().reader();

    @Test
    void makesEveryEventOfARunAgain() {
        World world = World.called("two")
                .peers(PeerSpec.of("prefill", "10.0.0.1"), PeerSpec.of("decode", "10.0.0.2"))
                .requests(
                        RequestSpec.pd("first", 0, Prompt.of("first", 512), "prefill", "decode"),
                        RequestSpec.pd("second", 1_000_000_000L, Prompt.of("second", 512), "prefill", "decode"))
                .fault(Moment.at(3_000_000_000L), new Fault.Restart("prefill", 0))
                .build();
        TraceRecorder trace = new SimulatedRun(world, Profile.of(Preset.HARDENED), RunOptions.of(1, TierFactory.own()))
                .run()
                .trace();

        Set<String> kinds = new LinkedHashSet<>();
        for (TraceEntry entry : trace.entries()) {
            StoredEntry stored = trace.store(entry);
            kinds.add(stored.kind());
            assertThat(reader.event(stored)).isEqualTo(entry.event());
        }
        assertThat(kinds).contains("message_sent", "slots_pinned", "blocks_read", "job_ended", "process_killed");
    }

    @Test
    void refusesWhatIsNoEvent() {
        assertThatThrownBy(() -> reader.event(entry("no_such_thing")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no event is of the kind no_such_thing");
        assertThatThrownBy(() -> reader.event(entry("engine_started")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("engine_started has no field incarnation");
        assertThatThrownBy(() -> reader.event(entry("engine_started", new Field("incarnation", "first"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("field incarnation of engine_started cannot be first");
    }

    private static StoredEntry entry(String kind, Field... fields) {
        return new StoredEntry(1, 0, "", 0, kind, List.of(fields), "");
    }
}

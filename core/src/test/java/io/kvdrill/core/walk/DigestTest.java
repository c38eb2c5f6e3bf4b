package io.kvdrill.core.walk;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A digest tells states apart that will do different things. */
class DigestTest {

    private static long digest(Op... ops) {
        Walk walk = new Walk(Profile.of(Preset.HARDENED), TierBench.FENCING);
        walk.run(List.of(ops));
        return walk.digest();
    }

    @Test
    void everyStepOfAnOrdinaryHistoryLeavesAnotherState() {
        List<Op> history = List.of(
                new Ops.Open(Ops.Role.PRODUCER, "h1:1", "A"),
                new Ops.Store(0, 3),
                new Ops.Connect("h1:1"),
                new Ops.Step(),
                new Ops.Advance(5),
                new Ops.Step(),
                new Ops.Ack("h1:1"),
                new Ops.Step(),
                new Ops.Fetch("h1:1", "A", 1, 1),
                new Ops.Step(),
                new Ops.Cache("b", LookupOutcome.HIT_PENDING),
                new Ops.Lookup("h1:1", "B", 0, 2),
                new Ops.Poll(),
                new Ops.Serve(),
                new Ops.EndWrite(0, true),
                new Ops.Poll(),
                new Ops.Abort("h1:1", "A", 0),
                new Ops.Lose("h1:1"),
                new Ops.Step());
        Set<Long> digests = new LinkedHashSet<>();
        List<Op> sofar = new ArrayList<>();
        int changes = 0;
        for (Op op : history) {
            sofar.add(op);
            // What only prepares the outside changes the tier when it is next called.
            if (!(op instanceof Ops.Connect
                    || op instanceof Ops.Ack
                    || op instanceof Ops.Fetch
                    || op instanceof Ops.Lookup
                    || op instanceof Ops.Abort
                    || op instanceof Ops.Cache
                    || op instanceof Ops.EndWrite
                    || op instanceof Ops.Lose)) {
                changes++;
                digests.add(digest(sofar.toArray(new Op[0])));
            }
        }
        assertThat(digests).hasSize(changes);
    }

    @Test
    void timeThatPassesForTheOutsideOnlyChangesNothing() {
        assertThat(digest(new Ops.Advance(5))).isEqualTo(digest());
    }

    @Test
    void namesKeysRoundsAndAnswersCount() {
        Op up = new Ops.Up("h1:1");
        Op step = new Ops.Step();
        Set<Long> digests = new LinkedHashSet<>();
        digests.add(digest(up, step, new Ops.Fetch("h1:1", "A", 0, 1), step));
        digests.add(digest(up, step, new Ops.Fetch("h1:1", "B", 0, 1), step));
        digests.add(digest(up, step, new Ops.Fetch("h1:1", "A", 1, 1), step));
        digests.add(digest(up, step, new Ops.Fetch("h1:1", "A", 0, 2), step));
        digests.add(digest(new Ops.Up("h2:1"), step, new Ops.Fetch("h2:1", "A", 0, 1), step));
        assertThat(digests).hasSize(5);
    }
}

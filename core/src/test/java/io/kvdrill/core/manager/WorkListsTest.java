package io.kvdrill.core.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.session.Session;
import io.kvdrill.core.testkit.IdleHost;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which sessions have something to do, and that nobody is visited twice for the same thing. */
class WorkListsTest {
    private final WorkLists work = new WorkLists();
    private final Session older = IdleHost.session("h1:1", 1);
    private final Session younger = IdleHost.session("h2:1", 2);

    private List<Session> polled(long after) {
        List<Session> visited = new ArrayList<>();
        for (Session next = work.takePoll(after); next != null; next = work.takePoll(next.number())) {
            visited.add(next);
        }
        return visited;
    }

    @Test
    void theOldestIsVisitedFirstAndEachOnce() {
        work.poll(younger);
        work.poll(older);
        assertThat(work.polls()).containsExactly(older, younger);
        assertThat(polled(Long.MIN_VALUE)).containsExactly(older, younger);
        assertThat(work.polls()).isEmpty();
        assertThat(polled(Long.MIN_VALUE)).isEmpty();
    }

    @Test
    void thoseUpToAnAgeCanBeLeftOut() {
        work.poll(younger);
        work.poll(older);
        assertThat(polled(1)).containsExactly(younger);
        assertThat(work.polls()).containsExactly(older);
    }

    @Test
    void whatIsTakenForAServeWindowOrTheEndOfAStepIsTakenOnce() {
        work.serve(younger);
        work.serveSoon(older);
        work.scheduleEnd(older);
        assertThat(work.takeServes()).containsExactly(older, younger);
        assertThat(work.takeServes()).isEmpty();
        assertThat(work.takeScheduleEnds()).containsExactly(older);
        assertThat(work.takeScheduleEnds()).isEmpty();
    }

    @Test
    void onlyPollsAndServesThatAreWantedSoonAreDue() {
        work.serve(older);
        work.scheduleEnd(older);
        assertThat(work.anyDue()).isFalse();
        work.serveSoon(older);
        assertThat(work.anyDue()).isTrue();
        work.takeServes();
        assertThat(work.anyDue()).isFalse();
        work.poll(older);
        assertThat(work.anyDue()).isTrue();
    }

    @Test
    void aSweepThatIsWantedSoonIsDueUntilItBegins() {
        work.sweepSoon();
        assertThat(work.anyDue()).isTrue();
        work.beginSweep();
        assertThat(work.anyDue()).isFalse();
    }

    @Test
    void whatIsForgottenIsOnNoList() {
        work.poll(older);
        work.serveSoon(older);
        work.scheduleEnd(older);
        assertThat(work.membership(older)).isEqualTo(7);
        work.forget(older);
        assertThat(work.membership(older)).isZero();
        work.dropServeWindow();
        assertThat(work.anyDue()).isFalse();
    }
}

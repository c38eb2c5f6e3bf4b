package io.kvdrill.scenarios.processes;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.sim.run.RequestOutcome;
import io.kvdrill.sim.world.Expectation.Finish;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a run of processes waits for")
class WaitingTest {

    private static RequestOutcome request(String id, long arrivedNanos, @Nullable Finish finish) {
        return new RequestOutcome(id, arrivedNanos, -1, -1, finish, 0, 0, 0, 0, null, 1);
    }

    @Test
    void isEachOpenRequestByItsName() {
        List<RequestOutcome> requests =
                List.of(request("r1", 5, null), request("r2", 5, Finish.REMOTE_KV), request("r3", -1, null));

        assertThat(Waiting.forText(7_000_000_000L, requests, List.of(), 6)).isEqualTo("waits for r1");
    }

    @Test
    void isHowManyRequestsAreOpenWhereTheyAreMany() {
        List<RequestOutcome> requests =
                List.of(request("r1", 5, null), request("r2", 5, null), request("r3", 5, null), request("r4", 5, null));

        assertThat(Waiting.forText(-1, requests, List.of(), 6)).isEqualTo("waits for 4 requests");
    }

    @Test
    void isTheNextEventOfTheScenarioWhereNothingIsOpen() {
        assertThat(Waiting.forText(400_000_000_000L, List.of(), List.of(), 6))
                .isEqualTo("waits for what comes at 400.000 s in the scenario");
        assertThat(Waiting.forText(-1, List.of(), List.of(), 6)).isEqualTo("waits for nothing to happen any more");
    }
}

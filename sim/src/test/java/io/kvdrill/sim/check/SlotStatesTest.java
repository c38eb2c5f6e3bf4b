package io.kvdrill.sim.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.sim.check.SlotStates.Registered;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is known of the slots of a peer")
class SlotStatesTest {
    private static final String PEER = "h1:1";

    private final SlotStates states = new SlotStates(4);

    @Test
    void takesWhatTwoPlacesSayOfARegistrationForOne() {
        states.registered(PEER, new Registered(1, "", 10));
        states.registered(PEER, new Registered(1, "h1:1#1", 12));
        assertThat(states.registration(PEER, 1)).isEqualTo(new Registered(1, "h1:1#1", 10));
        states.registered(PEER, new Registered(1, "", 11));
        assertThat(states.registration(PEER, 1)).isEqualTo(new Registered(1, "h1:1#1", 10));
    }

    @Test
    void remembersTheLastFourRegistrationsOfAPeer() {
        for (int generation = 1; generation <= 4; generation++) {
            states.registered(PEER, new Registered(generation, "", generation));
        }
        assertThat(states.registration(PEER, 1)).isNotNull();
        states.registered(PEER, new Registered(5, "", 5));
        assertThat(states.registration(PEER, 1)).isNull();
        assertThat(states.registration(PEER, 2)).isNotNull();
        assertThat(states.registration(PEER, 5)).isNotNull();
        assertThat(states.registration("h2:1", 5)).isNull();
    }
}

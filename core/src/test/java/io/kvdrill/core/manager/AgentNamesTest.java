package io.kvdrill.core.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Names of agents in the data plane. */
class AgentNamesTest {

    @Test
    @Tag("A107")
    void anAgentNameIsARandomUuid() {
        UUID name = UUID.fromString(AgentNames.random(new SplittableRandom(1)::nextLong));
        assertThat(name.version()).isEqualTo(4);
        assertThat(name.variant()).isEqualTo(2);
    }

    @Test
    @Tag("A108")
    void twoAgentsOfOneAddressHaveNamesOfTheirOwn() {
        SplittableRandom random = new SplittableRandom(1);
        assertThat(AgentNames.random(random::nextLong)).isNotEqualTo(AgentNames.random(random::nextLong));
    }

    @Test
    void anAgentNameHasEveryBitThatItsVersionLeavesToChance() {
        assertThat(AgentNames.random(() -> -1L)).isEqualTo("ffffffff-ffff-4fff-bfff-ffffffffffff");
        assertThat(AgentNames.random(() -> 0L)).isEqualTo("00000000-0000-4000-8000-000000000000");
    }
}

package io.kvdrill.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.sim.world.Prompt;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromptKeysTest {
    private static final int BLOCK = 16;

    private final PromptKeys keys = new PromptKeys();

    private List<BlockKey> of(Prompt prompt) {
        return keys.of(prompt, "seed", BLOCK);
    }

    @Test
    void onlyFullBlocksHaveKeys() {
        assertThat(of(Prompt.of("a", 15))).isEmpty();
        assertThat(of(Prompt.of("a", 16))).hasSize(1);
        assertThat(of(Prompt.of("a", 47))).hasSize(2);
    }

    @Test
    void promptsShareTheBlocksOfTheirCommonBeginning() {
        List<BlockKey> longer = of(Prompt.of("system", 32).then("question 1", 32));
        List<BlockKey> other = of(Prompt.of("system", 32).then("question 2", 32));
        assertThat(longer.subList(0, 2)).isEqualTo(of(Prompt.of("system", 32)));
        assertThat(other.subList(0, 2)).isEqualTo(longer.subList(0, 2));
        assertThat(other.get(2)).isNotEqualTo(longer.get(2));
    }

    @Test
    void theSameTextAfterAnotherBeginningHasOtherKeys() {
        assertThat(of(Prompt.of("a", 16).then("c", 16)).get(1))
                .isNotEqualTo(of(Prompt.of("b", 16).then("c", 16)).get(1));
    }

    @Test
    void enginesWithDifferentSeedsNameEqualBlocksDifferently() {
        assertThat(keys.of(Prompt.of("a", 16), "0", BLOCK)).isNotEqualTo(keys.of(Prompt.of("a", 16), "1", BLOCK));
    }

    @Test
    void aKeyIsAHashOf32BytesAndItsGroup() {
        assertThat(of(Prompt.of("a", 16)).get(0).size()).isEqualTo(36);
    }
}

package io.kvdrill.scenarios.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The number of a shard")
class ShardIndexTest {

    @Test
    void comesFromTheOptionBeforeTheEnvironment() {
        assertThat(ShardIndex.of("2", Map.of(ShardIndex.SLURM, "3", ShardIndex.KUBERNETES, "1"), 4))
                .isEqualTo(2);
    }

    @Test
    void comesFromASlurmArrayOrAnIndexedJob() {
        assertThat(ShardIndex.of(null, Map.of(ShardIndex.SLURM, "3"), 4)).isEqualTo(3);
        assertThat(ShardIndex.of(null, Map.of(ShardIndex.KUBERNETES, "0"), 4)).isZero();
        assertThat(ShardIndex.of(null, Map.of(ShardIndex.KUBERNETES, "1", ShardIndex.SLURM, "1"), 4))
                .isEqualTo(1);
    }

    @Test
    void isAskedForWhereNobodySaysOrTwoDisagree() {
        assertThatThrownBy(() -> ShardIndex.of(null, Map.of("PATH", "/bin"), 4))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("SLURM_ARRAY_TASK_ID")
                .hasMessageContaining("JOB_COMPLETION_INDEX");
        assertThatThrownBy(() -> ShardIndex.of(null, Map.of(ShardIndex.SLURM, "1", ShardIndex.KUBERNETES, "2"), 4))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("{JOB_COMPLETION_INDEX=2, SLURM_ARRAY_TASK_ID=1}");
    }

    @Test
    void mustBeInThePlan() {
        assertThatThrownBy(() -> ShardIndex.of(null, Map.of(ShardIndex.SLURM, "4"), 4))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("SLURM_ARRAY_TASK_ID 4: the plan has no such shard");
    }
}

package io.kvdrill.scenarios.conform;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.conform.KnownDifferences.Known;
import io.kvdrill.scenarios.conform.VectorReport.Ending;
import io.kvdrill.scenarios.conform.tier.ManagerFactory;
import io.kvdrill.scenarios.conform.tier.TierSubject;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Our tier does what vLLM was recorded doing, its mistakes included, under the preset that models the recorded version. */
class RecordedVectorsTest {

    @TestFactory
    Stream<DynamicTest> ourTierAnswersAsRecorded() {
        return Recorded.all().stream()
                .map(vector -> DynamicTest.dynamicTest(vector.name(), () -> {
                    try (TierSubject subject = new TierSubject(
                            "",
                            new ManagerFactory(),
                            each -> Profile.of(each.reference().preset()))) {
                        VectorReport report = new Replayer(subject, null, false)
                                .replay(vector, vector.steps().size(), Known.NOTHING);
                        assertThat(report.mismatch()).isNull();
                        assertThat(report.ending()).isEqualTo(Ending.MATCHED);
                        assertThat(report.matched()).isEqualTo(vector.steps().size());
                    }
                }));
    }

    @Test
    void noVectorIsLeftOut() {
        assertThat(Recorded.all()).hasSize(835);
    }
}

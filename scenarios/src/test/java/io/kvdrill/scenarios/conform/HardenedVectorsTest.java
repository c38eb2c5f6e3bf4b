package io.kvdrill.scenarios.conform;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.scenarios.conform.tier.ManagerFactory;
import io.kvdrill.scenarios.conform.tier.TierSubject;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The hardened tier does what vLLM was recorded doing up to the first defect of each vector, but for the differences that
 * a row of its profile is known to make. Where a change to a row is meant, {@link KnownDifferencesWriter} says how to
 * write the lists anew.
 */
class HardenedVectorsTest {

    @ParameterizedTest
    @EnumSource(HardenedProfile.class)
    void differsFromTheRecordingsOnlyWhereKnown(HardenedProfile hardened) {
        KnownDifferences known = KnownDifferences.read(hardened.table());
        List<String> bad = new ArrayList<>();
        try (TierSubject subject = new TierSubject("", new ManagerFactory(), hardened::profile)) {
            Conformance conformance = new Conformance(new Replayer(subject, null, true), known, Set.of(), true);
            for (ConformanceVector vector : Recorded.all()) {
                Verdict verdict = conformance.judge(vector);
                if (verdict.bad()) {
                    bad.add(vector.name() + " " + verdict.complaint() + " "
                            + verdict.report().mismatch());
                }
            }
        }
        assertThat(bad).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(HardenedProfile.class)
    void theListNamesOnlyVectorsThatExist(HardenedProfile hardened) {
        List<String> names =
                Recorded.all().stream().map(ConformanceVector::name).toList();
        assertThat(names).containsAll(KnownDifferences.read(hardened.table()).vectors());
    }
}

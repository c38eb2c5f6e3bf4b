package io.kvdrill.core.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The determinism rules")
class DeterminismTest {

    static Stream<Arguments> offences() {
        return Arrays.stream(Offences.class.getDeclaredClasses())
                .map(type -> Arguments.of(type, type.getAnnotation(Offences.Breaks.class)))
                .filter(arguments -> arguments.get()[1] != null)
                .map(arguments -> Arguments.of(
                        arguments.get()[0], ((Offences.Breaks) arguments.get()[1]).value()));
    }

    @ParameterizedTest
    @MethodSource("offences")
    void rejectTheOffenceTheyAreMadeFor(Class<?> offender, Determinism ban) {
        JavaClasses classes = new ClassFileImporter().importClasses(offender);

        assertThatThrownBy(() -> ban.rule().check(classes))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(offender.getSimpleName());
    }

    @ParameterizedTest
    @EnumSource(Determinism.class)
    void acceptCodeWhoseOrderAndTimeAreStated(Determinism ban) {
        ban.rule().check(new ClassFileImporter().importClasses(WellBehaved.class));
    }

    @Test
    void areEachBrokenBySomeOffence() {
        Set<Object> broken = new LinkedHashSet<>();
        offences().forEach(arguments -> broken.add(arguments.get()[1]));

        assertThat(broken).containsExactlyInAnyOrder((Object[]) Determinism.values());
    }
}

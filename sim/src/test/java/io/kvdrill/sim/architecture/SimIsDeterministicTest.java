package io.kvdrill.sim.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.kvdrill.core.architecture.Determinism;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("The main code of sim")
class SimIsDeterministicTest {
    private static final JavaClasses CLASSES = Determinism.mainClassesOf("io.kvdrill.sim");

    @ParameterizedTest
    @EnumSource(Determinism.class)
    void keepsTheBan(Determinism ban) {
        ban.rule().check(CLASSES);
    }

    @Test
    void isWhatTheRulesLookAt() {
        assertThat(CLASSES.contain("io.kvdrill.sim.package-info")).isTrue();
    }
}

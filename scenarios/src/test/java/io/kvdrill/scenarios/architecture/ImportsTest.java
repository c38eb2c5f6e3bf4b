package io.kvdrill.scenarios.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.kvdrill.core.architecture.Determinism;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Imports between modules")
class ImportsTest {
    private static final String ROOT = "io.kvdrill";
    private static final String TANGLED = "io.kvdrill.scenarios.architecture.tangled";

    private static final JavaClasses CLASSES = Determinism.mainClassesOf(ROOT);

    @ParameterizedTest
    @EnumSource(Imports.class)
    void runOneWay(Imports imports) {
        assertThat(CLASSES.contain(ROOT + '.' + imports.module() + ".package-info"))
                .isTrue();

        imports.rule(ROOT).check(CLASSES);
    }

    @ParameterizedTest
    @EnumSource(value = Imports.class, mode = EnumSource.Mode.EXCLUDE, names = "SCENARIOS")
    void areRejectedWhenTheyRunTheOtherWay(Imports imports) {
        JavaClasses tangled = new ClassFileImporter().importPackages(TANGLED);

        assertThatThrownBy(() -> imports.rule(TANGLED).check(tangled))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("." + imports.module() + ".Offender");
    }

    @ParameterizedTest
    @EnumSource(value = Imports.class, names = "SCENARIOS")
    void ofAllModulesAreOpenToScenarios(Imports imports) {
        imports.rule(TANGLED).check(new ClassFileImporter().importPackages(TANGLED));
    }
}

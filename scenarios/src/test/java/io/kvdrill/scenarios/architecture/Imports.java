package io.kvdrill.scenarios.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.List;

/**
 * Which module may use which: core ← sim ← scenarios, core ← transports ← scenarios, core ← reports ← scenarios.
 */
enum Imports {
    CORE("core"),
    SIM("sim", "core"),
    TRANSPORTS("transports", "core"),
    REPORTS("reports", "core"),
    SCENARIOS("scenarios", "core", "sim", "transports", "reports");

    private final String module;
    private final List<String> allowed;

    Imports(String module, String... allowed) {
        this.module = module;
        this.allowed = List.of(allowed);
    }

    String module() {
        return module;
    }

    /** The rule for a tree of modules whose packages start with {@code root}. */
    ArchRule rule(String root) {
        return ArchRuleDefinition.noClasses()
                .that(resideIn(root + '.' + module))
                .should()
                .dependOnClassesThat(new DescribedPredicate<>("belong to a module that " + module + " may not use") {
                    @Override
                    public boolean test(JavaClass type) {
                        return isBelow(root, type)
                                && !isBelow(root + '.' + module, type)
                                && allowed.stream().noneMatch(other -> isBelow(root + '.' + other, type));
                    }
                })
                .as(module + " uses only " + (allowed.isEmpty() ? "itself" : String.join(", ", allowed)));
    }

    private static DescribedPredicate<JavaClass> resideIn(String packageName) {
        return DescribedPredicate.describe("reside below " + packageName, type -> isBelow(packageName, type));
    }

    private static boolean isBelow(String packageName, JavaClass type) {
        String name = type.getBaseComponentType().getPackageName();
        return name.equals(packageName) || name.startsWith(packageName + '.');
    }
}

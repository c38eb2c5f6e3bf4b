package io.kvdrill.core.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The sources of nondeterminism that the core and the simulated world may not touch. The same jar, scenario and
 * seed must give the same run on every machine and JDK, so time, chance and the outside world come in as
 * arguments, and nothing iterates in an order that depends on a hash.
 *
 * <p>Each constant bans types by name (any mention: a field, a parameter, a call, a supertype) and calls by owner
 * and name (method references included).
 */
public enum Determinism {
    /** Time is an argument. */
    WALL_CLOCK(
            "take the time as an argument",
            type -> isAnyOf(type, "java.util.Date", "java.util.Calendar"),
            (owner, call) -> (owner.equals("java.lang.System") && isAnyOf(call, "nanoTime", "currentTimeMillis"))
                    || (owner.startsWith("java.time.") && isAnyOf(call, "now"))
                    || (owner.equals("java.time.Clock")
                            && (call.getName().startsWith("system") || isTickOfSystemClock(call)))),

    /** One thread owns a peer, and it is the caller's. */
    THREADS(
            "run on the caller's thread",
            type -> type.startsWith("java.lang.Thread")
                    || type.startsWith("java.lang.Process")
                    || isAnyOf(
                            type,
                            "java.lang.InheritableThreadLocal",
                            "java.lang.Runtime",
                            "java.util.Timer",
                            "java.util.TimerTask")
                    || (type.startsWith("java.util.concurrent.") && !type.equals("java.util.concurrent.TimeUnit")),
            (owner, call) -> (owner.startsWith("java.util.") && isAnyOf(call, "parallelStream", "parallel"))
                    || (owner.equals("java.lang.Object") && isAnyOf(call, "wait", "notify", "notifyAll"))),

    /** Chance comes from a named stream. */
    CHANCE(
            "draw from a named random stream",
            type -> isAnyOf(
                            type,
                            "java.util.Random",
                            "java.util.SplittableRandom",
                            "java.util.concurrent.ThreadLocalRandom",
                            "java.security.SecureRandom")
                    || type.startsWith("java.util.random.RandomGenerator$")
                    || type.equals("java.util.random.RandomGeneratorFactory"),
            (owner, call) -> (isAnyOf(owner, "java.lang.Math", "java.lang.StrictMath") && isAnyOf(call, "random"))
                    || (owner.equals("java.util.UUID") && isAnyOf(call, "randomUUID"))
                    || (owner.equals("java.util.random.RandomGenerator") && isAnyOf(call, "getDefault", "of"))
                    || (owner.equals("java.util.Collections")
                            && isAnyOf(call, "shuffle")
                            && call.getRawParameterTypes().size() == 1)),

    /** The outside world is behind the transports and the runners. */
    FILES_AND_SOCKETS(
            "leave files and sockets to the transports and the runners",
            type -> type.startsWith("java.net.")
                    || type.startsWith("java.nio.file.")
                    || type.startsWith("java.nio.channels.")
                    || type.startsWith("java.io.File")
                    || type.equals("java.io.RandomAccessFile"),
            (owner, call) -> false),

    /** What can be iterated has an order that is stated. */
    HASH_ORDER(
            "use LinkedHashMap, LinkedHashSet, TreeMap, EnumMap or EnumSet, whose order is stated",
            type -> isAnyOf(
                    type,
                    "java.util.HashMap",
                    "java.util.HashSet",
                    "java.util.Hashtable",
                    "java.util.IdentityHashMap",
                    "java.util.WeakHashMap"),
            (owner, call) -> (owner.equals("java.lang.System") && isAnyOf(call, "identityHashCode"))
                    || (isAnyOf(owner, "java.util.Set", "java.util.Map")
                            && isAnyOf(call, "of", "ofEntries", "copyOf")
                            && !hasAtMostOneElement(owner, call))
                    || (owner.equals("java.util.stream.Collectors") && collectsIntoHash(call)));

    private final String advice;
    private final Predicate<String> bannedType;
    private final BiPredicate<String, JavaCodeUnit> bannedCall;

    Determinism(String advice, Predicate<String> bannedType, BiPredicate<String, JavaCodeUnit> bannedCall) {
        this.advice = advice;
        this.bannedType = bannedType;
        this.bannedCall = bannedCall;
    }

    /**
     * The rule that no class breaks this ban.
     *
     * @return the rule
     */
    public ArchRule rule() {
        return ArchRuleDefinition.classes().should(new Ban(this));
    }

    /**
     * The classes of a package and below, without test classes: they are free to use what they like.
     *
     * @param packageName the package
     * @return its classes
     */
    public static JavaClasses mainClassesOf(String packageName) {
        return new ClassFileImporter()
                .withImportOption(location -> !location.contains("/test-classes/") && !location.contains("-tests.jar"))
                .importPackages(packageName);
    }

    private static boolean isAnyOf(String name, String... names) {
        return List.of(names).contains(name);
    }

    private static boolean isAnyOf(JavaCodeUnit call, String... names) {
        return isAnyOf(call.getName(), names);
    }

    private static boolean isTickOfSystemClock(JavaCodeUnit call) {
        return isAnyOf(call, "tickMillis", "tickSeconds", "tickMinutes");
    }

    private static boolean hasAtMostOneElement(String owner, JavaCodeUnit call) {
        List<JavaClass> parameters = call.getRawParameterTypes();
        int oneElement = owner.equals("java.util.Map") ? 2 : 1;
        return isAnyOf(call, "of")
                && parameters.size() <= oneElement
                && parameters.stream().noneMatch(JavaClass::isArray);
    }

    /** The forms that take a supplier of the map or of the collection are fine. */
    private static boolean collectsIntoHash(JavaCodeUnit call) {
        int parameters = call.getRawParameterTypes().size();
        return switch (call.getName()) {
            case "toSet", "toUnmodifiableSet", "toUnmodifiableMap", "groupingByConcurrent", "toConcurrentMap" -> true;
            case "toMap" -> parameters < 4;
            case "groupingBy" -> parameters < 3;
            default -> false;
        };
    }

    private static final class Ban extends ArchCondition<JavaClass> {
        private final Determinism ban;

        Ban(Determinism ban) {
            super(ban.advice);
            this.ban = ban;
        }

        @Override
        public void check(JavaClass item, ConditionEvents events) {
            Stream<String> types = item.getDirectDependenciesFromSelf().stream()
                    .filter(dependency -> ban.bannedType.test(
                            dependency.getTargetClass().getBaseComponentType().getName()))
                    .map(Dependency::getDescription);
            Stream<String> calls = item.getAccessesFromSelf().stream()
                    .filter(access -> isBannedCall(access))
                    .map(JavaAccess::getDescription);
            Set<String> found =
                    new java.util.TreeSet<>(Stream.concat(types, calls).toList());
            found.forEach(
                    description -> events.add(SimpleConditionEvent.violated(item, description + ": " + ban.advice)));
        }

        private boolean isBannedCall(JavaAccess<?> access) {
            String owner = access.getTargetOwner().getName();
            return access.getTarget()
                    .resolveMember()
                    .filter(JavaCodeUnit.class::isInstance)
                    .map(member -> ban.bannedCall.test(owner, (JavaCodeUnit) member))
                    .orElse(false);
        }
    }
}

package io.kvdrill.core.architecture;

import java.io.FileNotFoundException;
import java.io.RandomAccessFile;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One small class for each thing that the determinism rules forbid. */
@SuppressWarnings("all")
final class Offences {
    private Offences() {}

    /** Says which rule the class breaks. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Breaks {
        Determinism value();
    }

    @Breaks(Determinism.WALL_CLOCK)
    static class ReadsNanoTime {
        long value = System.nanoTime();
    }

    @Breaks(Determinism.WALL_CLOCK)
    static class ReadsMillis {
        long value = System.currentTimeMillis();
    }

    @Breaks(Determinism.WALL_CLOCK)
    static class RefersToNanoTime {
        LongSupplier value = System::nanoTime;
    }

    @Breaks(Determinism.WALL_CLOCK)
    static class AsksForThisInstant {
        Instant value = Instant.now();
    }

    @Breaks(Determinism.WALL_CLOCK)
    static class TakesTheSystemClock {
        Clock value = Clock.systemUTC();
    }

    @Breaks(Determinism.WALL_CLOCK)
    static class KeepsADate {
        @Nullable Date value;
    }

    @Breaks(Determinism.THREADS)
    static class StartsAThread {
        Thread value = new Thread(() -> {});
    }

    @Breaks(Determinism.THREADS)
    static class KeepsAThreadLocal {
        ThreadLocal<String> value = new ThreadLocal<>();
    }

    @Breaks(Determinism.THREADS)
    static class KeepsAnExecutor {
        @Nullable Executor value;
    }

    @Breaks(Determinism.THREADS)
    static class CountsAtomically {
        AtomicLong value = new AtomicLong();
    }

    @Breaks(Determinism.THREADS)
    static class StreamsInParallel {
        long value(List<String> list) {
            return list.parallelStream().count();
        }
    }

    @Breaks(Determinism.THREADS)
    static class WaitsOnItsMonitor {
        synchronized void value() throws InterruptedException {
            wait();
        }
    }

    @Breaks(Determinism.CHANCE)
    static class DrawsFromRandom {
        Random value = new Random(1);
    }

    @Breaks(Determinism.CHANCE)
    static class DrawsFromMath {
        double value = Math.random();
    }

    @Breaks(Determinism.CHANCE)
    static class DrawsAUuid {
        UUID value = UUID.randomUUID();
    }

    @Breaks(Determinism.CHANCE)
    static class DrawsSecurely {
        SecureRandom value = new SecureRandom();
    }

    @Breaks(Determinism.CHANCE)
    static class DrawsPerThread {
        int value = ThreadLocalRandom.current().nextInt();
    }

    @Breaks(Determinism.CHANCE)
    static class SplitsItsChance {
        SplittableRandom value = new SplittableRandom();
    }

    @Breaks(Determinism.CHANCE)
    static class ShufflesWithoutASeed {
        void value(List<String> list) {
            Collections.shuffle(list);
        }
    }

    @Breaks(Determinism.FILES_AND_SOCKETS)
    static class KnowsASocketAddress {
        @Nullable InetSocketAddress value;
    }

    @Breaks(Determinism.FILES_AND_SOCKETS)
    static class KnowsAPath {
        @Nullable Path value;
    }

    @Breaks(Determinism.FILES_AND_SOCKETS)
    static class KnowsAChannel {
        @Nullable SocketChannel value;
    }

    @Breaks(Determinism.FILES_AND_SOCKETS)
    static class ReadsAFile {
        RandomAccessFile value() throws FileNotFoundException {
            return new RandomAccessFile("name", "r");
        }
    }

    @Breaks(Determinism.HASH_ORDER)
    static class KeepsAHashMap {
        Map<String, String> value = new HashMap<>();
    }

    @Breaks(Determinism.HASH_ORDER)
    static class RefersToAHashMap {
        Supplier<Map<String, String>> value = HashMap::new;
    }

    @Breaks(Determinism.HASH_ORDER)
    static class KeepsAHashSet {
        Set<String> value = new HashSet<>();
    }

    @Breaks(Determinism.HASH_ORDER)
    static class KeepsAnIdentityMap {
        Map<String, String> value = new IdentityHashMap<>();
    }

    @Breaks(Determinism.HASH_ORDER)
    static class KeepsAWeakMap {
        Map<String, String> value = new WeakHashMap<>();
    }

    @Breaks(Determinism.HASH_ORDER)
    static class ListsASet {
        Set<String> value = Set.of("a", "b");
    }

    @Breaks(Determinism.HASH_ORDER)
    static class ListsALongSet {
        Set<String> value = Set.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k");
    }

    @Breaks(Determinism.HASH_ORDER)
    static class ListsAMap {
        Map<String, String> value = Map.of("a", "b", "c", "d");
    }

    @Breaks(Determinism.HASH_ORDER)
    static class CopiesASet {
        Set<String> value = Set.copyOf(List.of("a"));
    }

    @Breaks(Determinism.HASH_ORDER)
    static class CopiesAMapByReference {
        Function<Map<String, String>, Map<String, String>> value = Map::copyOf;
    }

    @Breaks(Determinism.HASH_ORDER)
    static class CollectsASet {
        Set<String> value = Stream.of("a").collect(Collectors.toSet());
    }

    @Breaks(Determinism.HASH_ORDER)
    static class CollectsAMap {
        Map<String, String> value = Stream.of("a").collect(Collectors.toMap(k -> k, v -> v));
    }

    @Breaks(Determinism.HASH_ORDER)
    static class Groups {
        Map<String, List<String>> value = Stream.of("a").collect(Collectors.groupingBy(k -> k));
    }

    @Breaks(Determinism.HASH_ORDER)
    static class OrdersByIdentity {
        int value = System.identityHashCode(this);
    }
}

package io.kvdrill.core.architecture;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the determinism rules must let through. */
final class WellBehaved {
    final Map<String, Integer> byArrival = new LinkedHashMap<>();
    final Map<String, Integer> byName = new TreeMap<>();
    final Map<TimeUnit, Integer> byUnit = new EnumMap<>(TimeUnit.class);
    final Set<String> names = new LinkedHashSet<>(List.of("a", "b"));
    final Set<String> one = Set.of("a");
    final Map<String, String> onePair = Map.of("a", "b");
    final Map<String, String> none = Map.of();

    Instant later(Instant now) {
        return now.plus(Duration.ofSeconds(1));
    }

    Map<Integer, List<String>> grouped() {
        return Stream.of("a", "bb").collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList()));
    }

    Map<String, Integer> mapped() {
        return Stream.of("a", "bb")
                .collect(Collectors.toMap(name -> name, String::length, Integer::sum, LinkedHashMap::new));
    }
}

package io.kvdrill.scenarios.conform.tier;

import io.kvdrill.scenarios.conform.vector.Effect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the doubles of one vector share: the effects of the step, in order, and how peers misbehave. */
final class Script {
    final Set<String> refuseConnect = new HashSet<>();
    final Set<String> failSends = new HashSet<>();
    final Set<String> refuseWrites = new HashSet<>();
    final Set<String> throwOnWrite = new HashSet<>();
    final Map<String, String> failRegistration = new HashMap<>();

    private final List<Effect> effects = new ArrayList<>();
    private String broken = "";

    void effect(Effect effect) {
        effects.add(effect);
    }

    /** The effects since the last call. */
    List<Effect> takeEffects() {
        List<Effect> taken = List.copyOf(effects);
        effects.clear();
        return taken;
    }

    /** Notes that the tier broke a rule that holds whatever the vector says; the first one stays. */
    void broken(String reason) {
        if (broken.isEmpty()) {
            broken = reason;
        }
    }

    /** What was broken, or nothing. */
    String broken() {
        return broken;
    }
}

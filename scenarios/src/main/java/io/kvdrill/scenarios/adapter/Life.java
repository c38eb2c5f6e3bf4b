package io.kvdrill.scenarios.adapter;

import io.kvdrill.scenarios.conform.compare.VectorComparison;
import io.kvdrill.scenarios.conform.subject.Answer;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.EffectJson;
import io.kvdrill.scenarios.conform.vector.Step;
import io.kvdrill.scenarios.conform.vector.VectorReader;
import io.kvdrill.scenarios.hosted.HostedSubject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A life in which a tier meets everything that the protocol has: requests of both kinds, a peer that connects, fetches and
 * looks up, peers that say nonsense, lost connections, time, a drain and a shutdown. What the tier makes of it is its own
 * business; that it keeps to the protocol meanwhile is not.
 */
final class Life {
    private static final String SCRIPT = "life.jsonl";

    private Life() {}

    /** The script; what it says that a tier does is nothing. */
    static ConformanceVector script() {
        try (InputStream in = Life.class.getResourceAsStream(SCRIPT)) {
            if (in == null) {
                throw new IllegalStateException(SCRIPT + " is missing");
            }
            return new VectorReader()
                    .read(SCRIPT, new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .get(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Lets a tier live it.
     *
     * @param steps how many steps of it, from the first
     * @param pauseMillis wall time that passes between two steps
     * @return what the tier returned and did, step by step
     * @throws io.kvdrill.scenarios.process.SubjectException if it does not keep to the protocol
     */
    static List<String> of(HostedSubject tier, ConformanceVector script, int steps, long pauseMillis) {
        List<String> lived = new ArrayList<>();
        VectorComparison names = new VectorComparison(script, false);
        tier.begin(script);
        for (Step step : script.steps().subList(0, steps)) {
            pause(pauseMillis);
            Answer answer = tier.step(names.toActual(step));
            if (answer instanceof Answer.Played played) {
                names.compare(step, new Answer.Played(played.returns(), played.effects()), played);
                List<String> effects = played.effects().stream()
                        .map(effect -> EffectJson.of(effect).toString())
                        .toList();
                lived.add(step.op().publicName() + " " + played.returns() + " " + effects);
            } else {
                lived.add(step.op().publicName() + " " + answer);
            }
        }
        tier.end();
        return lived;
    }

    private static void pause(long millis) {
        if (millis > 0) {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

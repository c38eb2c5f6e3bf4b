package io.kvdrill.scenarios.conform.tier;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.tier.TierFailure;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.core.transport.SendFailedException;
import io.kvdrill.core.transport.WriteFailedException;
import io.kvdrill.scenarios.conform.subject.Answer;
import io.kvdrill.scenarios.conform.subject.Subject;
import io.kvdrill.scenarios.conform.subject.SubjectStep;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.process.SubjectException;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Our own tier as a subject. */
public final class TierSubject implements Subject {
    private final String name;
    private final TierFactory factory;
    private final Function<ConformanceVector, Profile> profiles;
    private @Nullable Stage stage;

    /**
     * A subject.
     *
     * @param name for people
     * @param factory makes a tier for each vector
     * @param profiles the profile that a vector is replayed under
     */
    public TierSubject(String name, TierFactory factory, Function<ConformanceVector, Profile> profiles) {
        this.name = name;
        this.factory = factory;
        this.profiles = profiles;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Answer begin(ConformanceVector vector) {
        stage = new Stage(factory, vector.config(), profiles.apply(vector));
        return Answer.nothing();
    }

    @Override
    public Answer step(SubjectStep step) {
        Stage now = Objects.requireNonNull(stage, "a step comes after begin");
        JsonNode returns;
        try {
            returns = now.play(step.op(), step.arguments());
        } catch (ScriptFailure e) {
            return new Answer.Broken(String.valueOf(e.getMessage()));
        } catch (TierFailure e) {
            returns = raised(e.kind());
        } catch (DialRefusedException e) {
            returns = raised(TierFailure.Kind.DIAL_REFUSED);
        } catch (SendFailedException e) {
            returns = raised(TierFailure.Kind.SEND_FAILED);
        } catch (WriteFailedException e) {
            returns = raised(TierFailure.Kind.WRITE_THREW);
        } catch (SubjectException e) {
            throw e;
        } catch (RuntimeException e) {
            return new Answer.Broken("the tier failed: " + e + at(e));
        }
        String broken = now.script().broken();
        return broken.isEmpty() ? new Answer.Played(returns, now.script().takeEffects()) : new Answer.Broken(broken);
    }

    /** How long until the tier wants a sweep, rounded up; 0 or less if at once, {@link Long#MAX_VALUE} if never. */
    public long millisToDeadline() {
        return Objects.requireNonNull(stage, "a deadline comes after begin").millisToDeadline();
    }

    private static JsonNode raised(TierFailure.Kind kind) {
        return JsonNodeFactory.instance.objectNode().put("raises", kind.name().toLowerCase(Locale.ROOT));
    }

    private static String at(RuntimeException e) {
        StackTraceElement[] trace = e.getStackTrace();
        return trace.length == 0 ? "" : " at " + trace[0];
    }

    @Override
    public void end() {
        stage = null;
    }

    @Override
    public void close() {
        stage = null;
    }
}

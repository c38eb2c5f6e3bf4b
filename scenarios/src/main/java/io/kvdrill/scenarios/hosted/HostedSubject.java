package io.kvdrill.scenarios.hosted;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.scenarios.conform.subject.Answer;
import io.kvdrill.scenarios.conform.subject.Subject;
import io.kvdrill.scenarios.conform.subject.SubjectStep;
import io.kvdrill.scenarios.conform.tier.TierFactory;
import io.kvdrill.scenarios.conform.tier.TierSubject;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.Op;
import io.kvdrill.scenarios.conform.vector.VectorConfig;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.sim.run.TierSettings;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A tier that speaks {@code docs/tier-protocol.md}, held against vectors: kvdrill's doubles of FORMAT.md section 5 are its
 * transports, so that it need not bring its own.
 */
public final class HostedSubject implements Subject {
    /** What is about functions beside the tier, which the protocol does not reach. */
    private static final Set<Op> BESIDE = EnumSet.of(Op.CONSTRUCT, Op.FRAME, Op.FINGERPRINT, Op.BLOCK_KEY);

    private final ProcessCommand command;
    private final TierPool pool = new TierPool();
    private final TierSubject player;
    private @Nullable TierProcess process;
    private String vector = "";
    private String name = "";

    /**
     * Starts a process.
     *
     * @throws io.kvdrill.scenarios.process.SubjectException if it cannot be started
     */
    public HostedSubject(ProcessCommand command) {
        this(command, each -> Profile.of(each.reference().preset()));
    }

    /**
     * Starts a process.
     *
     * @param profiles the profile that a vector is replayed under
     * @throws io.kvdrill.scenarios.process.SubjectException if it cannot be started
     */
    public HostedSubject(ProcessCommand command, Function<ConformanceVector, Profile> profiles) {
        this.command = command;
        this.player = new TierSubject("tier", new Factory(), profiles);
        TierProcess first = pool.lend(command);
        this.name = first.name();
        pool.giveBack(command, first);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Answer begin(ConformanceVector next) {
        end();
        vector = next.name();
        process = pool.lend(command);
        return player.begin(next);
    }

    @Override
    public Answer step(SubjectStep step) {
        if (BESIDE.contains(step.op())) {
            return new Answer.Unsupported("the protocol has no " + step.op().publicName());
        }
        return player.step(step);
    }

    /** How long until it wants a sweep, rounded up; 0 or less if at once, {@link Long#MAX_VALUE} if never. */
    public long millisToDeadline() {
        return player.millisToDeadline();
    }

    @Override
    public void end() {
        TierProcess used = process;
        process = null;
        if (used != null) {
            player.end();
            pool.giveBack(command, used);
        }
    }

    @Override
    public void close() {
        pool.close();
    }

    private final class Factory implements TierFactory {
        @Override
        public Hosted create(
                VectorConfig config, Profile profile, ControlTransport control, DataTransport data, TraceSink trace) {
            TierProcess current = process;
            if (current == null) {
                throw new IllegalStateException("a tier is made within a vector");
            }
            SecondaryTier tier = new HostedTier(
                    current,
                    "vector " + vector,
                    new TierSettings(
                            config.local(),
                            new Rules(profile),
                            control,
                            data,
                            trace,
                            config.hashSeed(),
                            config.fingerprint(),
                            new SplittableRandom(1)::nextLong));
            return new Hosted() {
                @Override
                public SecondaryTier tier() {
                    return tier;
                }

                @Override
                public @Nullable JsonNode inspect() {
                    return null;
                }
            };
        }

        @Override
        public JsonNode construct(JsonNode options, JsonNode environment, int dataParallelIndex, Profile profile) {
            return JsonNodeFactory.instance.nullNode();
        }
    }
}

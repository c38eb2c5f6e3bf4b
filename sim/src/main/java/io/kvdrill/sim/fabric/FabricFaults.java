package io.kvdrill.sim.fabric;

import io.kvdrill.sim.kernel.Paths.Cut;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes things go wrong in the data fabric. What lasts is ended through the handle that it gives. Where several rules
 * match, all of them apply.
 */
public final class FabricFaults {
    /** A delay that makes a fence take for ever. */
    public static final long NEVER = Long.MAX_VALUE;

    private final SimFabric fabric;
    private final List<WriteRule> writeRules = new ArrayList<>();
    private final List<RegistrationRule> registrationRules = new ArrayList<>();
    private final List<FenceRule> fenceRules = new ArrayList<>();

    FabricFaults(SimFabric fabric) {
        this.fabric = fabric;
    }

    /**
     * Gives writes a fate, as they are asked for.
     *
     * @param nth which of the matching writes from now on, from 1; 0 for all
     */
    public Lasting onWrite(WriteFilter filter, long nth, WriteFate fate) {
        WriteRule rule = new WriteRule(filter, nth, fate);
        writeRules.add(rule);
        return rule;
    }

    /**
     * Gives registrations a fate, as they are asked for.
     *
     * @param nth which of the matching registrations from now on, from 1; 0 for all
     */
    public Lasting onRegistration(WriteFilter filter, long nth, RegistrationFate fate) {
        RegistrationRule rule = new RegistrationRule(filter, nth, fate);
        registrationRules.add(rule);
        return rule;
    }

    /**
     * Makes fences take longer, or for ever ({@link #NEVER}).
     *
     * @param nth which of the matching fences from now on, from 1; 0 for all
     */
    public Lasting onFence(WriteFilter filter, long nth, long delayNanos) {
        FenceRule rule = new FenceRule(filter, nth, delayNanos);
        fenceRules.add(rule);
        return rule;
    }

    /**
     * No byte passes between two peers; since every write needs its acknowledgements, one direction is as good as both.
     * Writes stand still, and fail once their data plane gives the other end up, or go on when it has ended.
     *
     * @param from null for any peer
     * @param to null for any peer
     */
    public Lasting partition(@Nullable String from, @Nullable String to) {
        Cut cut = new Cut(from, to);
        fabric.paths().add(cut);
        fabric.pathsChanged();
        return new Lasting() {
            private boolean ended;

            @Override
            public void end() {
                if (!ended) {
                    ended = true;
                    fabric.paths().remove(cut);
                    fabric.pathsChanged();
                }
            }

            @Override
            public long hits() {
                return 0;
            }
        };
    }

    // ---- for the fabric ------------------------------------------------------------------------------------------

    WritePlan planWrite(String writer, String target, int blocks) {
        WritePlan plan = new WritePlan();
        for (WriteRule rule : writeRules) {
            if (rule.takes(writer, target)) {
                plan.add(rule.fate, blocks);
                plan.stalledBy(rule);
            }
        }
        return plan;
    }

    RegistrationPlan planRegistration(String at, String of) {
        RegistrationPlan plan = new RegistrationPlan();
        for (RegistrationRule rule : registrationRules) {
            if (rule.takes(at, of)) {
                plan.add(rule.fate);
                rule.plans.add(plan);
            }
        }
        return plan;
    }

    long fenceDelayNanos(String at, String of) {
        long delay = 0;
        for (FenceRule rule : fenceRules) {
            if (rule.takes(at, of)) {
                delay = rule.delayNanos == NEVER ? NEVER : Math.max(delay, rule.delayNanos);
            }
        }
        return delay;
    }

    abstract static class Rule implements Lasting {
        private final WriteFilter filter;
        private final long nth;
        private long matched;
        private long hits;

        Rule(WriteFilter filter, long nth) {
            this.filter = filter;
            this.nth = nth;
        }

        boolean takes(String actor, String other) {
            if (!filter.matches(actor, other)) {
                return false;
            }
            matched++;
            boolean hit = nth == 0 || matched == nth;
            hits += hit ? 1 : 0;
            return hit;
        }

        @Override
        public long hits() {
            return hits;
        }
    }

    /** A rule on writes, and the writes that it holds. */
    final class WriteRule extends Rule {
        private final WriteFate fate;
        private final List<Transfer> held = new ArrayList<>();

        WriteRule(WriteFilter filter, long nth, WriteFate fate) {
            super(filter, nth);
            this.fate = fate;
        }

        boolean holds() {
            return fate instanceof WriteFate.Stall;
        }

        void hold(Transfer transfer) {
            held.add(transfer);
        }

        @Override
        public void end() {
            writeRules.remove(this);
            List<Transfer> released = List.copyOf(held);
            held.clear();
            released.forEach(Transfer::release);
        }
    }

    private final class RegistrationRule extends Rule {
        private final RegistrationFate fate;
        private final List<RegistrationPlan> plans = new ArrayList<>();

        RegistrationRule(WriteFilter filter, long nth, RegistrationFate fate) {
            super(filter, nth);
            this.fate = fate;
        }

        @Override
        public void end() {
            registrationRules.remove(this);
            List<RegistrationPlan> released = List.copyOf(plans);
            plans.clear();
            if (fate instanceof RegistrationFate.Hang) {
                released.forEach(RegistrationPlan::release);
            }
        }
    }

    private final class FenceRule extends Rule {
        private final long delayNanos;

        FenceRule(WriteFilter filter, long nth, long delayNanos) {
            super(filter, nth);
            this.delayNanos = delayNanos;
        }

        @Override
        public void end() {
            fenceRules.remove(this);
        }
    }
}

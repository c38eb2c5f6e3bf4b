package io.kvdrill.core.manager;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.time.Deadlines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores that wait for somebody to fetch their id. All batches of an id expire with the oldest of them (protocol.md
 * section 6.3).
 */
final class ParkedStores {

    /** The batches of one id. */
    static final class Batches {
        final String request;
        final long oldestNanos;
        final List<TransferJob> jobs = new ArrayList<>();
        final ManagerDeadline deadline;
        /** The producer's request has ended. */
        boolean producerFinished;

        private Batches(String request, long nowNanos, ManagerDeadline deadline) {
            this.request = request;
            this.oldestNanos = nowNanos;
            this.deadline = deadline;
        }
    }

    private final Rules rules;
    private final Deadlines deadlines;
    private final BiConsumer<Batches, Long> onExpiry;
    private final Map<String, Batches> parked = new LinkedHashMap<>();

    /** {@code onExpiry} is told the batches of an id, already removed, and the time. */
    ParkedStores(Rules rules, Deadlines deadlines, BiConsumer<Batches, Long> onExpiry) {
        this.rules = rules;
        this.deadlines = deadlines;
        this.onExpiry = onExpiry;
    }

    void park(long nowNanos, String request, TransferJob job) {
        Batches batches = parked.get(request);
        if (batches == null) {
            batches = new Batches(request, nowNanos, new ManagerDeadline() {
                @Override
                void expire(long now) {
                    Batches expired = take(request);
                    if (expired != null) {
                        rules.reach(Rows.UNBOUND_STORE_TIMEOUT);
                        onExpiry.accept(expired, now);
                    }
                }
            });
            parked.put(request, batches);
            deadlines.arm(batches.deadline, nowNanos, rules.nanos(Rows.UNBOUND_STORE_TIMEOUT));
        }
        batches.jobs.add(job);
    }

    @Nullable Batches get(String request) {
        return parked.get(request);
    }

    /** Removes the batches of an id, or answers null where there are none. */
    @Nullable Batches take(String request) {
        Batches batches = parked.remove(request);
        if (batches != null) {
            deadlines.disarm(batches.deadline);
        }
        return batches;
    }

    /** Removes everything. */
    List<Batches> takeAll() {
        List<Batches> all = new ArrayList<>(parked.values());
        for (Batches batches : all) {
            deadlines.disarm(batches.deadline);
        }
        parked.clear();
        return all;
    }

    int size() {
        return parked.size();
    }

    void digest(Digest digest, long nowNanos) {
        long sum = 0;
        for (Batches batches : parked.values()) {
            Digest one = new Digest().add(batches.request).add(batches.producerFinished);
            one.add(batches.deadline.armed() ? batches.deadline.dueNanos() - nowNanos : -1);
            for (TransferJob job : batches.jobs) {
                one.add(job.id()).add(job.slots());
                job.keys().forEach(one::add);
            }
            sum += one.value();
        }
        digest.add(sum);
    }
}

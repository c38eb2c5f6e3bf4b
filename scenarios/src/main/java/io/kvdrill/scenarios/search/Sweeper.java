package io.kvdrill.scenarios.search;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the runs of a sweep on several threads, each run on one of them, and merges what they come to in the order of the
 * sweep. But for a budget of time, the result does not depend on the number of threads. Memory does not grow with the
 * number of runs.
 */
public final class Sweeper {
    private static final int AHEAD_OF_EACH_THREAD = 4;

    /**
     * How a sweep is made.
     *
     * @param seeds which seeds
     * @param budget where it stops earlier
     * @param guided whether it runs the most promising of each few seeds only; of a swarm with one variant
     * @param jobs threads, at least 1
     * @param store where it is kept; null for nowhere
     */
    public record Options(
            SeedRange seeds,
            Budget budget,
            boolean guided,
            int jobs,
            @Nullable SweepStore store) {

        /** These seeds, on one thread, stored nowhere. */
        public static Options of(SeedRange seeds) {
            return new Options(seeds, Budget.NONE, false, 1, null);
        }

        /** On so many threads. */
        public Options on(int threads) {
            return new Options(seeds, budget, guided, threads, store);
        }
    }

    private final Subject subject;
    private final Options options;
    private final SweepResult result;
    private final long all;
    private final long most;
    private final long runsBefore;
    private final SeedOrder order;
    private volatile boolean stopped;

    /**
     * A sweep that has not begun.
     *
     * @throws io.kvdrill.scenarios.format.source.InvalidInputException if it is to be resumed and something else is stored
     */
    public Sweeper(Subject subject, Options options) {
        this.subject = subject;
        this.options = options;
        SeedRange seeds = options.seeds();
        long size = options.guided() ? GuidedOrder.runs(seeds) : seeds.size();
        this.all = size > Long.MAX_VALUE / subject.variants() ? Long.MAX_VALUE : size * subject.variants();
        this.most = Math.min(all, options.budget().runs());
        SweepStore store = options.store();
        SweepStore.Start start = store == null
                ? new SweepStore.Start(SeedOrder.Progress.at(seeds.first()), new SweepResult())
                : store.start(subject, seeds, options.guided());
        SeedOrder.Progress progress = start.progress();
        this.result = start.result();
        this.order = options.guided() && subject instanceof SwarmSubject swarm
                ? new GuidedOrder(seeds, progress, seed -> swarm.draw(0, seed), result.coverage())
                : new EverySeed(new SeedRange(progress.nextSeed(), seeds.last()), subject.variants());
        this.runsBefore = result.runs();
    }

    /** How many runs are asked for; {@link Long#MAX_VALUE} where only time ends them. */
    public long most() {
        return most;
    }

    /** How many runs had been made before this sweep was continued; 0 for one that begins. */
    public long runsBefore() {
        return runsBefore;
    }

    /** What it has come to; grows while it runs. */
    SweepResult result() {
        return result;
    }

    /** Ends the sweep soon; what was made by then counts. May be called from any thread. */
    public void stop() {
        stopped = true;
    }

    /**
     * Makes the runs.
     *
     * @param progress is shown the result now and then, on the calling thread
     */
    public SweepResult run(Consumer<SweepResult> progress) {
        long started = System.nanoTime();
        long stored = started;
        SweepStore store = options.store();
        RunTask task = new RunTask(subject);
        ExecutorService threads = Executors.newFixedThreadPool(options.jobs());
        Deque<Future<List<RunRecord>>> underWay = new ArrayDeque<>();
        long handedOut = result.runs();
        try {
            while (true) {
                while (underWay.size() < options.jobs() * AHEAD_OF_EACH_THREAD && mayGoOn(started, handedOut)) {
                    List<SeedOrder.Slot> slots = order.next(most - handedOut);
                    if (slots.isEmpty()) {
                        break;
                    }
                    handedOut += slots.size();
                    underWay.add(threads.submit(() -> task.run(slots)));
                }
                Future<List<RunRecord>> oldest = underWay.poll();
                if (oldest == null) {
                    break;
                }
                List<RunRecord> batch = oldest.get();
                if (stopped && batch.stream().anyMatch(RunRecord::endedEarly)) {
                    break; // who told the sweep to end has told the tiers as well: these runs are yet to be made
                }
                for (RunRecord run : batch) {
                    order.learn(run.slot(), result.merge(run));
                }
                progress.accept(result);
                if (store != null && System.nanoTime() - stored > store.everyNanos() && order.atBoundary()) {
                    store();
                    stored = System.nanoTime();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the sweep was interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a run ended in an error: " + e.getCause(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
        boolean endless = options.seeds().last() == Long.MAX_VALUE;
        result.complete(result.runs() >= (endless ? most : all));
        store();
        return result;
    }

    /** A sweep that was stopped still comes to a point from which it can be continued. */
    private boolean mayGoOn(long started, long handedOut) {
        boolean over =
                stopped || System.nanoTime() - started >= options.budget().nanos();
        return handedOut < most && (!over || order.midway());
    }

    private void store() {
        SweepStore store = options.store();
        if (store != null) {
            store.write(subject, options.seeds(), options.guided(), order.progress(), result);
        }
    }
}

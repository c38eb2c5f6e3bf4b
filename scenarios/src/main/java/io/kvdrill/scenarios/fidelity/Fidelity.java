package io.kvdrill.scenarios.fidelity;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.conform.Replayer;
import io.kvdrill.scenarios.conform.VectorReport;
import io.kvdrill.scenarios.conform.VectorReport.Ending;
import io.kvdrill.scenarios.conform.VectorReport.Mismatch;
import io.kvdrill.scenarios.conform.compare.Difference;
import io.kvdrill.scenarios.conform.record.RecordedLife;
import io.kvdrill.scenarios.conform.subject.Subject;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.Step;
import io.kvdrill.scenarios.fidelity.Eager.Early;
import io.kvdrill.scenarios.run.RunCase;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds a tier against kvdrill's on what a run tells kvdrill's: each life of it is a vector, which the other tier is told,
 * too, up to the first step that differs.
 */
final class Fidelity {
    private final Subject subject;

    /** Of a subject, which is used by one thread and not closed here. */
    Fidelity(Subject subject) {
        this.subject = subject;
    }

    /**
     * One run.
     *
     * @throws io.kvdrill.scenarios.process.SubjectException if the subject cannot be asked any more
     */
    RunReport of(RunCase runCase) {
        Recording recording = Recording.of(runCase.toString(), runCase.world(), runCase.profile(), runCase.seed());
        Eager eager = new Eager(subject);
        Replayer replayer = new Replayer(eager, null, false);
        long steps = 0;
        long matched = 0;
        int cut = 0;
        int unsupported = 0;
        List<Found> found = new ArrayList<>();
        for (RecordedLife life : recording.lives()) {
            cut += life.end().isEmpty() ? 0 : 1;
            if (life.vector().steps().isEmpty()) {
                continue;
            }
            eager.expect(life);
            VectorReport report = replayer.replay(life.vector());
            steps += life.vector().steps().size();
            matched += report.matched();
            unsupported += report.ending() == Ending.UNSUPPORTED ? 1 : 0;
            Mismatch mismatch = report.mismatch();
            Early early = eager.early();
            if (early != null && (mismatch == null || early.step() < mismatch.step())) {
                found.add(found(runCase, Eager.upTo(life.vector(), early), early));
            } else if (mismatch != null) {
                ConformanceVector upTo = Recording.cut(life.vector(), mismatch.step() + 1);
                found.add(new Found(runCase.again(), upTo, mismatch, Shape.of(mismatch)));
            }
        }
        return new RunReport(recording.lives().size(), steps, matched, cut, unsupported, found);
    }

    private Found found(RunCase runCase, ConformanceVector upTo, Early early) {
        Step last = upTo.steps().get(upTo.steps().size() - 1);
        Mismatch seen = new Replayer(subject, null, false).replay(upTo).mismatch();
        Mismatch mismatch = seen != null
                ? seen
                : new Mismatch( // where it takes the sweeps of earlier stretches, too
                        last.index(),
                        last.op().publicName(),
                        last.arguments(),
                        List.of(new Difference("8.4: other effects", "nothing more", early.did())));
        return new Found(runCase.again(), upTo, mismatch, Shape.of(mismatch));
    }

    /** A shorter vector with the same difference at its end, if leaving out what did nothing makes one. */
    static Found shortened(Found found, Profile profile, Subject subject) {
        ConformanceVector shorter = Shortened.of(found.vector());
        if (shorter.steps().size() == found.vector().steps().size()) {
            return found;
        }
        try (Subject own = Recording.own(profile)) {
            if (new Replayer(own, null, false).replay(shorter).mismatch() != null) {
                return found;
            }
        }
        Mismatch mismatch = new Replayer(subject, null, false).replay(shorter).mismatch();
        if (mismatch == null
                || mismatch.step() != shorter.steps().size() - 1
                || !Shape.of(mismatch).equals(found.shape())) {
            return found;
        }
        return new Found(found.again(), shorter, mismatch, found.shape());
    }
}

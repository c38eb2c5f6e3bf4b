package io.kvdrill.scenarios.fidelity;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.conform.subject.ProcessSubject;
import io.kvdrill.scenarios.conform.subject.Subject;
import io.kvdrill.scenarios.hosted.HostedSubject;
import io.kvdrill.scenarios.hosted.TierProcess;
import io.kvdrill.scenarios.process.ProcessCommand;

/** Starts a tier of a user's own, whichever of the two protocols it speaks. */
final class Subjects {
    private Subjects() {}

    /**
     * One subject.
     *
     * @param command for the shell; speaks {@code docs/tier-protocol.md} or {@code docs/subject-protocol.md}
     * @param profile that transports follow
     * @throws io.kvdrill.scenarios.process.SubjectException if it cannot be started or does not greet back
     */
    static Subject start(ProcessCommand command, Profile profile) {
        return TierProcess.greetsAsSubject(command)
                ? ProcessSubject.start(command.shown(), command.timeout())
                : new HostedSubject(command, any -> profile);
    }
}

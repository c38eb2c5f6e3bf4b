package io.kvdrill.scenarios.conform.subject;

import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.process.SubjectException;

/**
 * A tier that vectors are played to. It brings its own doubles (FORMAT.md section 5) and answers each step with what the
 * call returned and what it did.
 *
 * <p>Calls come as {@code begin}, {@code step}*, {@code end}, vector after vector. Every method may throw {@link
 * SubjectException}, after which only {@link #close} is called.
 */
public interface Subject extends AutoCloseable {

    /** Its name, for people. */
    String name();

    /** Starts a vector: a fresh tier, fresh doubles, time 0. */
    Answer begin(ConformanceVector vector);

    /** Plays one step. */
    Answer step(SubjectStep step);

    /** Ends the vector; whatever is left of its tier is dropped. */
    void end();

    /** Gives everything up. */
    @Override
    void close();
}

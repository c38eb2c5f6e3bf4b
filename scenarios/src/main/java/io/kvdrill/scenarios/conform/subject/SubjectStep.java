package io.kvdrill.scenarios.conform.subject;

import io.kvdrill.scenarios.conform.vector.Op;
import tools.jackson.databind.node.ObjectNode;

/**
 * A step as a subject gets it.
 *
 * @param index from 0
 * @param op what to do
 * @param arguments the arguments of the vector, with transfers named as the subject named its writes; a {@code serve}
 *     also carries {@code jobs}: a list of {@code {"ctx", "keys", "job"}} that says which number the parent gives to
 *     which store job
 */
public record SubjectStep(int index, Op op, ObjectNode arguments) {}

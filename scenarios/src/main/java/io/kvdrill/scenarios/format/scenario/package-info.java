/**
 * The scenario format: its fields, one class for each part of a file, and the way from a file to worlds that can be run.
 */
@NullMarked
package io.kvdrill.scenarios.format.scenario;

import org.jspecify.annotations.NullMarked;

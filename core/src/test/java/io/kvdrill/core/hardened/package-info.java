/**
 * What the {@code hardened} profile does where vLLM's own tests, or ours beyond them, ask a question: rows of parts A and C
 * of the parity checklist, at the tier's surface. {@code docs/parity.md} says which row is covered where.
 */
@NullMarked
package io.kvdrill.core.hardened;

import org.jspecify.annotations.NullMarked;

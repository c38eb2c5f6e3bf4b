/** The public failure reports that the scenarios rehearse, by the ids of docs/field-cases.md. */
@NullMarked
package io.kvdrill.scenarios.fieldcase;

import org.jspecify.annotations.NullMarked;

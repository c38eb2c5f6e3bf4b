/**
 * JSON Schemas (draft 2020-12) of what kvdrill reads and writes, for editors and programs. Those of scenarios and profiles
 * are made from the shapes that read the files.
 */
@NullMarked
package io.kvdrill.scenarios.schema;

import org.jspecify.annotations.NullMarked;

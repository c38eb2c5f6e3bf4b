/**
 * Writes out what a file says about many things at a time: peers and requests by count, ranks of a host, faults of groups
 * and repeated faults. Works on the document, before its fields are read: what is read afterwards is what a patient
 * person could have written, and each copy keeps the place of the line that it comes from.
 */
@NullMarked
package io.kvdrill.scenarios.format.expand;

import org.jspecify.annotations.NullMarked;

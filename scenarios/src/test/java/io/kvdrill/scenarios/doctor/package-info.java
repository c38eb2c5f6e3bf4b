@NullMarked
package io.kvdrill.scenarios.doctor;

import org.jspecify.annotations.NullMarked;

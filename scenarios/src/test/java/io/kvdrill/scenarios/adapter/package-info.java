@NullMarked
package io.kvdrill.scenarios.adapter;

import org.jspecify.annotations.NullMarked;

/** Figures as SVG text: curves and heat maps. The same numbers give the same bytes. */
@NullMarked
package io.kvdrill.reports.figure;

import org.jspecify.annotations.NullMarked;

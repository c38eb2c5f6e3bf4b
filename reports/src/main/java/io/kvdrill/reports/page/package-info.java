/**
 * One run as one HTML file that needs no network: verdict, story, timeline, message diagram, tables, trace. Everything
 * that a reader must be able to print or to read without scripts is in the HTML; what moves is drawn by the scripts
 * beside this package, from data in the same file.
 */
@NullMarked
package io.kvdrill.reports.page;

import org.jspecify.annotations.NullMarked;

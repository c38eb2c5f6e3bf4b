/** {@code report.json}: what came of one run, for programs. docs/report-json.md describes each field. */
@NullMarked
package io.kvdrill.reports.json;

import org.jspecify.annotations.NullMarked;

package io.kvdrill.scenarios.conform;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads tables that are part of the jar: tab-separated cells, {@code #} for comments. */
final class TableResource {
    private TableResource() {}

    static List<List<String>> rows(String name) {
        try (InputStream in = TableResource.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the table " + name + " is missing from the jar");
            }
            List<List<String>> rows = new ArrayList<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    rows.add(List.of(line.split("\t")));
                }
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

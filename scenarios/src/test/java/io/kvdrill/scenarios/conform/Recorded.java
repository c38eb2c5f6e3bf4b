package io.kvdrill.scenarios.conform;

import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.VectorReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The recorded vectors, which are resources of the core's tests. */
public final class Recorded {
    static final List<String> FILES = List.of(
            "client-load",
            "client-lookup",
            "construct",
            "fingerprint",
            "handshake",
            "manager",
            "oct",
            "random-2026-08",
            "random-2026-10",
            "server-abort",
            "server-lookup",
            "server-pd",
            "wire");

    private static final Map<String, ConformanceVector> ALL = read();

    private Recorded() {}

    /** All of them. */
    public static List<ConformanceVector> all() {
        return List.copyOf(ALL.values());
    }

    /** The one of this name. */
    public static ConformanceVector vector(String name) {
        return Objects.requireNonNull(ALL.get(name), name);
    }

    /** The text of a file of vectors. */
    static String content(String file) {
        String resource = "/conformance/" + file + ".jsonl";
        try (InputStream in = Objects.requireNonNull(Recorded.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, ConformanceVector> read() {
        Map<String, ConformanceVector> vectors = new LinkedHashMap<>();
        VectorReader reader = new VectorReader();
        List<ConformanceVector> list = new ArrayList<>();
        FILES.forEach(file -> list.addAll(reader.read(file + ".jsonl", content(file))));
        list.forEach(vector -> vectors.put(vector.name(), vector));
        return vectors;
    }
}

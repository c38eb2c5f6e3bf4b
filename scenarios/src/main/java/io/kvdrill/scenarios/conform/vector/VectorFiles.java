package io.kvdrill.scenarios.conform.vector;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Finds and reads files of vectors, all of them before anything is replayed. */
public final class VectorFiles {
    private static final long MAX_BYTES = 64L << 20; // 64 MiB

    private VectorFiles() {}

    /**
     * The vectors of files and of the {@code .jsonl} files in directories, by file, in the order given and, within a
     * directory, of their names.
     *
     * @throws BadVectorException if one cannot be read, or holds anything but vectors with distinct names
     */
    public static Map<String, List<ConformanceVector>> read(List<Path> paths) {
        Map<String, List<ConformanceVector>> byFile = new LinkedHashMap<>();
        VectorReader reader = new VectorReader();
        for (Path path : paths) {
            for (Path file : filesOf(path)) {
                if (!byFile.containsKey(file.toString())) {
                    byFile.put(file.toString(), reader.read(file.toString(), contentOf(file)));
                }
            }
        }
        return byFile;
    }

    private static List<Path> filesOf(Path path) {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> entries = Files.list(path)) {
            List<Path> files = new ArrayList<>(
                    entries.filter(entry -> entry.getFileName().toString().endsWith(".jsonl"))
                            .sorted()
                            .toList());
            if (files.isEmpty()) {
                throw new BadVectorException(path + ": no .jsonl file in this directory; expected files of vectors");
            }
            return files;
        } catch (IOException e) {
            throw new BadVectorException(path + ": cannot list this directory: " + e.getMessage());
        }
    }

    private static String contentOf(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new BadVectorException(file + ": not a regular file; expected a file of vectors or a directory");
        }
        try (InputStream in = Files.newInputStream(file)) {
            long size = Files.size(file);
            // Some files, those of /proc for example, do not tell their size.
            byte[] bytes = size > MAX_BYTES ? new byte[0] : in.readNBytes((int) MAX_BYTES + 1);
            if (Math.max(size, bytes.length) > MAX_BYTES) {
                throw new BadVectorException(file + ": too large; expected at most " + MAX_BYTES
                        + " bytes. Split the file: each line stands alone");
            }
            return decode(file, bytes);
        } catch (NoSuchFileException e) {
            throw new BadVectorException(file + ": no such file or directory");
        } catch (IOException e) {
            throw new BadVectorException(file + ": cannot read: " + e.getMessage());
        }
    }

    private static String decode(Path file, byte[] bytes) {
        ByteBuffer input = ByteBuffer.wrap(bytes);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(input)
                    .toString();
        } catch (CharacterCodingException e) {
            int line = 1;
            for (int i = 0; i < input.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            throw new BadVectorException(file + ":" + line + ": not UTF-8 text; expected one JSON object a line");
        }
    }
}

package io.kvdrill.scenarios.format.yaml;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.source.Span;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads text files of unknown origin: no more than {@link YamlLimits#MOST_BYTES}, UTF-8 only, with a clear answer to
 * everything else. A byte-order mark of UTF-8 and Windows line ends are accepted.
 */
public final class TextFiles {
    private TextFiles() {}

    /**
     * The text of a file.
     *
     * @throws InvalidInputException if there is none, or it is no text, or it is too large
     */
    public static Source read(Path file) {
        String name = file.toString();
        try {
            if (Files.isDirectory(file)) {
                throw refuse(name, "is a folder, not a file", "");
            }
            if (Files.isRegularFile(file) && Files.size(file) > YamlLimits.MOST_BYTES) {
                throw tooLarge(name);
            }
            try (InputStream in = Files.newInputStream(file)) {
                return decode(name, in.readNBytes(YamlLimits.MOST_BYTES + 1));
            }
        } catch (NoSuchFileException e) {
            throw refuse(name, "no such file", "");
        } catch (AccessDeniedException e) {
            throw refuse(name, "may not be read", "");
        } catch (IOException e) {
            throw refuse(name, "cannot be read: " + e.getMessage(), "");
        }
    }

    /**
     * Bytes as text.
     *
     * @throws InvalidInputException if they are not
     */
    public static Source decode(String name, byte[] bytes) {
        if (bytes.length > YamlLimits.MOST_BYTES) {
            throw tooLarge(name);
        }
        if (bytes.length == 0) {
            throw refuse(name, "is empty", "");
        }
        if (startsWith(bytes, 0xFE, 0xFF) || startsWith(bytes, 0xFF, 0xFE)) {
            throw refuse(name, "is UTF-16", "save it as UTF-8");
        }
        int start = startsWith(bytes, 0xEF, 0xBB, 0xBF) ? 3 : 0;
        for (int i = start; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                throw refuse(name, "is no text: there is a zero byte at offset " + i, "");
            }
        }
        CharsetDecoder utf8 = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes, start, bytes.length - start);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = utf8.decode(in, out, true);
        String text = out.flip().toString();
        if (result.isError()) {
            throw new InvalidInputException(
                    end(Source.of(name, text)), "not UTF-8 from here on", "save the file as UTF-8");
        }
        return Source.of(name, text.replace("\r\n", "\n"));
    }

    private static Span end(Source source) {
        int line = (int) source.text().chars().filter(c -> c == '\n').count() + 1;
        return new Span(source, line, source.line(line).length() + 1, 1);
    }

    private static boolean startsWith(byte[] bytes, int... prefix) {
        if (bytes.length < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if ((bytes[i] & 0xFF) != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    private static InvalidInputException tooLarge(String name) {
        return refuse(name, "is larger than " + (YamlLimits.MOST_BYTES >> 20) + " MiB", "");
    }

    private static InvalidInputException refuse(String name, String message, String help) {
        return new InvalidInputException(Source.of(name, "").whole(), message, help);
    }
}

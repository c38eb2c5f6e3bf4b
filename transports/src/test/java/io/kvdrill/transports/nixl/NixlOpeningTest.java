package io.kvdrill.transports.nixl;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.transports.TransportUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a library that cannot be used, or of a backend that it does not have. */
class NixlOpeningTest {
    @TempDir
    private Path directory;

    private Path library;

    @BeforeEach
    void takeTheLibraryUnderTest() {
        library = new NixlFixture(directory).capi();
    }

    @Test
    void saysThatALibraryIsNotThere() {
        assertThatThrownBy(() -> NixlDataTransport.open(NixlConfig.of(directory.resolve("none.so"), 8, 4_096)))
                .isInstanceOf(TransportUnavailableException.class)
                .hasMessageContaining("none.so");
    }

    @Test
    void saysThatALibraryIsNone() throws IOException {
        Path text = Files.writeString(directory.resolve("text.so"), "not a library");

        assertThatThrownBy(() -> NixlDataTransport.open(NixlConfig.of(text, 8, 4_096)))
                .isInstanceOf(TransportUnavailableException.class)
                .hasMessageContaining("text.so");
    }

    @Test
    void saysWhichSymbolALibraryLacks() throws IOException {
        Path other = directory.resolve("other.so");
        try (InputStream shim =
                Objects.requireNonNull(NixlNative.class.getResourceAsStream("/native/libkvdrill_nixl.so"))) {
            Files.copy(shim, other);
        }

        assertThatThrownBy(() -> NixlDataTransport.open(NixlConfig.of(other, 8, 4_096)))
                .isInstanceOf(TransportUnavailableException.class)
                .hasMessageContaining(
                        "other.so: it has no symbol nixl_capi_create_configured_agent; NIXL 1.0 or later");
    }

    @Test
    void saysThatABackendIsNotThere() {
        assertThatThrownBy(() -> NixlDataTransport.open(new NixlConfig(library, "NONE", Map.of(), 8, 4_096)))
                .isInstanceOf(TransportUnavailableException.class)
                .hasMessageContaining("create_backend");
    }
}

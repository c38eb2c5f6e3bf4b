package io.kvdrill.transports.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.Registration.State;
import io.kvdrill.transports.TransportUnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may befall a region's file. */
class RegionFilesTest {
    private static final String PEER = "127.0.0.1:1";

    @TempDir
    private Path directory;

    private final List<ShmDataTransport> open = new ArrayList<>();
    private ShmDataTransport writer;
    private ShmDataTransport target;
    private final Map<Long, Boolean> ended = new LinkedHashMap<>();

    @BeforeEach
    void openTwo() {
        writer = open(8, 4_096);
        target = open(8, 4_096);
    }

    @AfterEach
    void closeAll() {
        open.forEach(ShmDataTransport::close);
    }

    private ShmDataTransport open(long blocks, long blockBytes) {
        ShmDataTransport transport = ShmDataTransport.open(new ShmConfig(directory, blocks, blockBytes));
        open.add(transport);
        return transport;
    }

    @Test
    void takesNoMemoryForARegionThatHasNoRoom() throws IOException {
        long blocks = Files.getFileStore(directory).getTotalSpace() / 4_096 + 1;

        assertThatThrownBy(() -> open(blocks, 4_096))
                .isInstanceOf(TransportUnavailableException.class)
                .hasMessageContaining(blocks + " blocks of 4096 bytes")
                .hasMessageContaining("are free there");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).as("the regions that were there before").hasSize(2);
        }
    }

    private Registration register(MemoryRegion remote) {
        return writer.register(PEER, remote, RegistrationMode.INLINE);
    }

    private Path file(ShmDataTransport of) {
        return directory.resolve(
                RegionMetadata.decode(of.region().agentMetadata()).file());
    }

    private boolean write(Registration registration) {
        long transfer = writer.write(registration, SlotList.of(0), SlotList.of(3));
        for (int i = 0; i < 10_000 && !ended.containsKey(transfer); i++) {
            LockSupport.parkNanos(1_000_000);
            writer.collect(registration, ended::put);
        }
        return ended.getOrDefault(transfer, false);
    }

    @Test
    void rejectsARegionThatHasVanished() throws IOException {
        Files.delete(file(target));

        Registration registration = register(target.region());
        assertThat(registration.state()).isEqualTo(State.REJECTED);
        assertThat(registration.failure()).contains("is not there");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 100, 4_096, 40_000, 69_631})
    void rejectsARegionThatWasCutShort(long bytes) throws IOException {
        cut(bytes);

        Registration registration = register(target.region());
        assertThat(registration.state()).isEqualTo(State.REJECTED);
        assertThat(registration.failure()).contains("the file has " + bytes + " bytes");
    }

    private void cut(long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file(target), StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, magic number", "8, version", "16, life", "24, bytes per block", "32, blocks"})
    void rejectsARegionWhoseHeaderIsWrong(int at, String what) throws IOException {
        try (FileChannel channel = FileChannel.open(file(target), StandardOpenOption.WRITE)) {
            channel.write(
                    ByteBuffer.allocate(Long.BYTES)
                            .order(ByteOrder.nativeOrder())
                            .putLong(0, 77),
                    at);
        }

        Registration registration = register(target.region());
        assertThat(registration.state()).isEqualTo(State.REJECTED);
        assertThat(registration.failure()).contains(what + " is 0x4d");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "kvdrill-shm 1 ../../etc/passwd 1", "kvdrill-shm 2 x.region 1"})
    void rejectsMetadataOfAnotherMaking(String text) {
        Bytes metadata = Bytes.of(text.getBytes(StandardCharsets.US_ASCII));
        Registration registration = register(new MemoryRegion(metadata, 0, 8, 4_096));

        assertThat(registration.state()).isEqualTo(State.REJECTED);
        assertThat(registration.failure()).contains("shared-memory region");
    }

    @Test
    void failsWritesIntoARegionThatIsCutLater() throws IOException {
        Registration registration = register(target.region());
        assertThat(write(registration)).isTrue();
        cut(40_000);

        assertThat(write(registration)).isFalse();
    }

    @Test
    void goesOnWritingToARegionWhoseFileWasRemoved() throws IOException {
        Registration registration = register(target.region());
        Files.delete(file(target));
        writer.blocks().block(0).putLong(0, 5);
        writer.blocks().seal(0);

        assertThat(write(registration)).isTrue();
        assertThat(target.blocks().block(3).getLong(0)).isEqualTo(5);
        assertThat(target.blocks().verify(3)).isTrue();
    }

    @Test
    void failsWritesIntoARegionThatWasClosed() {
        Registration registration = register(target.region());
        target.close();

        assertThat(write(registration)).isFalse();
    }

    @Test
    void refusesWritesBetweenBlocksOfDifferentSize() {
        Registration registration = register(open(8, 8_192).region());

        assertThat(registration.state()).isEqualTo(State.READY);
        assertThat(writer.write(registration, SlotList.of(0), SlotList.of(0))).isEqualTo(-1);
    }

    @Test
    void tellsChangedBlocksFromSealedOnes() {
        ShmRegion region = target.blocks();
        assertThat(region.verify(0)).as("never sealed").isFalse();
        region.block(0).putLong(0, 1);
        region.seal(0);
        assertThat(region.verify(0)).isTrue();
        region.block(0).putLong(8, 1);
        assertThat(region.verify(0)).as("changed after it was sealed").isFalse();
    }

    @Test
    void carriesTheSealOfTheSourceSoThatALateChangeShows() {
        Registration registration = register(target.region());
        writer.blocks().seal(0);
        writer.blocks().block(0).putLong(0, 9);

        assertThat(write(registration)).isTrue();
        assertThat(target.blocks().verify(3)).isFalse();
    }

    @Test
    void leavesNoFileBehind() throws IOException {
        writer.close();
        target.close();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void saysThatItsDirectoryIsNone() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> ShmDataTransport.open(new ShmConfig(file, 8, 4_096)))
                .isInstanceOf(TransportUnavailableException.class)
                .hasMessageContaining("cannot use the directory " + file);
    }

    @ParameterizedTest
    @CsvSource({"0, 4096", "8, 0", "-1, 4096", "100000000000, 4096", "8, 2000000000"})
    void refusesARegionThatCannotBe(long blocks, long blockBytes) {
        assertThatThrownBy(() -> new ShmConfig(directory, blocks, blockBytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected 1 to");
    }
}

package io.kvdrill.transports.nixl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.contract.DataAbility;
import io.kvdrill.core.transport.contract.DataTransportFixture;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Agents of one process. */
final class NixlFixture implements DataTransportFixture {
    private static final int BLOCK_BYTES = 1 << 16;
    private static final long PASS_NANOS = 2_000_000;

    private final Path directory;
    private final Path capi;
    private final boolean real;
    private final Map<Integer, NixlDataTransport> transports = new LinkedHashMap<>();
    private final List<NixlDataTransport> dead = new ArrayList<>();

    NixlFixture(Path directory) {
        this.directory = directory;
        String named = System.getenv("KVDRILL_NIXL_LIB");
        this.real = named != null;
        this.capi = named != null ? Path.of(named) : doubleIn(directory);
    }

    /** The library under test. */
    Path capi() {
        return capi;
    }

    /** The double, unpacked; tests that ask for it are skipped where it could not be built. */
    static Path doubleIn(Path directory) {
        Path library = directory.resolve("libnixl_capi.so");
        try (InputStream built = NixlFixture.class.getResourceAsStream("/native/libnixl_double.so")) {
            assumeTrue(built != null, "not exercised: the double of NIXL was not built, for there is no gcc");
            if (!Files.exists(library)) {
                Files.copy(Objects.requireNonNull(built), library);
            }
            return library;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public Set<DataAbility> abilities() {
        return real ? EnumSet.of(DataAbility.RESTARTS) : EnumSet.allOf(DataAbility.class);
    }

    @Override
    public String id(int peer) {
        return "10.0.0." + peer + ":5710";
    }

    private Path knobs(int peer) {
        return directory.resolve("knobs-" + peer);
    }

    /** Turns knobs of a peer's agent; those not named are off. */
    void turn(int peer, String... words) {
        try {
            Path next = directory.resolve("knobs-next");
            Files.write(next, List.of(words));
            Files.move(next, knobs(peer), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public DataTransport open(int peer) {
        return kept(peer, NixlDataTransport.open(config(peer)));
    }

    /** One whose requests write so many blocks at most. */
    NixlDataTransport openInPieces(int peer, int blocks) {
        return kept(peer, NixlDataTransport.open(config(peer), (long) blocks * BLOCK_BYTES));
    }

    private NixlDataTransport kept(int peer, NixlDataTransport transport) {
        transports.put(peer, transport);
        return transport;
    }

    private NixlConfig config(int peer) {
        Map<String, String> parameters =
                real ? Map.of() : Map.of("double_knobs", knobs(peer).toString());
        return new NixlConfig(capi, "UCX", parameters, slots(), BLOCK_BYTES);
    }

    @Override
    public int slots() {
        return 8;
    }

    @Override
    public void fill(int peer, int slot, long content) {
        ByteBuffer block = block(peer, slot);
        while (block.hasRemaining()) {
            block.putLong(content);
        }
    }

    @Override
    public long content(int peer, int slot) {
        ByteBuffer block = block(peer, slot);
        long content = block.getLong();
        while (block.hasRemaining()) {
            if (block.getLong() != content) {
                return -1;
            }
        }
        return content;
    }

    private ByteBuffer block(int peer, int slot) {
        return Objects.requireNonNull(transports.get(peer)).block(slot);
    }

    @Override
    public Runnable holdWrites(int peer) {
        turn(peer, "stall");
        return () -> turn(peer);
    }

    /** Its agent ends, and its memory stays. */
    @Override
    public void kill(int peer) {
        NixlDataTransport transport = Objects.requireNonNull(transports.remove(peer));
        transport.close();
        dead.add(transport);
    }

    @Override
    public void pass() {
        LockSupport.parkNanos(PASS_NANOS);
    }

    /** Passes time, and does something after each while, until a condition holds. */
    void until(BooleanSupplier condition, Runnable work) {
        for (int i = 0; i < 5_000 && !condition.getAsBoolean(); i++) {
            pass();
            work.run();
        }
        assertThat(condition.getAsBoolean()).as("what was waited for has come").isTrue();
    }

    @Override
    public int patience() {
        return 500;
    }

    @Override
    public void close() {
        transports.values().forEach(NixlDataTransport::close);
    }
}

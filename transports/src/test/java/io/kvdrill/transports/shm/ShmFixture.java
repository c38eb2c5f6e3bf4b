package io.kvdrill.transports.shm;

import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.contract.DataAbility;
import io.kvdrill.core.transport.contract.DataTransportFixture;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Transports that share a directory. */
final class ShmFixture implements DataTransportFixture {
    private static final int BLOCK_BYTES = (1 << 20) + 4_096;
    private static final long PASS_NANOS = 2_000_000;

    private final Path directory;
    private final Map<Integer, ShmDataTransport> transports = new LinkedHashMap<>();
    private final List<ShmDataTransport> dead = new ArrayList<>();
    private final Set<Integer> held = ConcurrentHashMap.newKeySet();

    ShmFixture(Path directory) {
        this.directory = directory;
    }

    @Override
    public Set<DataAbility> abilities() {
        return EnumSet.allOf(DataAbility.class);
    }

    @Override
    public String id(int peer) {
        return "10.0.0." + peer + ":5710";
    }

    @Override
    public DataTransport open(int peer) {
        ShmDataTransport transport =
                ShmDataTransport.open(new ShmConfig(directory, slots(), BLOCK_BYTES), any -> held.contains(peer));
        transports.put(peer, transport);
        return transport;
    }

    @Override
    public int slots() {
        return 8;
    }

    @Override
    public void fill(int peer, int slot, long content) {
        ShmRegion region = region(peer);
        region.unseal(slot);
        ByteBuffer block = region.block(slot);
        while (block.remaining() >= Long.BYTES) {
            block.putLong(content);
        }
        region.seal(slot);
    }

    @Override
    public long content(int peer, int slot) {
        ByteBuffer block = region(peer).block(slot);
        long content = block.getLong();
        while (block.remaining() >= Long.BYTES) {
            if (block.getLong() != content) {
                return -1;
            }
        }
        return content == 0 || region(peer).verify(slot) ? content : -1;
    }

    private ShmRegion region(int peer) {
        return Objects.requireNonNull(transports.get(peer)).blocks();
    }

    @Override
    public Runnable holdWrites(int peer) {
        held.add(peer);
        return () -> held.remove(peer);
    }

    /** Its file stays where it is, as after a SIGKILL. */
    @Override
    public void kill(int peer) {
        dead.add(Objects.requireNonNull(transports.remove(peer)));
    }

    @Override
    public void pass() {
        LockSupport.parkNanos(PASS_NANOS);
    }

    @Override
    public int patience() {
        return 200;
    }

    @Override
    public void close() {
        transports.values().forEach(ShmDataTransport::close);
        dead.forEach(ShmDataTransport::close);
    }
}

package io.kvdrill.transports.shm;

import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.Registration;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** A peer in a process of its own that writes into a region, over and over, until it is ended. */
final class WriterProcess implements AutoCloseable {
    private final Process process;
    /** What it announces. */
    final MemoryRegion region;

    WriterProcess(Path directory, MemoryRegion target) throws IOException {
        process = new ProcessBuilder(List.of(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WriterProcess.class.getName(),
                        directory.toString(),
                        target.agentMetadata().hex(),
                        String.valueOf(target.blockCount()),
                        String.valueOf(target.blockBytes())))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String metadata = Objects.requireNonNull(said.readLine(), "the writer ended before it began");
        region = new MemoryRegion(Bytes.ofHex(metadata), 0, target.blockCount(), target.blockBytes());
    }

    /** Ends it without a word, and waits until it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** The process: directory, and the region to write to. */
    public static void main(String[] args) throws InterruptedException {
        long blocks = Long.parseLong(args[2]);
        long blockBytes = Long.parseLong(args[3]);
        ShmDataTransport transport = ShmDataTransport.open(new ShmConfig(Path.of(args[0]), blocks, blockBytes));
        transport.blocks().block(0).putLong(0, 4_711);
        transport.blocks().seal(0);
        Registration registration = transport.register(
                "target", new MemoryRegion(Bytes.ofHex(args[1]), 0, blocks, blockBytes), RegistrationMode.INLINE);
        System.out.println(transport.region().agentMetadata().hex());
        System.out.flush();
        while (true) {
            transport.write(registration, SlotList.of(0), SlotList.of(1));
            transport.collectAll((transfer, success) -> {});
            Thread.sleep(20);
        }
    }
}

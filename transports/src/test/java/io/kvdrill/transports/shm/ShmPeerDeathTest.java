package io.kvdrill.transports.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.Registration.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer in another process, and its end. */
class ShmPeerDeathTest {
    @TempDir
    private Path directory;

    private static void until(BooleanSupplier condition) {
        for (int i = 0; i < 20_000 && !condition.getAsBoolean(); i++) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(condition.getAsBoolean()).as("what was waited for has come").isTrue();
    }

    @Test
    void survivesAWriterThatIsKilledFencesItAndRemovesWhatItLeft() throws IOException, InterruptedException {
        ShmConfig config = new ShmConfig(directory, 8, 4_096);
        ShmDataTransport survivor = ShmDataTransport.open(config);
        try (WriterProcess peer = new WriterProcess(directory, survivor.region())) {
            Registration registration = survivor.register("peer", peer.region, RegistrationMode.INLINE);
            assertThat(registration.state()).as(registration.failure()).isEqualTo(State.READY);
            until(() -> survivor.blocks().verify(1));
            assertThat(survivor.blocks().block(1).getLong(0)).isEqualTo(4_711);
            Path file = directory.resolve(
                    RegionMetadata.decode(peer.region.agentMetadata()).file());
            ShmDataTransport.open(config).close();
            assertThat(file).as("the file of a peer that lives").exists();

            peer.kill();
            survivor.fence(registration);
            Fenced fenced = new Fenced();
            until(() -> {
                survivor.poll(fenced);
                return fenced.done;
            });
            ShmDataTransport.open(config).close();
            assertThat(Files.exists(file))
                    .as("the file of a peer that was killed")
                    .isFalse();
        } finally {
            survivor.close();
        }
    }

    private static final class Fenced implements DataTransport.Listener {
        private boolean done;

        @Override
        public void onCompletions(Registration registration) {}

        @Override
        public void onRegistrationSettled(Registration registration) {}

        @Override
        public void onFenced(Registration registration) {
            done = true;
        }
    }
}

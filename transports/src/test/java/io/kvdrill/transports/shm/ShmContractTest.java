package io.kvdrill.transports.shm;

import io.kvdrill.core.transport.contract.DataTransportContract;
import io.kvdrill.core.transport.contract.DataTransportFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The data transport over shared memory. */
class ShmContractTest extends DataTransportContract {
    @TempDir
    private Path directory;

    @Override
    protected DataTransportFixture newFixture() {
        return new ShmFixture(directory);
    }
}

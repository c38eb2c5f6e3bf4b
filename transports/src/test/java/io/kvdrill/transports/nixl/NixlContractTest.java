package io.kvdrill.transports.nixl;

import io.kvdrill.core.transport.contract.DataTransportContract;
import io.kvdrill.core.transport.contract.DataTransportFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The data transport on NIXL: on the double, or on the library that {@code KVDRILL_NIXL_LIB} names. */
class NixlContractTest extends DataTransportContract {
    @TempDir
    private Path directory;

    @Override
    protected DataTransportFixture newFixture() {
        return new NixlFixture(directory);
    }
}

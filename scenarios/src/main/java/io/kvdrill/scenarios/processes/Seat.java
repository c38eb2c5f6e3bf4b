package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.node.DataPlane;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the host of a process decides.
 *
 * @param bindHost where to listen if not where peers dial; empty for there
 * @param bindPort the port to listen at if not the peer's; 0 for that
 * @param allow whom it may dial and hear
 * @param data what moves its blocks
 */
record Seat(String bindHost, int bindPort, List<String> allow, Data data) {

    /** What moves blocks; a library that is null stands for shared memory. */
    record Data(@Nullable String library, String backend, Map<String, String> parameters) {
        static Data of(DataPlane plane) {
            Path library = plane.nixlLibrary();
            return new Data(
                    library == null ? null : library.toAbsolutePath().toString(), plane.backend(), plane.parameters());
        }

        DataPlane plane() {
            return new DataPlane(library == null ? null : Path.of(library), backend, parameters);
        }
    }
}

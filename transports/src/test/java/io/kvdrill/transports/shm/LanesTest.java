package io.kvdrill.transports.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.transports.shm.Lanes.Lane;
import io.kvdrill.transports.shm.Lanes.Revocation;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LanesTest {
    private static final long WRITER = 11;
    private static final long OTHER = 12;

    @TempDir
    private Path directory;

    private final ProcessLife self = ProcessLife.current();
    private ShmRegion region;
    private Lanes lanes;

    @BeforeEach
    void open() {
        region = ShmRegion.create(new ShmConfig(directory, 1, 8), self, 1);
        lanes = new Lanes(region.file());
    }

    @AfterEach
    void close() {
        region.close();
    }

    private Lane claim(long token, long life, ProcessLife process) {
        return Objects.requireNonNull(lanes.claim(token, life, process));
    }

    @Test
    void keepsARevokedWriterOutAndLetsOthersIn() {
        Lane revoked = claim(1, WRITER, self);
        Lane other = claim(2, OTHER, self);

        assertThat(lanes.revoke(WRITER).complete(self)).isTrue();
        assertThat(lanes.enter(revoked)).isFalse();
        assertThat(lanes.enter(other)).isTrue();
    }

    @Test
    void letsALaterRegistrationOfARevokedWriterIn() {
        claim(1, WRITER, self);
        lanes.revoke(WRITER);

        assertThat(lanes.enter(claim(2, WRITER, self))).isTrue();
    }

    @Test
    void waitsForAChunkThatIsBeingCopied() {
        Lane lane = claim(1, WRITER, self);
        assertThat(lanes.enter(lane)).isTrue();
        Revocation revocation = lanes.revoke(WRITER);
        assertThat(revocation.complete(self)).isFalse();

        lanes.leave(lane);
        assertThat(revocation.complete(self)).isTrue();
        assertThat(lanes.enter(lane)).isFalse();
    }

    @Test
    void doesNotWaitForAWriterThatIsOver() {
        ProcessLife over = new ProcessLife(
                self.pid(), self.startMillis() - 1_000, self.namespace(), self.bootHigh(), self.bootLow());
        assertThat(lanes.enter(claim(1, WRITER, over))).isTrue();

        assertThat(lanes.revoke(WRITER).complete(self)).isTrue();
    }

    @Test
    void waitsForAWriterOfANamespaceThatItCannotSee() {
        ProcessLife elsewhere = new ProcessLife(
                self.pid(), self.startMillis() - 1_000, self.namespace() + 1, self.bootHigh(), self.bootLow());
        assertThat(lanes.enter(claim(1, WRITER, elsewhere))).isTrue();

        assertThat(lanes.revoke(WRITER).complete(self)).isFalse();
    }

    @Test
    void givesTheLanesOfDeadWritersToOthersWhenAllAreTaken() {
        ProcessLife over = new ProcessLife(
                self.pid(), self.startMillis() - 1_000, self.namespace(), self.bootHigh(), self.bootLow());
        for (int i = 0; i < RegionLayout.LANE_COUNT - 1; i++) {
            claim(100 + i, WRITER, self);
        }
        claim(1, OTHER, over);
        claim(2, OTHER, self);

        assertThat(lanes.claim(3, OTHER, self)).isNull();
    }

    @Test
    void reusesALaneThatWasReleased() {
        Lane first = claim(1, WRITER, self);
        lanes.release(first);

        assertThat(claim(2, OTHER, self).at()).isEqualTo(first.at());
        assertThat(lanes.enter(first)).isFalse();
    }
}

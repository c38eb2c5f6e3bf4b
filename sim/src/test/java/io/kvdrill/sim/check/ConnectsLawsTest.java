package io.kvdrill.sim.check;

import static io.kvdrill.sim.check.Script.A;
import static io.kvdrill.sim.check.Script.B;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.SessionEvent.IdentityCollision;
import io.kvdrill.core.trace.SessionEvent.MessageDropped;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.PeerRefused;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.engine.EngineEvent.ShutdownBegan;
import io.kvdrill.sim.network.NetworkEvent.FrameDelivered;
import io.kvdrill.sim.network.NetworkEvent.FrameLost;
import io.kvdrill.sim.network.NetworkEvent.FrameSent;
import io.kvdrill.sim.network.NetworkEvent.IdentityIgnored;
import io.kvdrill.sim.network.NetworkEvent.IdentityRefused;
import io.kvdrill.sim.network.NetworkEvent.InboundLinkClosed;
import java.util.List;
import org.junit.jupiter.api.Test;

/** I5, where a peer announces itself: what becomes of a connect that has arrived. */
class ConnectsLawsTest {
    private static Script connectArrives() {
        return Script.of(new ConnectsChecker())
                .emit(B, new FrameSent(A, 7, "connect", 200))
                .emit(A, new FrameDelivered(B, 7));
    }

    @Test
    void aConnectThatIsNeitherHeededNorRefusedBreaksI5() {
        assertThat(connectArrives().step(A).violations())
                .as("it may be in the step's way")
                .isEmpty();
        assertThat(connectArrives().step(A).step(A).step(A).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(43));
        assertThat(connectArrives().step(B).step(B).violations()).isEmpty();
        Message.Connect connect = new Message.Connect(B, Bytes.of(new byte[4]), 4096, 16, 4096, "", "0", null);
        for (TraceEvent heeded : List.of(
                new MessageReceived(B, connect),
                new MessageDropped(B, "an acknowledgement without a session"),
                new PeerRefused(B, "full"),
                new IdentityCollision(B, 1),
                new IdentityIgnored(B, 2, 1),
                new IdentityRefused(B, "no address"),
                new InboundLinkClosed(B, 1, "reset by the peer"))) {
            assertThat(connectArrives().emit(A, heeded).step(A).step(A).violations())
                    .as(heeded.toString())
                    .isEmpty();
        }
        assertThat(connectArrives()
                        .emit(B, new FrameLost(A, 7, "another link holds the sender's identity"))
                        .step(A)
                        .step(A)
                        .violations())
                .isEmpty();
        assertThat(connectArrives()
                        .emit(A, new MessageReceived(B, new Message.Disconnect()))
                        .step(A)
                        .step(A)
                        .violations())
                .hasSize(1);
    }

    @Test
    void aPeerThatShutsDownNeedNotHeedWhoAnnouncesItself() {
        assertThat(connectArrives()
                        .emit(A, new ShutdownBegan(1))
                        .step(A)
                        .step(A)
                        .violations())
                .isEmpty();
        Script late = Script.of(new ConnectsChecker())
                .emit(B, new FrameSent(A, 7, "connect", 200))
                .emit(A, new ShutdownBegan(1))
                .emit(A, new FrameDelivered(B, 7));
        assertThat(late.step(A).step(A).violations()).isEmpty();
        assertThat(connectArrives()
                        .emit(B, new ShutdownBegan(1))
                        .step(A)
                        .step(A)
                        .violations())
                .as("another one's shutdown")
                .hasSize(1);
    }
}

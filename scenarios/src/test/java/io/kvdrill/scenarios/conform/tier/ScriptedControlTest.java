package io.kvdrill.scenarios.conform.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.protocol.RawPayload;
import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.core.transport.SendFailedException;
import io.kvdrill.scenarios.conform.vector.Effect;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** FORMAT.md section 5.1, sentence by sentence. */
class ScriptedControlTest {
    private static final Message BYE = new Message.Disconnect();

    private final Script script = new Script();
    private final ScriptedControl control = new ScriptedControl(script);
    private final List<Connection> accepted = new ArrayList<>();
    private final List<String> told = new ArrayList<>();

    @Test
    void aDialRegistersAConnectionAndARefusedOneLeavesNoTrace() {
        Connection connection = control.dial("h1:1");
        assertThat(connection.alive()).isTrue();
        script.refuseConnect.add("h2:1");
        assertThatThrownBy(() -> control.dial("h2:1")).isInstanceOf(DialRefusedException.class);
        assertThat(script.takeEffects()).containsExactly(new Effect.Dial("h1:1"));
    }

    @Test
    void aDeadConnectionIsDroppedByTheNextDial() {
        control.dial("h1:1").markDead();
        Connection second = control.dial("h1:1");
        assertThat(second.alive()).isTrue();
        assertThat(script.takeEffects()).containsExactly(new Effect.Dial("h1:1"), new Effect.Dial("h1:1"));
        assertThatThrownBy(() -> control.dial("h1:1")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void messagesWaitInTheInboxOfTheirConnectionUntilTaken() {
        Connection connection = control.dial("h1:1");
        control.receive("h1:1", message("A"));
        control.receive("h1:1", message("B"));
        assertThat(connection.receive()).isEmpty();
        poll();
        assertThat(told).containsExactly("received h1:1");
        assertThat(values(connection)).containsExactly(message("A"), message("B"));
        assertThat(connection.receive()).isEmpty();
    }

    @Test
    void aMessageFromAStrangerOpensOneConnection() {
        control.receive("h1:1", message("A"));
        control.receive("h1:1", message("B"));
        poll();
        assertThat(told).containsExactly("accepted h1:1");
        assertThat(values(accepted.get(0))).containsExactly(message("A"), message("B"));
        assertThat(script.takeEffects()).isEmpty();
    }

    @Test
    void aMessageThatComesWithTheLossOfItsConnectionEndsInTheDyingOne() {
        Connection connection = control.dial("h1:1");
        control.receive("h1:1", message("A"));
        control.lose("h1:1");
        poll();
        assertThat(told).containsExactly("received h1:1", "lost h1:1");
        assertThat(connection.alive()).isFalse();
        assertThat(values(connection)).containsExactly(message("A"));

        control.receive("h1:1", message("B"));
        poll();
        assertThat(values(accepted.get(0))).containsExactly(message("B"));
    }

    @Test
    void aMessageAfterTheSubjectGaveTheConnectionUpOpensANewOne() {
        control.dial("h1:1").markDead();
        control.receive("h1:1", message("A"));
        poll();
        assertThat(told).containsExactly("accepted h1:1");
    }

    @Test
    void theLossOfAnUnknownConnectionIsIgnored() {
        control.lose("h1:1");
        control.receive("h1:1", message("A"));
        poll();
        assertThat(told).containsExactly("accepted h1:1");
        assertThat(accepted.get(0).alive()).isTrue();
    }

    @Test
    void aFailedSendHasNoEffectAndLeavesTheConnectionAsItWas() {
        Connection connection = control.dial("h1:1");
        script.takeEffects();
        script.failSends.add("h1:1");
        assertThatThrownBy(() -> connection.send(BYE)).isInstanceOf(SendFailedException.class);
        assertThat(connection.alive()).isTrue();
        script.failSends.clear();
        connection.send(BYE);
        connection.markDead();
        assertThatThrownBy(() -> connection.send(BYE)).isInstanceOf(SendFailedException.class);
        assertThat(script.takeEffects()).containsExactly(new Effect.Send("h1:1", MessageCodec.toWire(BYE)));
    }

    @Test
    void nothingIsSentAfterADisconnect() {
        Connection connection = control.dial("h1:1");
        connection.send(BYE);
        assertThat(script.broken()).isEmpty();
        connection.send(new Message.AbortAck("A", 0));
        assertThat(script.broken()).contains("after our disconnect");
    }

    @Test
    void closingTakesEffectOnceEvenForAConnectionThatTheTransportHasForgotten() {
        Connection connection = control.dial("h1:1");
        control.lose("h1:1");
        poll();
        script.takeEffects();
        connection.close();
        connection.close();
        control.close();
        control.close();
        assertThat(script.takeEffects()).containsExactly(new Effect.Close("h1:1"), new Effect.CloseControl());
    }

    private void poll() {
        told.clear();
        control.poll(new ControlTransport.Listener() {
            @Override
            public void onAccepted(Connection connection) {
                told.add("accepted " + connection.peer());
                accepted.add(connection);
            }

            @Override
            public void onReceived(Connection connection) {
                told.add("received " + connection.peer());
            }

            @Override
            public void onLost(Connection connection) {
                told.add("lost " + connection.peer());
            }
        });
    }

    private static WireValue message(String request) {
        return MessageCodec.toWire(new Message.AbortAck(request, 0));
    }

    private static List<WireValue> values(Connection connection) {
        List<WireValue> values = new ArrayList<>();
        for (Payload payload : connection.receive()) {
            values.add(((RawPayload) payload).value());
        }
        return values;
    }
}

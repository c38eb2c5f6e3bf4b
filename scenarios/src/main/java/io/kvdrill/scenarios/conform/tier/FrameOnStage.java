package io.kvdrill.scenarios.conform.tier;

import io.kvdrill.core.protocol.MalformedFrameException;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.Op;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One frame against a fresh session (FORMAT.md section 10). What became of the session shows in effects; whether a
 * message that had none was taken, dropped or counted, the trace tells.
 */
final class FrameOnStage {
    private static final String PEER = "h1:1";

    private final Stage stage;
    private final ScriptedControl control;

    FrameOnStage(Stage stage, ScriptedControl control) {
        this.stage = stage;
        this.control = control;
    }

    JsonNode play(ObjectNode arguments) {
        if (arguments.required("session").stringValue().equals("ready")) {
            stage.peerUp(PEER);
        } else {
            stage.play(Op.NEW_REQUEST, dialling());
        }
        stage.script().takeEffects();
        stage.takeEvents();
        byte[] frame = HexFormat.of().parseHex(arguments.required("bytes").stringValue());
        String stageOfLoss = "dispatch";
        try {
            WireValue value = MessageCodec.decode(frame, frame.length);
            control.receive(PEER, value);
        } catch (MalformedFrameException e) {
            stageOfLoss = "decode";
        }
        stage.poll();
        return judge(stage.script().takeEffects(), stage.takeEvents(), stageOfLoss);
    }

    private static ObjectNode dialling() {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("req", "r");
        arguments
                .putObject("kv_transfer_params")
                .putObject("remote_kv_source")
                .put("kv_request_id", "A")
                .put("remote_host", "h1")
                .put("remote_port", 1);
        return arguments;
    }

    private static JsonNode judge(List<Effect> effects, List<TraceEvent> events, String stageOfLoss) {
        boolean ended = effects.stream().anyMatch(effect -> effect instanceof Effect.Close);
        boolean told = effects.stream()
                .anyMatch(effect -> effect instanceof Effect.Send send
                        && MessageCodec.toWire(new Message.Disconnect()).equals(send.message()));
        boolean goodbye = events.stream()
                .anyMatch(event -> event instanceof SessionEvent.MessageReceived received
                        && received.message() instanceof Message.Disconnect);
        if (ended && !goodbye) {
            return outcome("disconnect").put("disconnect_sent", told);
        }
        if (events.stream().anyMatch(event -> event instanceof SessionEvent.DispatchFailed)) {
            return outcome("dispatch_error");
        }
        if (events.stream().anyMatch(event -> event instanceof SessionEvent.MessageReceived)) {
            return goodbye ? outcome("accepted").put("disconnect_sent", told) : outcome("accepted");
        }
        return outcome("ignored").put("stage", stageOfLoss);
    }

    private static ObjectNode outcome(String outcome) {
        return JsonNodeFactory.instance.objectNode().put("outcome", outcome);
    }
}

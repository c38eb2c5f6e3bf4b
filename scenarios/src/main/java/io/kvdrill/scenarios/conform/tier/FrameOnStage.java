package io.kvdrill.scenarios.conform.tier;

import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.MalformedFrameException;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.MessageReader;
import io.kvdrill.core.protocol.RawPayload;
import io.kvdrill.core.protocol.Reading;
import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.Op;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One frame against a fresh session (FORMAT.md section 10). What became of the session shows in effects; whether a
 * message that changed nothing was taken or ignored, only the reader can tell.
 */
final class FrameOnStage {
    private static final String PEER = "h1:1";

    private final Stage stage;
    private final TierFactory.Hosted hosted;
    private final ScriptedControl control;

    FrameOnStage(Stage stage, TierFactory.Hosted hosted, ScriptedControl control) {
        this.stage = stage;
        this.hosted = hosted;
        this.control = control;
    }

    JsonNode play(ObjectNode arguments) {
        if (arguments.required("session").stringValue().equals("ready")) {
            stage.peerUp(PEER);
        } else {
            stage.play(Op.NEW_REQUEST, dialling());
        }
        stage.script().takeEffects();
        byte[] frame = HexFormat.of().parseHex(arguments.required("bytes").stringValue());
        WireValue value;
        try {
            value = MessageCodec.decode(frame, frame.length);
        } catch (MalformedFrameException e) {
            stage.poll();
            return outcome(hasEnded() ? "disconnect" : "ignored").put("stage", "decode");
        }
        long errors = hosted.countedErrors();
        control.receive(PEER, value);
        stage.poll();
        return judge(read(value), hosted.countedErrors() > errors);
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

    private Reading read(WireValue value) {
        MessageReader reader = new MessageReader(
                stage.profile().choice(Rows.KEY_ELEMENTS), stage.profile().choice(Rows.INTEGER_CHECKS));
        return reader.read(new RawPayload(value, 0));
    }

    private JsonNode judge(Reading reading, boolean errorCounted) {
        List<Effect> effects = stage.script().takeEffects();
        boolean ended = effects.stream().anyMatch(effect -> effect instanceof Effect.Close);
        boolean told = effects.stream()
                .anyMatch(effect -> effect instanceof Effect.Send send
                        && MessageCodec.toWire(new Message.Disconnect()).equals(send.message()));
        boolean goodbye = reading instanceof Reading.Valid valid && valid.message() instanceof Message.Disconnect;
        if (ended && !goodbye) {
            return outcome("disconnect").put("disconnect_sent", told);
        }
        if (errorCounted) {
            return outcome("dispatch_error");
        }
        if (reading instanceof Reading.Ignored) {
            return outcome("ignored").put("stage", "dispatch");
        }
        return outcome("accepted").put("disconnect_sent", told);
    }

    private boolean hasEnded() {
        return stage.script().takeEffects().stream().anyMatch(effect -> effect instanceof Effect.Close);
    }

    private static ObjectNode outcome(String outcome) {
        return JsonNodeFactory.instance.objectNode().put("outcome", outcome);
    }
}

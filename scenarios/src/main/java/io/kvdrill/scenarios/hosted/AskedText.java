package io.kvdrill.scenarios.hosted;

import io.kvdrill.scenarios.process.AskedProcess;
import tools.jackson.databind.JsonNode;

/** What a tier said, for a message. */
final class AskedText {
    private AskedText() {}

    static String of(JsonNode message) {
        return message.isMissingNode() ? "nothing" : AskedProcess.shortened(message.toString());
    }
}

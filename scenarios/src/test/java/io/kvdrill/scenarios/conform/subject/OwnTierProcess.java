package io.kvdrill.scenarios.conform.subject;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.conform.tier.ManagerFactory;
import io.kvdrill.scenarios.conform.tier.TierSubject;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.EffectJson;
import io.kvdrill.scenarios.conform.vector.Op;
import io.kvdrill.scenarios.conform.vector.VectorReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Our own tier behind the subject protocol, written from docs/subject-protocol.md: what a user's driver would be. */
final class OwnTierProcess {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final TierSubject subject = new TierSubject(
            "own", new ManagerFactory(), vector -> Profile.of(vector.reference().preset()));

    private OwnTierProcess() {}

    public static void main(String[] arguments) throws IOException {
        OwnTierProcess process = new OwnTierProcess();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(process.answer(MAPPER.readTree(line)));
        }
    }

    private ObjectNode answer(JsonNode line) {
        if (line.has("hello")) {
            return MAPPER.createObjectNode().put("protocol", 1).put("subject", "our tier in a process");
        }
        if (line.has("begin")) {
            subject.begin(vector(line.required("begin")));
            return MAPPER.createObjectNode();
        }
        if (line.has("step")) {
            return step((ObjectNode) line.required("step"));
        }
        subject.end();
        return MAPPER.createObjectNode();
    }

    private static ConformanceVector vector(JsonNode begin) {
        ObjectNode line = MAPPER.createObjectNode();
        line.set("name", begin.required("vector"));
        line.set("reference", begin.required("reference"));
        line.set("config", begin.required("config"));
        line.putArray("steps").addObject().put("op", "poll");
        return new VectorReader().read("begin", line.toString()).get(0);
    }

    private ObjectNode step(ObjectNode step) {
        Op op = Op.valueOf(step.required("op").asString().toUpperCase(Locale.ROOT));
        int index = step.required("index").intValue();
        ObjectNode arguments = step.deepCopy();
        arguments.remove(List.of("op", "index"));
        Answer answer = subject.step(new SubjectStep(index, op, arguments));
        ObjectNode line = MAPPER.createObjectNode();
        if (answer instanceof Answer.Broken broken) {
            return line.put("broken", broken.reason());
        }
        if (answer instanceof Answer.Played played) {
            line.set("returns", played.returns());
            ArrayNode effects = line.putArray("effects");
            played.effects().forEach(effect -> effects.add(EffectJson.of(effect)));
        }
        return line;
    }
}

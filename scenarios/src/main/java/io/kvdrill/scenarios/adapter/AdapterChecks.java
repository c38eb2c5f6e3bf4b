package io.kvdrill.scenarios.adapter;

import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.hosted.HostedSubject;
import io.kvdrill.scenarios.hosted.TierProcess;
import io.kvdrill.scenarios.process.AskedProcess;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.scenarios.process.SubjectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** All checks of a process, each on processes of its own. */
final class AdapterChecks {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Duration GOODBYE = Duration.ofSeconds(2);
    private static final long PAUSE_MILLIS = 3;
    private static final int IDLE_SWEEPS = 8;
    private static final int UNKNOWN_VERSION = 99;

    private final ProcessCommand command;
    private final ConformanceVector script = Life.script();

    AdapterChecks(ProcessCommand command) {
        this.command = command;
    }

    /**
     * Makes them.
     *
     * @throws SubjectException if the process cannot even be started and greeted
     */
    List<Check> all() {
        List<Check> checks = new ArrayList<>();
        try (TierProcess process = TierProcess.start(command)) {
            checks.add(Check.ok("greeting", process.name() + (process.resets() ? ", can forget a life" : "")));
        }
        checks.add(attempt("other version", this::otherVersion));
        checks.add(attempt("encodings", this::encodings));
        checks.add(attempt("unknown fields", this::unknownFields));
        checks.add(attempt("unknown op", this::unknownOp));
        checks.add(attempt("deadline", this::deadline));
        checks.add(attempt("no message", this::noMessage));
        checks.add(attempt("end of input", this::endOfInput));
        List<String> lived = new ArrayList<>();
        checks.add(attempt("a life", () -> {
            lived.addAll(life(0));
            return Check.ok("a life", lived.size() + " steps");
        }));
        if (lived.isEmpty()) {
            for (String name : List.of("the same again", "wall time", "reset")) {
                checks.add(Check.skipped(name, "there is no life to compare with"));
            }
            return checks;
        }
        checks.add(attempt("the same again", () -> same("the same again", lived, life(0), "in another process")));
        checks.add(attempt(
                "wall time",
                () -> same("wall time", lived, life(PAUSE_MILLIS), "where wall time passes between steps")));
        checks.add(attempt("reset", () -> reset(lived)));
        return checks;
    }

    private static Check attempt(String name, Supplier<Check> check) {
        try {
            return check.get();
        } catch (SubjectException e) {
            return Check.failed(name, String.valueOf(e.getMessage()));
        }
    }

    // ---- one message at a time -----------------------------------------------------------------------------------

    private Check otherVersion() {
        String name = "other version";
        try (AskedProcess process = AskedProcess.start(command)) {
            JsonNode answer =
                    process.exchange(hello(UNKNOWN_VERSION, "json"), "a greeting of protocol " + UNKNOWN_VERSION);
            JsonNode protocol = answer.path("protocol");
            return protocol.isIntegralNumber() && protocol.intValue() != UNKNOWN_VERSION
                    ? Check.ok(name, "answers that it speaks " + protocol)
                    : Check.failed(
                            name,
                            "offered protocol " + UNKNOWN_VERSION + ", it answers " + answer
                                    + "; expected the version that it speaks");
        }
    }

    private Check encodings() {
        String name = "encodings";
        try (AskedProcess process = AskedProcess.start(command)) {
            String chosen = process.exchange(hello(TierProcess.PROTOCOL, "json"), "a greeting that offers JSON alone")
                    .path("encoding")
                    .asString("json");
            return chosen.equals("json")
                    ? Check.ok(name, "")
                    : Check.failed(name, "offered json alone, it takes " + chosen + "; expected one that was offered");
        }
    }

    private Check unknownFields() {
        String name = "unknown fields";
        try (AskedProcess process = greeted()) {
            ObjectNode start = start().put("a_field_of_later_versions", 1);
            returned(process, start, 1);
            ObjectNode request = call(2, "new_request").put("request", 1).put("name", "r");
            request.putNull("kv_transfer_params");
            request.putObject("another").put("x", 1);
            returned(process, request, 2);
            return Check.ok(name, "");
        }
    }

    private Check unknownOp() {
        String name = "unknown op";
        try (AskedProcess process = greeted()) {
            returned(process, start(), 1);
            ObjectNode answer = returned(process, call(2, "brew_coffee"), 2);
            String raised = answer.path("raises").asString("");
            if (!raised.equals("invalid_argument")) {
                return Check.failed(
                        name,
                        "asked to brew_coffee, it answers " + answer + "; expected \"raises\":\"invalid_argument\"");
            }
            returned(process, call(3, "schedule_end"), 3);
            return Check.ok(name, "");
        }
    }

    /** A tier with nothing to do that always says that something was due would be stepped for ever. */
    private Check deadline() {
        String name = "deadline";
        try (AskedProcess process = greeted()) {
            returned(process, start(), 1);
            for (int sweep = 0; sweep < IDLE_SWEEPS; sweep++) {
                long now = sweep * 1_000_000_000L;
                ObjectNode call = call(2 + sweep, "sweep").put("now", now);
                call.putObject("control");
                call.putObject("data");
                JsonNode deadline = returned(process, call, 2 + sweep).path("deadline");
                boolean due = deadline.isIntegralNumber() && deadline.canConvertToLong() && deadline.longValue() <= now;
                if (sweep == IDLE_SWEEPS - 1 && due) {
                    return Check.failed(
                            name,
                            "swept " + IDLE_SWEEPS + " times with nothing to do, it still says at " + now
                                    + " that something was due at " + deadline + "; expected a later time, or null");
                }
            }
            return Check.ok(name, "");
        }
    }

    private Check noMessage() {
        String name = "no message";
        try (AskedProcess process = greeted()) {
            process.sayAnything("this is no message\n".getBytes(StandardCharsets.UTF_8));
            OptionalInt status = process.exitStatus(command.timeout());
            if (status.isEmpty()) {
                return Check.failed(name, "told what is no message, it goes on; expected it to end");
            }
            return status.getAsInt() == 0
                    ? Check.failed(name, "told what is no message, it ends with status 0; expected another")
                    : Check.ok(name, "ends with status " + status.getAsInt());
        }
    }

    private Check endOfInput() {
        String name = "end of input";
        try (AskedProcess process = greeted()) {
            returned(process, start(), 1);
            process.endInput();
            OptionalInt status = process.exitStatus(GOODBYE);
            if (status.isEmpty()) {
                return Check.failed(name, "it goes on for 2 s after its input has ended; expected it to leave");
            }
            return status.getAsInt() == 0
                    ? Check.ok(name, "")
                    : Check.failed(name, "it leaves with status " + status.getAsInt() + "; expected 0");
        }
    }

    private AskedProcess greeted() {
        AskedProcess process = AskedProcess.start(command);
        process.exchange(hello(TierProcess.PROTOCOL, "json"), "the greeting");
        return process;
    }

    private static ObjectNode hello(int version, String... encodings) {
        ObjectNode hello = JSON.objectNode();
        ObjectNode body = hello.putObject("hello").put("kvdrill", "tier").put("protocol", version);
        for (String encoding : encodings) {
            body.withArray("encodings").add(encoding);
        }
        return hello;
    }

    private static ObjectNode call(long number, String op) {
        return JSON.objectNode().put("call", number).put("op", op).put("now", 0);
    }

    private static ObjectNode start() {
        ObjectNode start = call(1, "start")
                .put("local", "10.0.0.1:5710")
                .put("hash_seed", "seed")
                .put("fingerprint", "")
                .put("agent_metadata", "6d657461")
                .put("base_addr", 4096)
                .put("num_blocks", 64)
                .put("block_len", 4096)
                .put("profile", "hardened")
                .put("seed", 1);
        start.putObject("data")
                .put("cancel_stops_bytes", false)
                .put("fences_outbound", true)
                .put("fences_inbound", true)
                .put("knows_progress", false)
                .put("bytes_per_second", 0);
        return start;
    }

    /** What it returns from a call in which it need not ask anything; whatever it asks is refused. */
    private ObjectNode returned(AskedProcess process, ObjectNode call, long number) {
        String what = "call " + number + " (" + call.path("op").asString() + ")";
        ObjectNode said = process.exchange(call, what);
        while (said.has("ask")) {
            said = process.exchange(JSON.objectNode().put("error", "internal").put("message", "not here"), what);
        }
        if (!said.path("return").isIntegralNumber() || said.path("return").longValue() != number) {
            throw process.failure("it answers " + what + " with " + said + "; expected {\"return\":" + number + ", …}");
        }
        return said;
    }

    // ---- whole lives ---------------------------------------------------------------------------------------------

    private List<String> life(long pauseMillis) {
        try (HostedSubject tier = new HostedSubject(command)) {
            return Life.of(tier, script, script.steps().size(), pauseMillis);
        }
    }

    private static Check same(String name, List<String> first, List<String> again, String how) {
        String difference = difference(first, again);
        return difference == null ? Check.ok(name, "") : Check.failed(name, "lived again " + how + ", " + difference);
    }

    private static @Nullable String difference(List<String> first, List<String> again) {
        for (int i = 0; i < first.size(); i++) {
            if (!first.get(i).equals(again.get(i))) {
                return "it does otherwise at step " + i + ": first " + AskedProcess.shortened(first.get(i)) + ", then "
                        + AskedProcess.shortened(again.get(i));
            }
        }
        return null;
    }

    private Check reset(List<String> lived) {
        String name = "reset";
        try (TierProcess process = TierProcess.start(command)) {
            if (!process.resets()) {
                return Check.skipped(name, "it does not say that it can: every life gets a process of its own");
            }
            process.resetOrFail();
        }
        try (HostedSubject tier = new HostedSubject(command)) {
            Life.of(tier, script, script.steps().size() / 2, 0);
            return same(name, lived, Life.of(tier, script, script.steps().size(), 0), "after half a life and a reset");
        }
    }
}

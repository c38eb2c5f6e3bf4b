package io.kvdrill.scenarios.hosted;

import io.kvdrill.scenarios.process.AskedProcess;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.scenarios.process.SubjectException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A process in which tiers live, one after the other. What is said to it, and by it, belongs to the life that {@link
 * HostedTier} keeps. Used by one thread at a time.
 */
public final class TierProcess implements AutoCloseable {
    /** The version of the protocol that is spoken here. */
    public static final int PROTOCOL = 1;

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String EXPECTED = "; expected {\"protocol\":" + PROTOCOL + ",\"tier\":\"a name\"}";

    private final AskedProcess process;
    private String name = "";
    private boolean resets;
    private boolean broken;
    private long calls;
    private long errorMark;

    private TierProcess(AskedProcess process) {
        this.process = process;
    }

    /**
     * Starts a process and greets it.
     *
     * @throws SubjectException if it cannot be started or does not greet back
     */
    public static TierProcess start(ProcessCommand command) {
        TierProcess tier = new TierProcess(AskedProcess.start(command));
        try {
            tier.greet();
            return tier;
        } catch (SubjectException e) {
            tier.close();
            throw e;
        }
    }

    /**
     * Whether a process speaks the protocol of subjects ({@code docs/subject-protocol.md}) instead. It is ended.
     *
     * @throws SubjectException if it cannot be started or answers nothing
     */
    public static boolean greetsAsSubject(ProcessCommand command) {
        try (AskedProcess process = AskedProcess.start(command)) {
            ObjectNode answer = process.exchange(hello(), "the greeting");
            return answer.has("subject") && !answer.has("tier");
        }
    }

    private static ObjectNode hello() {
        ObjectNode hello = JSON.objectNode();
        hello.putObject("hello")
                .put("kvdrill", "tier")
                .put("protocol", PROTOCOL)
                .putArray("encodings")
                .add("json")
                .add("msgpack");
        return hello;
    }

    private void greet() {
        ObjectNode answer = process.exchange(hello(), "the greeting");
        JsonNode version = answer.path("protocol");
        if (!version.isIntegralNumber() || !version.canConvertToInt() || version.intValue() != PROTOCOL) {
            throw process.failure("it greets with protocol " + AskedText.of(version) + EXPECTED);
        }
        JsonNode tier = answer.path("tier");
        if (!tier.isString() || tier.stringValue().isBlank()) {
            throw process.failure("it greets with tier " + AskedText.of(tier) + EXPECTED);
        }
        name = tier.stringValue();
        resets = answer.path("reset").asBoolean(false);
        String encoding = answer.path("encoding").asString("json");
        if (encoding.equals("msgpack")) {
            process.useFrames();
        } else if (!encoding.equals("json")) {
            throw process.failure("it greets with encoding \"" + encoding + "\"; expected \"json\" or \"msgpack\"");
        }
    }

    /** What it calls itself. */
    public String name() {
        return name;
    }

    /** Whether it says that it can forget a life. */
    public boolean resets() {
        return resets;
    }

    /** Whether it can still be asked something. */
    boolean alive() {
        return process.alive();
    }

    long nextCall() {
        return ++calls;
    }

    void say(ObjectNode message, String step) {
        try {
            process.say(message, step);
        } catch (SubjectException e) {
            broken = true;
            throw e;
        }
    }

    ObjectNode hear(String step) {
        try {
            return process.hear(step);
        } catch (SubjectException e) {
            broken = true;
            throw e;
        }
    }

    SubjectException fault(String reason) {
        broken = true;
        return process.failure(reason);
    }

    /**
     * Makes it forget its life, so that it is as good as new.
     *
     * @return whether it can, and did; if not it is of no use any more
     */
    boolean reset() {
        if (!resets || broken) {
            return false;
        }
        String what = "the reset after call " + calls;
        say(JSON.objectNode().put("reset", calls), what);
        JsonNode answer = hear(what).path("reset");
        if (!Json.is(answer, calls)) {
            throw fault("it answers " + what + " otherwise; expected {\"reset\":" + calls + "}");
        }
        calls = 0;
        errorMark = process.errorsWritten();
        return true;
    }

    /**
     * Makes it forget its life.
     *
     * @throws SubjectException if it answers otherwise than a process that can
     */
    public void resetOrFail() {
        if (!reset()) {
            throw fault("it does not say that it can forget a life");
        }
    }

    /** What it has written to its standard error since it was as good as new, as far as that is kept. */
    String errors() {
        return process.errorsSince(errorMark);
    }

    @Override
    public void close() {
        process.close();
    }
}

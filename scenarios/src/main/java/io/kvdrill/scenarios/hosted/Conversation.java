package io.kvdrill.scenarios.hosted;

import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.tier.TierFailure;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.core.transport.SendFailedException;
import io.kvdrill.core.transport.WriteFailedException;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.process.SubjectException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The calls of one life: each goes out, is followed by what the tier asks meanwhile, and comes back. */
final class Conversation {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    /** A call in which more is asked than this is taken for one that never ends. */
    private static final int MOST_ASKS = 100_000;

    /** Answers what the tier asks. */
    @FunctionalInterface
    interface Asked {
        /** The answer, or null if nothing is asked by this name. */
        @Nullable JsonNode answer(String ask, ObjectNode arguments);
    }

    private final TierProcess process;
    private final String life;
    private final Asked asked;
    private String step = "";
    private long digest = 1;
    private long deadlineNanos = SecondaryTier.NO_DEADLINE;
    private boolean idle;

    Conversation(TierProcess process, String life, Asked asked) {
        this.process = process;
        this.life = life;
        this.asked = asked;
    }

    /** When the tier wants its next sweep. */
    long deadlineNanos() {
        return deadlineNanos;
    }

    /** Whether a serve window or the end of a schedule would find nothing to do. */
    boolean idle() {
        return idle;
    }

    /** Equal where everything that was said was equal. */
    long digest() {
        return digest;
    }

    /**
     * Makes a call.
     *
     * @return what it returned, null where it returned nothing
     * @throws TierFailure if the tier says that it failed
     */
    JsonNode call(String op, long nowNanos, ObjectNode arguments) {
        long number = process.nextCall();
        step = life + ", call " + number + " (" + op + ") at " + Texts.duration(nowNanos);
        ObjectNode question =
                JSON.objectNode().put("call", number).put("op", op).put("now", nowNanos);
        question.setAll(arguments);
        say(question);
        for (int asks = 0; asks < MOST_ASKS; asks++) {
            ObjectNode message = hear();
            if (message.has("return")) {
                return returned(message, number, nowNanos);
            }
            if (!message.has("ask")) {
                throw fault("it says " + AskedText.of(message) + "; expected \"ask\" or \"return\"");
            }
            say(answer(message));
        }
        throw fault("it asked " + MOST_ASKS + " times within one call");
    }

    private void say(ObjectNode message) {
        digest = digest * 31 + message.hashCode();
        process.say(message, step);
    }

    private ObjectNode hear() {
        ObjectNode message = process.hear(step);
        digest = digest * 31 + message.hashCode();
        return message;
    }

    private ObjectNode answer(ObjectNode message) {
        String ask = message.path("ask").asString("");
        try {
            JsonNode answer = asked.answer(ask, message);
            if (answer == null) {
                throw fault("it asks for " + AskedText.of(message) + "; nothing is called so");
            }
            ObjectNode line = JSON.objectNode();
            line.set("answer", answer);
            return line;
        } catch (DialRefusedException e) {
            return error("dial_refused", e);
        } catch (SendFailedException e) {
            return error("send_failed", e);
        } catch (WriteFailedException e) {
            return error("write_threw", e);
        } catch (Json.BadValue e) {
            throw fault("asking for " + ask + ", " + e.getMessage());
        } catch (IllegalStateException e) {
            return error("invariant", e);
        } catch (IllegalArgumentException e) {
            return error("internal", e);
        }
    }

    private static ObjectNode error(String kind, RuntimeException e) {
        return JSON.objectNode().put("error", kind).put("message", String.valueOf(e.getMessage()));
    }

    private JsonNode returned(ObjectNode message, long number, long nowNanos) {
        JsonNode answers = message.path("return");
        if (!Json.is(answers, number)) {
            throw fault("it returns from call " + answers + "; expected " + number
                    + ", each call once and in the order in which they were made");
        }
        JsonNode deadline = message.path("deadline");
        if (deadline.isMissingNode()) {
            deadlineNanos = nowNanos; // it cannot tell, so it is swept at every step
        } else if (deadline.isNull()) {
            deadlineNanos = SecondaryTier.NO_DEADLINE;
        } else if (deadline.isIntegralNumber() && deadline.canConvertToLong()) {
            deadlineNanos = deadline.longValue();
        } else {
            throw fault("\"deadline\" is " + deadline + "; expected nanoseconds on the clock of \"now\", or null");
        }
        idle = message.path("idle").asBoolean(false);
        if (message.has("raises")) {
            throw new TierFailure(
                    kind(message.path("raises").asString("")),
                    message.path("message").asString(""));
        }
        return message.has("value") ? message.path("value") : JSON.nullNode();
    }

    private TierFailure.Kind kind(String name) {
        for (TierFailure.Kind kind : TierFailure.Kind.values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(name)) {
                return kind;
            }
        }
        throw fault("\"raises\" is \"" + name + "\"; expected dial_refused, send_failed, write_threw, invariant, "
                + "invalid_argument or internal");
    }

    /** Ends the process: it did what it should not have done in this call. */
    SubjectException fault(String reason) {
        return process.fault(step + ": " + reason);
    }
}

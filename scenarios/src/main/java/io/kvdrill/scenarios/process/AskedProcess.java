package io.kvdrill.scenarios.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A process that is told JSON objects on its standard input and says JSON objects on its standard output, one a line, each
 * within a time limit; as msgpack frames once both have agreed to.
 *
 * <p>Used by one thread. Three more write its input and read its output and its errors; they end with it.
 */
public final class AskedProcess implements AutoCloseable {
    private static final long GOODBYE_MILLIS = 2000;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final ProcessCommand command;
    private final Process process;
    private final MessagePipe output = new MessagePipe();
    private final Tail errors = new Tail();
    private final MessageSink input;
    private final Thread outputReader;
    private final Thread errorReader;
    private final Thread killAtExit;
    private boolean frames;
    private boolean answered = true;

    private AskedProcess(ProcessCommand command, Process process, Thread killAtExit) {
        this.command = command;
        this.process = process;
        this.killAtExit = killAtExit;
        this.input = new MessageSink(process.getOutputStream());
        start("subject-input", input::pump);
        this.outputReader = start("subject-output", () -> output.pump(process.getInputStream()));
        this.errorReader = start("subject-errors", () -> errors.drain(process.getErrorStream()));
    }

    /**
     * Starts a process.
     *
     * @throws SubjectException if it cannot be started
     */
    public static AskedProcess start(ProcessCommand command) {
        AtomicReference<Process> started = new AtomicReference<>();
        ReentrantLock starting = new ReentrantLock();
        Thread killAtExit = new Thread(
                () -> {
                    starting.lock(); // a process that is being started is not known yet, and would be left behind
                    kill(started.get());
                },
                "subject-kill");
        Runtime.getRuntime().addShutdownHook(killAtExit); // before there is something that it could miss
        try {
            Process process;
            starting.lock();
            try {
                process = new ProcessBuilder(command.words()).start();
                started.set(process);
            } finally {
                starting.unlock();
            }
            return new AskedProcess(command, process, killAtExit);
        } catch (IOException e) {
            Runtime.getRuntime().removeShutdownHook(killAtExit);
            throw new SubjectException(command + ": cannot be started: " + e.getMessage());
        }
    }

    private static Thread start(String threadName, Runnable task) {
        Thread thread = new Thread(task, threadName);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Whether it runs. */
    public boolean alive() {
        return process.isAlive();
    }

    /** From the next message on, in both directions, each is a msgpack frame. */
    public void useFrames() {
        frames = true;
        output.expectFrames();
    }

    /** Tells it one thing and waits for what it says to that. */
    public ObjectNode exchange(ObjectNode question, String what) {
        say(question, what);
        return hear(what);
    }

    /**
     * Tells it something.
     *
     * @param what about what, for a message
     * @throws SubjectException if it has said something since it was last heard
     */
    public void say(ObjectNode message, String what) {
        MessagePipe.Received unasked = take(what, Duration.ZERO);
        if (unasked != null && unasked.message() != null) {
            throw failure("before it was asked for " + what + ", it wrote " + shown(unasked.message())
                    + "; expected one line for each line it reads");
        }
        if (unasked != null) {
            throw failure(unasked.end() + " instead of answering " + what + exitNote());
        }
        input.write(frames ? Frames.write(message) : line(message), answered);
        answered = false;
    }

    private static byte[] line(ObjectNode message) {
        return (MAPPER.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Waits for what it says.
     *
     * @param what about what, for a message
     * @throws SubjectException if that does not come in time, or is no JSON object
     */
    public ObjectNode hear(String what) {
        MessagePipe.Received received = take(what, command.timeout());
        if (received == null) {
            throw failure("no answer to " + what + " within "
                    + command.timeout().toMillis() / 1000.0 + " s (" + command.timeoutOption() + ")");
        }
        byte[] message = received.message();
        if (message == null) {
            throw failure(received.end() + " instead of answering " + what + exitNote());
        }
        answered = true;
        return frames ? frame(message, what) : object(message, what);
    }

    private MessagePipe.@Nullable Received take(String what, Duration patience) {
        try {
            return output.next(patience.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("interrupted while waiting for an answer to " + what);
        }
    }

    private ObjectNode frame(byte[] message, String what) {
        try {
            return Frames.read(message);
        } catch (IllegalArgumentException e) {
            throw failure("it answers " + what + " with a frame that is wrong: " + e.getMessage());
        }
    }

    private ObjectNode object(byte[] message, String what) {
        try {
            if (MAPPER.readTree(message) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            throw failure("it answers " + what + " with what is not JSON: " + shown(message));
        }
        throw failure("it answers " + what + " with " + shown(message) + "; expected a JSON object");
    }

    private String exitNote() {
        try {
            if (process.waitFor(GOODBYE_MILLIS, TimeUnit.MILLISECONDS)) {
                return "; its exit status is " + process.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "";
    }

    /** Ends it, and says why, with its last words. */
    public SubjectException failure(String reason) {
        kill(process);
        try {
            errorReader.join(GOODBYE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String tail = errors.text();
        return new SubjectException(command + ": " + reason
                + (tail.isEmpty()
                        ? ""
                        : "\nthe end of its stderr:\n" + tail.indent(2).stripTrailing()));
    }

    private String shown(byte[] message) {
        return frames
                ? "a frame of " + message.length + " bytes"
                : shortened(new String(message, StandardCharsets.UTF_8));
    }

    /** Not more of a text than a message should show. */
    public static String shortened(String text) {
        return text.length() > 200 ? text.substring(0, 200) + "…" : text;
    }

    /** How much it has written to its standard error; see {@link #errorsSince}. */
    public long errorsWritten() {
        return errors.written();
    }

    /** What it has written to its standard error after so many bytes, as far as that is kept. */
    public String errorsSince(long mark) {
        return errors.since(mark);
    }

    /** Tells it something that need be no message, to see what it does then. */
    public void sayAnything(byte[] bytes) {
        input.write(bytes, answered);
        answered = false;
    }

    /** Closes the process's input, which tells it to leave. */
    public void endInput() {
        input.end();
    }

    /** Its exit status, once it has left; empty if it does not within this time. */
    public OptionalInt exitStatus(Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)
                    ? OptionalInt.of(process.exitValue())
                    : OptionalInt.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalInt.empty();
        }
    }

    /** Closes the process's input, which tells it to leave, and ends it if it does not. */
    @Override
    public void close() {
        input.end();
        try {
            if (!process.waitFor(GOODBYE_MILLIS, TimeUnit.MILLISECONDS)) {
                kill(process);
            }
        } catch (InterruptedException e) {
            kill(process);
            Thread.currentThread().interrupt();
        }
        outputReader.interrupt();
        try {
            Runtime.getRuntime().removeShutdownHook(killAtExit);
        } catch (IllegalStateException e) {
            // The virtual machine is going down, and the hook is at work.
        }
    }

    /**
     * Ends the process and what it has started. Through its handle, which leaves the streams open: what it said before
     * can still be read.
     */
    private static void kill(@Nullable Process process) {
        if (process == null) {
            return;
        }
        List<ProcessHandle> descendants = process.descendants().toList();
        process.toHandle().destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
    }
}

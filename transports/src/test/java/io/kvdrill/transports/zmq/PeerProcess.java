package io.kvdrill.transports.zmq;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.transports.zmq.ZmqConfig.Heartbeat;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A peer in a process of its own: it dials another, says hello, and polls until it is ended or has lost its connection. It
 * answers each message that it hears. When it has stood still for a while, it speaks again before it polls, as an engine
 * does that goes on in the middle of a step.
 */
final class PeerProcess implements AutoCloseable {
    private static final long STOOD_STILL_NANOS = 900_000_000;
    /** In which ZeroMQ's thread could dial anew, which takes it 100 to 200 ms. */
    private static final long LONG_STEP_MILLIS = 500;

    private final Process process;

    PeerProcess(String peer, Heartbeat heartbeat) {
        try {
            process = new ProcessBuilder(List.of(
                            System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            PeerProcess.class.getName(),
                            peer,
                            String.valueOf(heartbeat.interval().toMillis()),
                            String.valueOf(heartbeat.timeout().toMillis())))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    boolean alive() {
        return process.isAlive();
    }

    /** How many messages it has heard, once it has ended by itself. */
    int heard() {
        return process.exitValue();
    }

    /** Ends it without a word (SIGKILL). */
    void kill() {
        process.destroyForcibly();
    }

    /** Stops it where it is (SIGSTOP), or lets it go on (SIGCONT). */
    void signal(String name) {
        try {
            int status = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IllegalStateException("kill -" + name + " gave " + status);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(20, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** The process: peer, heartbeat interval and timeout in milliseconds. */
    public static void main(String[] args) throws InterruptedException {
        Duration timeout = Duration.ofMillis(Long.parseLong(args[2]));
        Heartbeat heartbeat = new Heartbeat(Duration.ofMillis(Long.parseLong(args[1])), timeout, timeout);
        ZmqControlTransport transport = ZmqControlTransport.open(
                new ZmqConfig("127.0.0.1", 0, "", 0, AllowedHosts.loopback(), heartbeat, ZmqConfig.Limits.DEFAULT));
        Connection connection = transport.dial(args[0]);
        connection.send(new Message.AbortFetch("hello", 0));
        Told told = new Told();
        while (told.lost.isEmpty()) {
            long before = System.nanoTime();
            Thread.sleep(5);
            if (System.nanoTime() - before > STOOD_STILL_NANOS) {
                connection.send(new Message.AbortFetch("still here", 1));
                Thread.sleep(LONG_STEP_MILLIS);
            }
            int heard = told.received.size();
            transport.poll(told);
            for (; heard < told.received.size() && told.lost.isEmpty(); heard++) {
                connection.send(new Message.AbortFetch("heard", heard));
            }
        }
        transport.close();
        System.exit(told.received.size());
    }
}

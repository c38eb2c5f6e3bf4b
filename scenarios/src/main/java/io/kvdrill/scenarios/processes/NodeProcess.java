package io.kvdrill.scenarios.processes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The process of one life of a peer, as its runner sees it. Reports come on a thread of its own; orders leave on another,
 * so that a process that stands still keeps nobody waiting.
 */
final class NodeProcess implements PeerProcess {
    private static final long KILL_WAIT_SECONDS = 10;
    private static final String END = "";
    /** What libraries of the process print goes where its errors go, and its reports have a way of their own. */
    private static final String REPORTS_APART = "exec \"$@\" " + ReportStream.DESCRIPTOR + ">&1 1>&2";

    private final Process process;
    private final LinkedBlockingQueue<String> orders = new LinkedBlockingQueue<>();
    private final Thread reader;

    /**
     * Starts a process.
     *
     * @param name for the names of threads
     * @param errors where what it writes to its standard error goes
     * @param onLine told of each report as it is written, on a thread of this object's; the last may have been cut short by
     *     a kill, and what this throws for not being JSON is no failure
     * @param onEnd told once nothing more is reported, on the same thread
     * @throws IOException if it cannot be started
     */
    NodeProcess(String name, Redirect errors, Consumer<String> onLine, Runnable onEnd) throws IOException {
        this.process = new ProcessBuilder(command()).redirectError(errors).start();
        this.reader = daemon("kvdrill-reports-" + name, () -> read(process.getInputStream(), onLine, onEnd));
        daemon("kvdrill-orders-" + name, () -> write(process.getOutputStream()));
    }

    /** This JVM's own program, with a small heap and quick to start; the shell becomes it. */
    private static List<String> command() {
        List<String> command = new ArrayList<>(List.of("sh", "-c", REPORTS_APART, "kvdrill-peer"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(PeerMain.class.getName());
        return command;
    }

    private static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void read(InputStream in, Consumer<String> onLine, Runnable onEnd) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                onLine.accept(line);
            }
        } catch (IOException killed) {
            // Its end is told below.
        } catch (tools.jackson.core.JacksonException cut) {
            // A line that a kill cut short.
        }
        onEnd.run();
    }

    private void write(OutputStream out) {
        try (out) {
            for (String order = orders.take(); !END.equals(order); order = orders.take()) {
                out.write((order + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (IOException dead) {
            // Its reader tells of its end.
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    @Override
    public void order(Order.Given given) {
        pass(Wire.write(given));
    }

    /** Gives an order as it is written. */
    void pass(String order) {
        orders.add(order);
    }

    @Override
    public void kill() {
        process.destroyForcibly();
    }

    @Override
    public void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start();
            kill.waitFor();
        } catch (IOException e) {
            throw new IllegalStateException("cannot send " + name + ": there is no command kill here", e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    @Override
    public void close() {
        orders.add(END);
        process.destroyForcibly();
        try {
            process.waitFor(KILL_WAIT_SECONDS, TimeUnit.SECONDS);
            reader.join(TimeUnit.SECONDS.toMillis(KILL_WAIT_SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }
}

package io.kvdrill.transports.peers;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A process of many peers, each with transports and a port of its own, that pull from a survivor until they are killed. */
final class MortalPeers implements AutoCloseable {
    private static final int AT_ONCE = 2;
    private static final long PASS_NANOS = 2_000_000;

    private final Process process;

    /** Starts a process, which waits until it is told to {@link #live}. */
    MortalPeers() throws IOException {
        process = new ProcessBuilder(List.of(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xss256k",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MortalPeers.class.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Lets its peers open their transports and begin. */
    void live(int life, Path directory, String survivor, List<Integer> ports) throws IOException {
        List<String> words = new ArrayList<>(List.of(String.valueOf(life), directory.toString(), survivor));
        ports.forEach(port -> words.add(String.valueOf(port)));
        OutputStream orders = process.getOutputStream();
        orders.write((String.join(" ", words) + "\n").getBytes(StandardCharsets.UTF_8));
        orders.flush();
    }

    boolean alive() {
        return process.isAlive();
    }

    /** SIGKILL. Returns once it is gone. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(20, TimeUnit.SECONDS);
            process.getOutputStream().close();
        } catch (IOException gone) {
            // It was closed with the process.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** The name of the blocks of a peer. */
    static String name(int port) {
        return "mortal " + port;
    }

    /** The id under which the survivor stores blocks for a life of a peer. */
    static String storedFor(int port, int life) {
        return "for " + port + " in life " + life;
    }

    /** The process. Its one order: number of the life, directory, the survivor's id, and ports. */
    public static void main(String[] args) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String order = orders.readLine();
        if (order == null) {
            return;
        }
        Thread end = new Thread(() -> endWith(orders), "end");
        end.setDaemon(true);
        end.start();
        String[] words = order.split(" ", -1);
        int life = Integer.parseInt(words[0]);
        String survivor = words[2];
        List<TierPeer> peers = new ArrayList<>();
        for (int port : Arrays.stream(words).skip(3).mapToInt(Integer::parseInt).toArray()) {
            TierPeer peer = new TierPeer(
                    name(port),
                    TierPeer.at(port, KillAndRestartTest.PROFILE),
                    Path.of(words[1]),
                    KillAndRestartTest.BLOCK_BYTES,
                    KillAndRestartTest.PROFILE,
                    1,
                    event -> {});
            peer.fetch(storedFor(port, life), survivor, KillAndRestartTest.SURVIVOR);
            peers.add(peer);
            peers.forEach(TierPeer::step);
        }
        for (long round = 0; ; round++) {
            for (TierPeer peer : peers) {
                while (peer.open() < AT_ONCE) {
                    peer.pull(
                            peer.id() + " in life " + life + " number " + peer.verified() + peer.failed() + round,
                            survivor,
                            KillAndRestartTest.SURVIVOR);
                }
                peer.step();
            }
            LockSupport.parkNanos(PASS_NANOS);
        }
    }

    /** Whoever started it may have been killed. */
    private static void endWith(BufferedReader orders) {
        try {
            while (orders.readLine() != null) {
                // There is no other order.
            }
        } catch (IOException gone) {
            // told below
        }
        Runtime.getRuntime().halt(1);
    }
}

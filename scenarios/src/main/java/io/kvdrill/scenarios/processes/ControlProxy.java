package io.kvdrill.scenarios.processes;

import io.kvdrill.sim.network.MessageFate;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stands at the address that peers dial and passes on to the one where the peer listens: what comes from whom it learns
 * from the handshake. A way that is cut lets nothing pass, not even the end of a connection; a connection that is silenced
 * never does again.
 *
 * <p>One thread accepts, and two carry each link; all are daemons, and end when it is closed.
 */
final class ControlProxy implements AutoCloseable {
    private static final int CONNECT_MILLIS = 2_000;

    private final String peer;
    private final ProxyPaths paths;
    private final int backendPort;
    private final ServerSocket server;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();

    /**
     * A proxy that accepts.
     *
     * @param peer whom it stands for
     * @throws IOException if the port is not free
     */
    ControlProxy(String peer, String host, int port, int backendPort, ProxyPaths paths) throws IOException {
        this.peer = peer;
        this.paths = paths;
        this.backendPort = backendPort;
        this.server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(InetAddress.getAllByName(host)[0], port));
        daemon("accept", this::accept);
    }

    int backendPort() {
        return backendPort;
    }

    private void daemon(String what, Runnable work) {
        Thread thread = new Thread(work, "kvdrill-proxy-" + what + "-" + peer);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket backend = new Socket();
                try {
                    backend.connect(new InetSocketAddress(server.getInetAddress(), backendPort), CONNECT_MILLIS);
                } catch (IOException nobody) {
                    client.setSoLinger(true, 0);
                    client.close();
                    continue;
                }
                new Link(client, backend).begin();
            } catch (IOException closed) {
                // Either the server is closed, or the client has gone.
            }
        }
    }

    /** Resets the links of a peer to this one. */
    void reset(String from) {
        links.stream().filter(link -> from.equals(link.from)).forEach(Link::reset);
    }

    /** Drops the links of a peer to this one so that neither of them is told. */
    void silence(String from) {
        links.stream().filter(link -> from.equals(link.from)).forEach(link -> link.silent = true);
    }

    /** Sends the peer a frame under any identity, on a link of its own. */
    void inject(byte[] identity, byte[] frame) {
        daemon("inject", () -> {
            try (Socket socket = new Socket(server.getInetAddress(), backendPort)) {
                OutputStream out = socket.getOutputStream();
                DataInputStream in = new DataInputStream(socket.getInputStream());
                out.write(Zmtp.greeting());
                in.readFully(new byte[Zmtp.GREETING_BYTES]);
                Zmtp.ready(identity).write(out);
                Zmtp.read(in);
                Zmtp.message(frame).write(out);
                while (in.read() >= 0) {
                    // until the peer has had enough of it
                }
            } catch (IOException refused) {
                // That is an answer, too.
            }
        });
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close a proxy: " + e.getMessage(), e);
        }
        List.copyOf(links).forEach(Link::reset);
    }

    /** A frame that is to be written later; those of one time in their order. */
    private record Late(Zmtp.Frame frame, long dueNanos, long number) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            Late late = (Late) other;
            int byTime = Long.compare(dueNanos - late.dueNanos, 0);
            return byTime != 0 ? byTime : Long.compare(number, late.number);
        }
    }

    /** A connection, and the one that it is passed on to. */
    private final class Link {
        private final Socket client;
        private final Socket backend;
        /** Who has connected; null before it says so. */
        private volatile @Nullable String from;

        private volatile boolean silent;
        /** What waits on its way there; null while nothing ever had to. */
        private @Nullable DelayQueue<Late> late;

        private long lastDueNanos = Long.MIN_VALUE;
        private long lateFrames;

        Link(Socket client, Socket backend) {
            this.client = client;
            this.backend = backend;
        }

        void begin() throws IOException {
            client.setTcpNoDelay(true);
            backend.setTcpNoDelay(true);
            links.add(this);
            daemon("there", () -> carry(client, backend, true));
            daemon("back", () -> carry(backend, client, false));
        }

        private void carry(Socket in, Socket out, boolean there) {
            try {
                DataInputStream source = new DataInputStream(in.getInputStream());
                OutputStream sink = out.getOutputStream();
                greet(source, sink);
                while (true) {
                    Zmtp.Frame frame = Zmtp.read(source);
                    String identity = there && from == null ? frame.identity() : null;
                    if (identity != null) {
                        from = identity;
                    }
                    pass(frame, sink, there);
                }
            } catch (IOException ended) {
                end(there);
            } catch (InterruptedException e) {
                reset();
            }
        }

        /** Piece by piece, for each side waits for the first bytes of the other. */
        private void greet(DataInputStream source, OutputStream sink) throws IOException {
            byte[] piece = new byte[Zmtp.GREETING_BYTES];
            int left = Zmtp.GREETING_BYTES;
            while (left > 0) {
                int read = source.read(piece, 0, left);
                if (read < 0) {
                    throw new EOFException("the link ended in its greeting");
                }
                sink.write(piece, 0, read);
                sink.flush();
                left -= read;
            }
        }

        private void pass(Zmtp.Frame frame, OutputStream sink, boolean there) throws IOException, InterruptedException {
            String known = from;
            if (known != null) {
                awaitOpen(known, there);
            }
            if (silent) {
                return;
            }
            ProxyPaths.Rule rule = there && known != null && !frame.command()
                    ? paths.ruleFor(known, peer, String.valueOf(frame.field("type")), frame.field("kv_request_id"))
                    : null;
            if (rule == null) {
                writeInTurn(frame, sink, there, 0);
            } else if (rule.fate instanceof MessageFate.Delay delay) {
                writeInTurn(frame, sink, there, paths.nanosOf(delay));
            } else if (rule.fate instanceof MessageFate.Hold) {
                daemon("hold", () -> holdUntilEnd(frame, sink, rule));
            } else if (rule.fate instanceof MessageFate.Duplicate) {
                write(frame, sink);
                write(frame, sink);
            }
        }

        /** A frame that takes longer keeps those behind it waiting, and does not delay them otherwise. */
        private void writeInTurn(Zmtp.Frame frame, OutputStream sink, boolean there, long delayNanos)
                throws IOException {
            if (there && late == null && delayNanos > 0) {
                late = new DelayQueue<>();
                daemon("late", () -> writeLate(sink));
            }
            DelayQueue<Late> queue = late;
            if (!there || queue == null) {
                write(frame, sink);
                return;
            }
            lastDueNanos = Math.max(lastDueNanos, System.nanoTime() + delayNanos);
            queue.add(new Late(frame, lastDueNanos, ++lateFrames));
        }

        private void writeLate(OutputStream sink) {
            DelayQueue<Late> queue = Objects.requireNonNull(late);
            try {
                while (links.contains(this)) {
                    Late next = queue.poll(1, TimeUnit.SECONDS);
                    if (next != null) {
                        write(next.frame(), sink);
                    }
                }
            } catch (IOException | InterruptedException gone) {
                // There is nobody to have it any more.
            }
        }

        private void holdUntilEnd(Zmtp.Frame frame, OutputStream sink, ProxyPaths.Rule rule) {
            try {
                paths.awaitEnd(rule);
                write(frame, sink);
            } catch (IOException | InterruptedException gone) {
                // There is nobody to have it any more.
            }
        }

        private void write(Zmtp.Frame frame, OutputStream sink) throws IOException {
            synchronized (sink) {
                frame.write(sink);
            }
        }

        private void awaitOpen(String known, boolean there) throws InterruptedException {
            if (there) {
                paths.awaitOpen(known, peer);
            } else {
                paths.awaitOpen(peer, known);
            }
        }

        /** One side has ended: the other learns of it, unless nothing passes. */
        private void end(boolean there) {
            try {
                String known = from;
                if (known != null) {
                    awaitOpen(known, there);
                }
            } catch (InterruptedException closing) {
                // as if it were open
            }
            if (!silent) {
                links.remove(this);
                close(client, false);
                close(backend, false);
            } else {
                close(there ? client : backend, false);
            }
        }

        void reset() {
            links.remove(this);
            close(client, true);
            close(backend, true);
        }

        private static void close(Socket socket, boolean abruptly) {
            try {
                if (abruptly) {
                    socket.setSoLinger(true, 0);
                }
                socket.close();
            } catch (IOException alreadyClosed) {
                // That is what was wanted.
            }
        }
    }
}

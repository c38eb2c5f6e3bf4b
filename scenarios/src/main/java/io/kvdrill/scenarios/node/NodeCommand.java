package io.kvdrill.scenarios.node;

import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.EnvironmentException;
import io.kvdrill.scenarios.cli.ExitStatus;
import io.kvdrill.transports.TransportUnavailableException;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The verb {@code node}. */
@Command(
        name = "node",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Run one real peer: engine model and tier on this host's clock, over ZeroMQ and shared memory or NIXL.",
            "",
            "Options and environment of the tier have vLLM's names. Listens at loopback addresses, and dials and hears"
                    + " these only, unless told otherwise. SIGTERM shuts it down."
        },
        footer = {
            "",
            "  kvdrill node --port 5710 --api 127.0.0.1:8000",
            "  kvdrill node --config tier.yaml --data-parallel-index 1 --api 127.0.0.1:8001",
            "",
            "Exit status: 0 after it was shut down, 1 if its engine died of itself, 2 if the",
            "input is wrong, 3 if a port is in use or something else is missing here."
        })
public final class NodeCommand implements Callable<Integer> {
    private static final long SHUTDOWN_SECONDS = 60;

    private final Console console;
    private final GuestPeers.Maker guests;

    @Mixin
    private final NodeOptions options = new NodeOptions();

    /** Made with where it speaks, and with those to whom it lends its place. */
    public NodeCommand(Console console, GuestPeers.Maker guests) {
        this.console = console;
        this.guests = guests;
    }

    @Override
    public Integer call() {
        Map<String, String> environment = System.getenv();
        NodeSettings settings = options.settings(environment);
        try (NodeServer server = new NodeServer(settings, options.apiSettings(environment), guests, this::log)) {
            server.start();
            return run(server, settings);
        } catch (TransportUnavailableException unavailable) {
            throw new EnvironmentException(String.valueOf(unavailable.getMessage()));
        }
    }

    private void log(String line) {
        console.err().println("kvdrill: " + line);
        console.err().flush();
    }

    private int run(NodeServer server, NodeSettings settings) {
        CountDownLatch over = new CountDownLatch(1);
        Thread hook = new Thread(
                () -> {
                    server.shutDown();
                    if (await(over)) {
                        Runtime.getRuntime().halt(ExitStatus.AS_STATED); // else the JVM would tell of the signal
                    }
                },
                "kvdrill-shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        console.err()
                .println("kvdrill: peer " + settings.peer().id() + " under "
                        + settings.profile().name() + ", blocks over " + settings.data() + "; API at http://"
                        + options.apiHost() + ":" + server.apiPort());
        console.err().flush();
        try {
            String crash = server.run();
            if (crash != null) {
                console.err().println("kvdrill: the engine died of itself: " + crash);
                return ExitStatus.NOT_AS_STATED;
            }
            console.err().println("kvdrill: peer " + settings.peer().id() + " is shut down");
            return ExitStatus.AS_STATED;
        } finally {
            console.err().flush();
            over.countDown();
        }
    }

    private static boolean await(CountDownLatch over) {
        try {
            return over.await(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException ending) {
            return false;
        }
    }
}

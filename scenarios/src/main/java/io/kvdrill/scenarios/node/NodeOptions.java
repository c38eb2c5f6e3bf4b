package io.kvdrill.scenarios.node;

import io.kvdrill.core.manager.TierOptions;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.tier.TierFailure;
import io.kvdrill.core.transport.PeerAddress;
import io.kvdrill.reports.json.JsonProblem;
import io.kvdrill.scenarios.format.profile.ProfileReader;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.transports.zmq.AllowedHosts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The options of {@code kvdrill node}, its configuration file and its environment. What is wrong with them is found before
 * anything starts.
 */
final class NodeOptions {
    private static final String TOKEN_VARIABLE = "KVDRILL_API_TOKEN";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "YAML or JSON: an entry of vLLM's secondary_tiers. Options given here count more.")
    private @Nullable Path config;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "The host that peers dial; no wildcard. Default: VLLM_P2P_SIDE_CHANNEL_HOST, or localhost.")
    private @Nullable String host;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "The base port that peers dial. Default: VLLM_P2P_SIDE_CHANNEL_PORT, or 5710.")
    private @Nullable String port;

    @Option(
            names = "--data-parallel-index",
            paramLabel = "N",
            description = "Added to the port. Default: ${DEFAULT-VALUE}.")
    private int rank;

    @Option(names = "--backends", paramLabel = "NAME", split = ",", description = "NIXL's plugin, such as UCX; or shm.")
    private @Nullable List<String> backends;

    @Option(names = "--num-threads", paramLabel = "N", description = "Threads of NIXL's plugin UCX. Default: 4.")
    private @Nullable String threads;

    @Mixin
    private DataOptions data = new DataOptions();

    @Option(
            names = "--unbound-store-timeout-s",
            paramLabel = "SECONDS",
            description = "How long stores wait to be fetched; inf for ever. Default: the profile's.")
    private @Nullable String unboundStoreTimeout;

    @Option(
            names = "--bind",
            paramLabel = "HOST[:PORT]",
            description = "Where to listen, if not where peers dial; a wildcard is fine.")
    private String bind = "";

    @Option(
            names = "--allow",
            paramLabel = "HOST",
            split = ",",
            description = "Addresses, networks (10.0.0.0/8) and names to dial and to hear. Default: loopback.")
    private List<String> allow = List.of();

    @Option(
            names = "--profile",
            paramLabel = "NAME|FILE",
            description = "hardened, or a file that extends it. Default: ${DEFAULT-VALUE}.")
    private String profile = "hardened";

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "Blocks in the primary cache. Default: ${DEFAULT-VALUE}.")
    private int slots = 256;

    @Option(names = "--kv-block", paramLabel = "SIZE", description = "Bytes of a block. Default: ${DEFAULT-VALUE}.")
    private String block = "2MiB";

    @Option(names = "--tokens-per-block", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int tokensPerBlock = 16;

    @Option(
            names = "--prefill",
            paramLabel = "RATE",
            description = "How fast the engine computes prompts. Default: ${DEFAULT-VALUE}.")
    private String prefill = "29000 tok/s";

    @Option(names = "--step", paramLabel = "TIME", description = "A step that decodes. Default: ${DEFAULT-VALUE}.")
    private String step = "22ms";

    @Option(
            names = "--hash-seed",
            paramLabel = "SEED",
            description = "Seed of block hashes. Default: PYTHONHASHSEED, or ${DEFAULT-VALUE}.")
    private String hashSeed = "vllm-none-hash";

    @Option(
            names = "--fingerprint",
            paramLabel = "HEX",
            description = "Compatibility fingerprint; empty for none. Default: ${DEFAULT-VALUE}.")
    private String fingerprint = "0123456789abcdef";

    @Option(
            names = "--api",
            paramLabel = "HOST:PORT",
            description = "Where the HTTP API listens; port 0 for any. Default: ${DEFAULT-VALUE}.")
    private String api = "127.0.0.1:8000";

    @Option(
            names = "--api-token",
            paramLabel = "TOKEN",
            description = "What clients of the API must show. Needed where it is not on loopback. Default: "
                    + TOKEN_VARIABLE + ".")
    private @Nullable String token;

    @Option(
            names = "--allow-faults",
            description = "Let the API kill or pause the node, and runs that it lends its place to kill and pause the"
                    + " processes of their peers.")
    private boolean faults;

    /**
     * What the node is.
     *
     * @throws InvalidInputException if anything given is wrong
     */
    NodeSettings settings(Map<String, String> environment) {
        Map<String, Object> options = options();
        TierOptions tier;
        try {
            tier = TierOptions.parse(options, environment, rank, TierOptions.Dialect.OCTOBER_2026);
        } catch (TierFailure failure) {
            throw refuse(String.valueOf(failure.getMessage()), "see docs/node.md");
        }
        DataPlane plane = data.plane(options.get("backends"), tier.threads(), environment);
        if (tier.bindPort() < 1 || tier.bindPort() > 65_535) {
            throw refuse("port: " + tier.bindPort(), "1 to 65535, with the data-parallel index added");
        }
        boolean ownTimeout = options.containsKey("unbound_store_timeout_s");
        PeerSpec peer = new PeerSpec(
                "node",
                canonicalHost(tier.bindHost(), tier.bindPort()),
                tier.bindPort(),
                0,
                positive("--slots", slots),
                number("--prefill", prefill, Units::tokensPerSecond),
                8_192,
                number("--step", step, Units::nanos),
                1_000_000,
                0,
                50_000_000_000L,
                environment.getOrDefault("PYTHONHASHSEED", hashSeed),
                fingerprint,
                null,
                0,
                0);
        Model model =
                new Model(number("--kv-block", block, Units::bytes), positive("--tokens-per-block", tokensPerBlock));
        Profile rows = withEnvironment(profile(), environment);
        if (ownTimeout) {
            rows = rows.with(Rows.UNBOUND_STORE_TIMEOUT, nanos(tier.unboundStoreTimeoutSeconds()));
        }
        int colon = bind.lastIndexOf(':');
        boolean withPort = colon >= 0 && bind.indexOf(']') < colon && bind.indexOf(':') == colon;
        return new NodeSettings(
                peer,
                model,
                rows,
                withPort ? bind.substring(0, colon) : bind,
                withPort ? port("--bind", bind.substring(colon + 1)) : 0,
                allowed(),
                plane,
                1,
                0,
                new SecureRandom().nextLong(),
                System.nanoTime());
    }

    /** As others name the host: an IPv6 address in brackets, in its one spelling. */
    private static String canonicalHost(String host, int port) {
        String id = PeerAddress.canonical(host + ":" + port);
        return id.substring(0, id.lastIndexOf(':'));
    }

    private Map<String, Object> options() {
        Map<String, Object> options = new LinkedHashMap<>(config == null ? Map.of() : read(config));
        Object type = options.get("type");
        if (type != null && !type.equals("p2p")) {
            throw refuse(config + ": type: " + type, "p2p");
        }
        putIfGiven(options, "host", host);
        putIfGiven(options, "port", port);
        putIfGiven(options, "backends", backends);
        putIfGiven(options, "num_threads", threads);
        putIfGiven(options, "unbound_store_timeout_s", unboundStoreTimeout);
        return options;
    }

    private static void putIfGiven(Map<String, Object> options, String name, @Nullable Object value) {
        if (value != null) {
            options.put(name, value);
        }
    }

    private static Map<String, Object> read(Path file) {
        try {
            Map<String, Object> read =
                    new YAMLMapper().readValue(Files.readString(file), new TypeReference<Map<String, Object>>() {});
            return read == null ? Map.of() : read;
        } catch (IOException e) {
            throw refuse("--config " + file + ": cannot be read: " + e.getMessage(), "name a file");
        } catch (JacksonException e) {
            throw refuse("--config " + file + ": " + JsonProblem.of(e), "a map, such as an entry of secondary_tiers");
        }
    }

    private Profile profile() {
        Profile read = Preset.named(profile).map(Profile::of).orElseGet(() -> ProfileReader.readFile(Path.of(profile)));
        if (read.base() != Preset.HARDENED) {
            throw refuse(
                    "--profile " + profile + ": the defects of its transports exist in simulation only",
                    "hardened, or a file that extends it");
        }
        return read;
    }

    private static Profile withEnvironment(Profile profile, Map<String, String> environment) {
        Profile rows = profile;
        String peers = environment.get("VLLM_P2P_MAX_PEERS");
        if (peers != null) {
            rows = rows.with(Rows.MAX_PEERS, (long) positive("VLLM_P2P_MAX_PEERS", whole("VLLM_P2P_MAX_PEERS", peers)));
        }
        String idle = environment.get("VLLM_P2P_IDLE_TIMEOUT_S");
        if (idle != null) {
            double seconds = seconds("VLLM_P2P_IDLE_TIMEOUT_S", idle);
            rows = rows.with(Rows.IDLE_TIMEOUT, seconds <= 0 ? Profile.NO_LIMIT : nanos(seconds));
        }
        String handshake = environment.get("VLLM_P2P_HANDSHAKE_TIMEOUT_S");
        if (handshake != null) {
            rows = rows.with(Rows.HANDSHAKE_TIMEOUT, nanos(seconds("VLLM_P2P_HANDSHAKE_TIMEOUT_S", handshake)));
        }
        return rows;
    }

    private AllowedHosts allowed() {
        try {
            return allow.isEmpty() ? AllowedHosts.loopback() : AllowedHosts.of(allow);
        } catch (IllegalArgumentException e) {
            throw refuse("--allow: " + e.getMessage(), "addresses, networks such as 10.0.0.0/8, and names");
        }
    }

    /**
     * Where its API listens, and for whom.
     *
     * @throws InvalidInputException if anything given is wrong
     */
    NodeServer.ApiSettings apiSettings(Map<String, String> environment) {
        String shown = token == null ? environment.getOrDefault(TOKEN_VARIABLE, "") : token;
        int colon = api.lastIndexOf(':');
        if (colon < 0) {
            throw refuse("--api " + api, "HOST:PORT, such as 127.0.0.1:8000");
        }
        InetAddress address;
        try {
            address = InetAddress.getAllByName(hostOf(api))[0];
        } catch (UnknownHostException e) {
            throw refuse("--api " + api + ": no such host", "an address of this machine");
        }
        if (!address.isLoopbackAddress() && shown.isEmpty()) {
            throw refuse(
                    "--api " + api + " is not on loopback, and there is no token",
                    "give one with --api-token or " + TOKEN_VARIABLE);
        }
        return new NodeServer.ApiSettings(
                new InetSocketAddress(address, port("--api", api.substring(colon + 1))), shown, faults);
    }

    /** The host at which the API listens, as it was given, and as a URL has it. */
    String apiHost() {
        String host = hostOf(api);
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }

    private static String hostOf(String address) {
        String host = address.substring(0, Math.max(0, address.lastIndexOf(':')));
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private static int port(String option, String text) {
        int port = whole(option, text);
        if (port < 0 || port > 65_535) {
            throw refuse(option + ": port " + port, "0 to 65535");
        }
        return port;
    }

    private static int whole(String name, String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw refuse(name + ": " + text, "a whole number");
        }
    }

    private static double seconds(String name, String text) {
        try {
            double seconds = Double.parseDouble(text.strip());
            if (!Double.isNaN(seconds)) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw refuse(name + ": " + text, "a number of seconds");
    }

    private static long nanos(double seconds) {
        return seconds >= Long.MAX_VALUE / 1e9 ? Profile.NO_LIMIT : (long) (seconds * 1e9);
    }

    private static int positive(String name, int value) {
        if (value <= 0) {
            throw refuse(name + ": " + value, "a whole number above 0");
        }
        return value;
    }

    /** What reads a value with a unit. */
    private interface Unit {
        long read(String text) throws UnitException;
    }

    private static long number(String option, String text, Unit unit) {
        try {
            long value = unit.read(text);
            if (value > 0) {
                return value;
            }
        } catch (UnitException e) {
            throw refuse(option + " " + text + ": " + e.problem(), e.help());
        }
        throw refuse(option + " " + text, "more than 0");
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}

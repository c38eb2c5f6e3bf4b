package io.kvdrill.core.manager;

import io.kvdrill.core.tier.TierFailure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tier's settings as vLLM reads them from an entry of {@code secondary_tiers} and the environment (protocol.md section
 * 1). Unknown options are ignored, as there.
 *
 * @param localId the id that peers dial back: host and port, verbatim
 * @param bindHost where the control socket listens
 * @param bindPort base port plus data-parallel index
 * @param backends NIXL backends if any of them is not UCX, else null
 * @param threads NIXL worker threads; without meaning where there are {@code backends}
 * @param unboundStoreTimeoutSeconds how long stores wait to be fetched; may be infinite
 */
public record TierOptions(
        String localId,
        String bindHost,
        int bindPort,
        @Nullable List<String> backends,
        int threads,
        double unboundStoreTimeoutSeconds) {
    private static final String DEFAULT_HOST = "localhost";
    private static final int DEFAULT_PORT = 5710;
    private static final int DEFAULT_THREADS = 4;
    private static final double DEFAULT_UNBOUND_STORE_TIMEOUT_SECONDS = 60.0;

    /** Which options exist. */
    public enum Dialect {
        /** vLLM {@code main} at {@code be06873198}. */
        AUGUST_2026,
        /** With {@code unbound_store_timeout_s} (vLLM pull request 53453), and without backpressure detectors (50045). */
        OCTOBER_2026
    }

    /**
     * Reads options and environment.
     *
     * @param options the entry of {@code secondary_tiers}
     * @param environment environment variables by name
     * @param dataParallelIndex added to the port, also to one that is given
     * @throws TierFailure ({@link TierFailure.Kind#INVALID_ARGUMENT}) if a value cannot be used, naming it
     */
    public static TierOptions parse(
            Map<String, ?> options, Map<String, String> environment, int dataParallelIndex, Dialect dialect) {
        if (dialect == Dialect.OCTOBER_2026 && options.get("backpressure_detector") != null) {
            throw invalid("the p2p tier takes no backpressure detector");
        }
        Object hostOption = options.get("host");
        String host = hostOption != null
                ? String.valueOf(hostOption)
                : environment.getOrDefault("VLLM_P2P_SIDE_CHANNEL_HOST", DEFAULT_HOST);
        Object portOption = options.get("port");
        Object portValue = portOption != null ? portOption : environment.get("VLLM_P2P_SIDE_CHANNEL_PORT");
        int port = (portValue == null ? DEFAULT_PORT : wholeNumber("port", portValue)) + dataParallelIndex;
        Object threads = options.get("num_threads");
        return new TierOptions(
                host + ":" + port,
                host,
                port,
                backends(options.get("backends")),
                threads == null ? DEFAULT_THREADS : wholeNumber("num_threads", threads),
                dialect == Dialect.OCTOBER_2026 ? unboundStoreTimeout(options) : DEFAULT_UNBOUND_STORE_TIMEOUT_SECONDS);
    }

    private static @Nullable List<String> backends(@Nullable Object option) {
        if (!(option instanceof List<?> names)) {
            return null;
        }
        boolean beyondUcx = names.stream().anyMatch(name -> !"UCX".equals(name));
        return beyondUcx ? names.stream().map(String::valueOf).toList() : null;
    }

    private static int wholeNumber(String name, Object value) {
        if (value instanceof Number number) {
            return number.intValue();
        }
        try {
            return Integer.parseInt(String.valueOf(value).strip());
        } catch (NumberFormatException failure) {
            throw invalid(name + " must be a whole number, not " + quoted(value));
        }
    }

    private static double unboundStoreTimeout(Map<String, ?> options) {
        String name = "unbound_store_timeout_s";
        if (!options.containsKey(name)) {
            return DEFAULT_UNBOUND_STORE_TIMEOUT_SECONDS;
        }
        Object value = options.get(name);
        double seconds = seconds(name, value);
        if (Double.isNaN(seconds) || seconds <= 0) {
            throw invalid(name + " must be greater than 0, not " + quoted(value));
        }
        return seconds;
    }

    private static double seconds(String name, @Nullable Object value) {
        if (value instanceof Boolean bool) {
            return bool ? 1 : 0;
        }
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        if (value instanceof String text) {
            if (text.strip().equalsIgnoreCase("inf") || text.strip().equalsIgnoreCase("infinity")) {
                return Double.POSITIVE_INFINITY;
            }
            if (text.strip().equalsIgnoreCase("nan")) {
                return Double.NaN;
            }
            try {
                return Double.parseDouble(text.strip());
            } catch (NumberFormatException failure) {
                throw invalid(name + " must be a number of seconds, not " + quoted(value));
            }
        }
        throw invalid(name + " must be a number of seconds, not " + quoted(value));
    }

    private static String quoted(@Nullable Object value) {
        return value instanceof String text ? "'" + text + "'" : String.valueOf(value);
    }

    private static TierFailure invalid(String message) {
        return new TierFailure(TierFailure.Kind.INVALID_ARGUMENT, message);
    }
}

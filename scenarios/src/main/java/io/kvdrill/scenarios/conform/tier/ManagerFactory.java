package io.kvdrill.scenarios.conform.tier;

import io.kvdrill.core.manager.AgentNames;
import io.kvdrill.core.manager.MapSizes;
import io.kvdrill.core.manager.RandomSource;
import io.kvdrill.core.manager.TierConfig;
import io.kvdrill.core.manager.TierManager;
import io.kvdrill.core.manager.TierOptions;
import io.kvdrill.core.manager.TierOptions.Dialect;
import io.kvdrill.core.profile.Choices.ProducerPolicy;
import io.kvdrill.core.profile.Choices.ReapedIds;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.scenarios.conform.vector.VectorConfig;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes our own manager. */
public final class ManagerFactory implements TierFactory {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Pattern UUID_4 =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    private static final long SEED = 1; // the same epoch in every vector

    /** A factory. */
    public ManagerFactory() {}

    @Override
    public Hosted create(
            VectorConfig config, Profile profile, ControlTransport control, DataTransport data, TraceSink trace) {
        TierManager manager = new TierManager(
                new TierConfig(config.local(), config.fingerprint(), config::hashSeed),
                new Rules(profile),
                control,
                data,
                random(),
                trace);
        return new HostedManager(manager, profile.choice(Rows.REAPED_IDS) != ReapedIds.FAILED_ID);
    }

    private static RandomSource random() {
        return new SplittableRandom(SEED)::nextLong;
    }

    private record HostedManager(TierManager manager, boolean remembersReapedIds) implements Hosted {
        @Override
        public SecondaryTier tier() {
            return manager;
        }

        @Override
        public JsonNode inspect() {
            MapSizes sizes = manager.sizes();
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            ArrayNode sessions = json.putArray("sessions");
            manager.peers().stream().sorted().forEach(sessions::add);
            json.put("bindings", sizes.bindings())
                    .put("parked_ids", sizes.parkedIds())
                    .put("failed_ids", sizes.failedIds());
            return remembersReapedIds ? json.put("reaped_ids", sizes.reapedIds()) : json;
        }
    }

    @Override
    @SuppressWarnings("unchecked") // a JSON object is a map with text keys
    public JsonNode construct(JsonNode options, JsonNode environment, int dataParallelIndex, Profile profile) {
        Map<String, Object> optionMap =
                options.isObject() ? MAPPER.convertValue(options, Map.class) : Map.<String, Object>of();
        Map<String, String> variables = new LinkedHashMap<>();
        environment
                .properties()
                .forEach(entry -> variables.put(entry.getKey(), entry.getValue().asString()));
        // The manager that asks for request-level policy is the one that has October's options.
        Dialect dialect = profile.choice(Rows.PRODUCER_POLICY) == ProducerPolicy.REQUEST_LEVEL
                ? Dialect.OCTOBER_2026
                : Dialect.AUGUST_2026;
        TierOptions parsed = TierOptions.parse(optionMap, variables, dataParallelIndex, dialect);
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("local_id", parsed.localId());
        json.putArray("bind").add(parsed.bindHost()).add(parsed.bindPort());
        if (parsed.backends() == null) {
            json.putNull("backends");
        } else {
            ArrayNode backends = json.putArray("backends");
            parsed.backends().forEach(backends::add);
        }
        json.put("num_threads", parsed.threads());
        String agent = AgentNames.random(random());
        json.put("agent_name_is_uuid4", UUID_4.matcher(agent).matches() && !agent.contains(parsed.localId()));
        double seconds = parsed.unboundStoreTimeoutSeconds();
        if (dialect == Dialect.AUGUST_2026) {
            return json; // there is no such option yet
        }
        if (Double.isInfinite(seconds)) {
            json.put("unbound_store_timeout_ms", "inf");
        } else {
            json.put("unbound_store_timeout_ms", Math.round(seconds * 1000));
        }
        return json;
    }
}

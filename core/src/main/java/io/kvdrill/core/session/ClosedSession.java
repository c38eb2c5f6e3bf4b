package io.kvdrill.core.session;

import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.transport.Registration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a closed session leaves behind.
 *
 * @param results results of its jobs
 * @param failedRequests ids whose lookups must miss now
 * @param contexts parent contexts that are owed their end
 * @param held loads whose slots are still dangerous
 * @param retained writes that still run, or null
 * @param registrations its registrations, the latest last
 * @param failedLoads loads that failed with it
 */
public record ClosedSession(
        List<Settled> results,
        List<String> failedRequests,
        List<RequestContext> contexts,
        List<HeldLoad> held,
        @Nullable RetainedWrites retained,
        List<Registration> registrations,
        int failedLoads) {}

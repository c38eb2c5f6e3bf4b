package io.kvdrill.sim.search.swarm;

import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets frames of impostors interfere with requests of the world that they are sent in. */
final class FrameAim {
    private FrameAim() {}

    /**
     * The faults, once it is known who asks whom for what: many an impostor is the one that the frame's request comes from,
     * and speaks to the one that it goes to, while that works for this very request.
     */
    static List<FaultSpec> aimed(World drawn) {
        return drawn.faults().stream()
                .map(spec -> spec.fault() instanceof Fault.SendFrame frame ? aimed(spec, frame, drawn) : spec)
                .toList();
    }

    private static FaultSpec aimed(FaultSpec spec, Fault.SendFrame frame, World drawn) {
        if (frame.as().equals(FaultDraw.STRANGER)
                || frame.as().equals(FaultDraw.NO_ADDRESS)
                || frame.as().equals(frame.to())) {
            return spec;
        }
        if (MomentDraw.isOfAsking(spec.at(), frame.as())) {
            // Where blocks lie ready for whoever asks, there is more to be lost.
            return drawn.requests().stream()
                    .filter(request -> frame.as().equals(request.consume()) && goesToAnother(request))
                    .max(Comparator.comparing(request -> request.mode() == RequestSpec.Mode.PD))
                    .map(request -> lastWords(spec, frame, request))
                    .orElse(spec);
        }
        RequestSpec request = subject(spec, drawn);
        return request == null ? spec : takingSides(spec, frame, request);
    }

    private static boolean goesToAnother(RequestSpec request) {
        String asked = asked(request);
        return asked != null && request.consume() != null && !asked.equals(request.consume());
    }

    private static FaultSpec lastWords(FaultSpec spec, Fault.SendFrame frame, RequestSpec request) {
        String asked = asked(request);
        return asked == null
                ? spec
                : new FaultSpec(
                        spec.name(),
                        MomentDraw.ofAskingFor(spec.at(), request.kvId()),
                        spec.forNanos(),
                        spec.until(),
                        new Fault.SendFrame(frame.as(), asked, frame.frame()));
    }

    private static FaultSpec takingSides(FaultSpec spec, Fault.SendFrame frame, RequestSpec request) {
        String asker = request.consume();
        String asked = asked(request);
        return asker == null || asked == null || asker.equals(asked)
                ? spec
                : new FaultSpec(
                        spec.name(),
                        MomentDraw.about(spec.at(), request.kvId()),
                        spec.forNanos(),
                        spec.until(),
                        new Fault.SendFrame(asker, asked, frame.frame(), request.id(), frame.round()));
    }

    private static @Nullable String asked(RequestSpec request) {
        return request.produce() == null ? request.source() : request.produce();
    }

    /** The request of a frame; of one that waits for an abort, one whose client gives up. */
    private static @Nullable RequestSpec subject(FaultSpec spec, World drawn) {
        String id = ((Fault.SendFrame) spec.fault()).request();
        if (id == null) {
            return null;
        }
        if (waitsFor(MomentDraw.ABORTING, spec.at())) {
            List<RequestSpec> givenUp = drawn.requests().stream()
                    .filter(request -> request.clientGivesUpAfterNanos() != null && goesToAnother(request))
                    .toList();
            if (!givenUp.isEmpty()) {
                return givenUp.get(Integer.parseInt(id.substring(1)) % givenUp.size());
            }
        }
        return drawn.requests().stream()
                .filter(request -> request.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    static boolean waitsFor(String event, Moment at) {
        return at instanceof Moment.After after && after.after().event().equals(event);
    }
}

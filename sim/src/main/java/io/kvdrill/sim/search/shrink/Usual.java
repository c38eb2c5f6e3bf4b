package io.kvdrill.sim.search.shrink;

import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Caps;
import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.DataLink;
import io.kvdrill.sim.world.DataPlane;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.End;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.RequestSpec.Mode;
import java.util.List;
import java.util.Optional;

/** What the parts of a world are when nothing is said about them. */
final class Usual {
    private Usual() {}

    /** A part like this one that says as little as it can; empty for parts that have no defaults. */
    static Optional<Record> of(Record part) {
        Optional<Record> ofWorld = ofSettings(part);
        return ofWorld.isPresent() ? ofWorld : ofStory(part);
    }

    private static Optional<Record> ofSettings(Record part) {
        if (part instanceof Model) {
            return Optional.of(Model.DEFAULT);
        } else if (part instanceof ControlLink) {
            return Optional.of(ControlLink.DEFAULT);
        } else if (part instanceof DataLink) {
            return Optional.of(DataLink.DEFAULT);
        } else if (part instanceof DataPlane) {
            return Optional.of(DataPlane.DEFAULT);
        } else if (part instanceof Caps) {
            return Optional.of(Caps.DEFAULT);
        } else if (part instanceof End.AtTime) {
            return Optional.of(new End.Quiescent());
        } else if (part instanceof PeerSpec peer) {
            return Optional.of(PeerSpec.of(peer.name(), peer.host()));
        }
        return Optional.empty();
    }

    private static Optional<Record> ofStory(Record part) {
        if (part instanceof RequestSpec request) {
            return Optional.of(new RequestSpec(
                    request.id(),
                    Moment.at(0),
                    request.prompt(),
                    1,
                    request.mode(),
                    request.consume(),
                    request.produce(),
                    request.mode() == Mode.PD ? null : request.source(),
                    null,
                    request.mode() == Mode.PD ? new Dispatch.AfterPrefill(0) : new Dispatch.Together(),
                    null));
        } else if (part instanceof FaultSpec spec) {
            return Optional.of(new FaultSpec(spec.name(), spec.at(), null, null, spec.fault()));
        } else if (part instanceof Moment.After after) {
            return Optional.of(new Moment.After(after.after(), 1, 0, null));
        } else if (part instanceof Moment.Edge edge) {
            return Optional.of(new Moment.Edge(edge.row(), null, 1, 0));
        } else if (part instanceof Boundary boundary) {
            return Optional.of(new Boundary(boundary.event(), null, List.of()));
        } else if (part instanceof Fault.MessageMatch) {
            return Optional.of(new Fault.MessageMatch(null, null, null, null));
        } else if (part instanceof Fault.WriteMatch match) {
            return Optional.of(new Fault.WriteMatch(null, null, match.nth()));
        } else if (part instanceof Fault.Kill kill) {
            return Optional.of(new Fault.Kill(kill.peer(), Fault.Plane.BOTH));
        } else if (part instanceof Fault.Partition cut) {
            return Optional.of(new Fault.Partition(cut.from(), null, Fault.Plane.BOTH, false));
        }
        return Optional.empty();
    }
}

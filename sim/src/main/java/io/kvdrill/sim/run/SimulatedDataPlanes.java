package io.kvdrill.sim.run;

import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.sim.engine.EngineConfig;
import io.kvdrill.sim.engine.SlotMemory;
import io.kvdrill.sim.fabric.BlockMemory;
import io.kvdrill.sim.fabric.ContentTag;
import io.kvdrill.sim.fabric.DataEndpoint;
import io.kvdrill.sim.fabric.RegistrationFate;
import io.kvdrill.sim.fabric.SimDataTransport;
import io.kvdrill.sim.fabric.SimFabric;
import io.kvdrill.sim.fabric.WriteFate;
import io.kvdrill.sim.fabric.WriteFilter;
import io.kvdrill.sim.fault.DataFaults;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Incarnation;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.trace.TraceRecorder;
import io.kvdrill.sim.world.DataLink;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import org.jspecify.annotations.Nullable;

/** The data planes of a run. */
final class SimulatedDataPlanes implements DataFaults {
    private static final String REASON = "a fault";

    private final World world;
    private final SimFabric fabric;
    private final TraceRecorder recorder;

    SimulatedDataPlanes(World world, Kernel kernel, RandomStreams streams, TraceRecorder recorder) {
        this.world = world;
        this.recorder = recorder;
        this.fabric = new SimFabric(kernel, streams, world.data());
    }

    void link(String from, String to, DataLink link) {
        fabric.link(from, to, link);
    }

    /** The data plane of a process. */
    Plane open(PeerSpec peer, Incarnation incarnation, HostThread thread, Rules rules) {
        EngineConfig config = EngineConfig.of(peer, world.model());
        return new Plane(fabric.open(DataEndpoint.of(
                incarnation,
                thread,
                recorder.sinkOf(incarnation.peer()),
                rules,
                world.dataPlane(),
                config.slots(),
                config.blockBytes())));
    }

    /** One process's data plane. */
    static final class Plane implements SlotMemory {
        private final SimDataTransport transport;
        private final BlockMemory memory;

        Plane(SimDataTransport transport) {
            this.transport = transport;
            this.memory = transport.memory();
        }

        DataTransport transport() {
            return transport;
        }

        /** The process dies. */
        void kill() {
            transport.kill();
        }

        /** The data plane dies, and the process lives on. */
        void killPlane() {
            transport.killPlane();
        }

        @Override
        public void write(long slot, BlockKey key) {
            memory.put((int) slot, key);
        }

        @Override
        public boolean holds(long slot, BlockKey key) {
            return memory.tag((int) slot).holds(key);
        }

        @Override
        public String describe(long slot) {
            ContentTag tag = memory.tag((int) slot);
            if (tag.equals(ContentTag.EMPTY)) {
                return "nothing";
            }
            String what = tag.key().size() == 0 ? "garbage" : "block " + tag.key();
            return what + (tag.transfer() == 0 ? "" : " of transfer " + tag.transfer() + " by " + tag.writer());
        }
    }

    @Override
    public Lasting partition(String from, @Nullable String to, boolean oneWay) {
        return fabric.faults().partition(from, to)::end;
    }

    @Override
    public Lasting onRegistration(String at, @Nullable String of, Fault.RegistrationFate fate, long extraNanos) {
        return fabric.faults().onRegistration(new WriteFilter(at, of), 0, fateOf(fate, extraNanos))::end;
    }

    @Override
    public Lasting onWrite(@Nullable String from, @Nullable String to, long nth, Fault.WriteFate fate, long nanos) {
        return fabric.faults().onWrite(new WriteFilter(from, to), nth, fateOf(fate, nanos))::end;
    }

    private static RegistrationFate fateOf(Fault.RegistrationFate fate, long extraNanos) {
        return switch (fate) {
            case SLOW -> new RegistrationFate.Delay(extraNanos);
            case REJECTED -> new RegistrationFate.Reject(REASON);
            case FAILED -> new RegistrationFate.Fail(REASON);
            case NEVER -> new RegistrationFate.Hang();
        };
    }

    private static WriteFate fateOf(Fault.WriteFate fate, long nanos) {
        return switch (fate) {
            case REFUSED -> new WriteFate.Refuse();
            case THROWS -> new WriteFate.Throw(REASON);
            case STALLS -> new WriteFate.Stall(0);
            case SLOW -> new WriteFate.Take(nanos);
            case COMPLETION_LOST -> new WriteFate.LoseCompletion();
            case COMPLETION_LATE -> new WriteFate.DelayCompletion(nanos);
            case REPORTED_FAILED -> new WriteFate.ReportFailed();
            case FAILS -> new WriteFate.Fail(WriteFate.Fail.HALFWAY);
            case CORRUPTED -> new WriteFate.Corrupt();
        };
    }
}

package io.kvdrill.sim.world;

import org.jspecify.annotations.Nullable;

/**
 * Something that goes wrong. Peers are given by name. What the Javadoc calls <em>lasting</em> goes on until the end that
 * its {@link FaultSpec} states, or else until the world heals or the run ends; everything else is a stroke.
 */
public sealed interface Fault {

    /** The word for it, as in {@code faults[0].kill}: the first part of what a {@link WorldProblem} names. */
    String word();

    /** Which channels are meant. */
    enum Plane {
        /** ZMQ. */
        CONTROL,
        /** RDMA. */
        DATA,
        /** The two. */
        BOTH
    }

    /** Which messages are meant; null stands for any. The type is a wire name, such as {@code transfer_done}. */
    record MessageMatch(
            @Nullable String from,
            @Nullable String to,
            @Nullable String type,
            @Nullable String request) {}

    /**
     * Which writes are meant.
     *
     * @param from the writing peer, or null for any
     * @param to the peer written to, or null for any
     * @param nth which of them, from 1 and counted from the fault's moment; 0 for all
     */
    record WriteMatch(@Nullable String from, @Nullable String to, long nth) {}

    /**
     * A peer dies.
     *
     * @param plane {@link Plane#BOTH} for its process; {@link Plane#CONTROL} where only its control channel dies, {@link
     *     Plane#DATA} where only its data plane does, the process living on
     */
    record Kill(String peer, Plane plane) implements Fault {
        @Override
        public String word() {
            return "kill";
        }
    }

    /** A peer's process is killed, where it lives, and started again at the same address. */
    record Restart(String peer, long downNanos) implements Fault {
        @Override
        public String word() {
            return "restart";
        }
    }

    /** A peer's host loses power: as {@link Kill}, but nobody is told, and what its kernel held is lost with it. */
    record PowerOff(String peer) implements Fault {
        @Override
        public String word() {
            return "power_off";
        }
    }

    /** A peer is told to end (SIGTERM): its engine shuts its tier down, in bounded time, and then the process ends. */
    record ShutDown(String peer) implements Fault {
        @Override
        public String word() {
            return "shut_down";
        }
    }

    /** A peer is told to forget its cache: its engine drains its tier, and asserts that no job is open then. */
    record ResetCache(String peer) implements Fault {
        @Override
        public String word() {
            return "reset_cache";
        }
    }

    /** Lasting: a peer's process stands still, as after SIGSTOP: no step, no heartbeat; its memory can be written. */
    record Pause(String peer) implements Fault {
        @Override
        public String word() {
            return "pause";
        }
    }

    /** Lasting: nothing passes from one peer to another, nor back unless {@code oneWay}. Null for any other peer. */
    record Partition(String from, @Nullable String to, Plane plane, boolean oneWay) implements Fault {
        @Override
        public String word() {
            return "partition";
        }
    }

    /** The control connections between two peers are reset; both sides are told. */
    record ResetConnection(String between, String and) implements Fault {
        @Override
        public String word() {
            return "reset";
        }
    }

    /** The control connections between two peers are dropped silently: nobody is told, heartbeats find out. */
    record DropConnection(String between, String and) implements Fault {
        @Override
        public String word() {
            return "drop_connection";
        }
    }

    /**
     * Lasting: matching messages take longer.
     *
     * @param nanos at least so much longer
     * @param jitterNanos and up to so much more, at random for each message; 0 for none
     */
    record DelayMessages(MessageMatch match, long nanos, long jitterNanos) implements Fault {
        /** By the same time always. */
        public DelayMessages(MessageMatch match, long nanos) {
            this(match, nanos, 0);
        }

        @Override
        public String word() {
            return "delay";
        }
    }

    /** The nth matching message sent from the fault's moment on is lost; 0 is lasting, for all of them. */
    record DropMessage(MessageMatch match, long nth) implements Fault {
        @Override
        public String word() {
            return "drop";
        }
    }

    /** Lasting: matching messages wait, and arrive at the end of the fault, in their order. */
    record HoldMessages(MessageMatch match) implements Fault {
        @Override
        public String word() {
            return "hold";
        }
    }

    /** What becomes of a registration. */
    enum RegistrationFate {
        /** It takes longer, by the time given. */
        SLOW,
        /** It ends as refused by the data plane. */
        REJECTED,
        /** It fails for another reason. */
        FAILED,
        /** It never ends. */
        NEVER
    }

    /**
     * Lasting: registrations that start go wrong.
     *
     * @param at the peer that registers
     * @param of the peer that is registered; null for any
     * @param extraNanos how much longer it takes
     */
    record Registrations(String at, @Nullable String of, RegistrationFate fate, long extraNanos) implements Fault {
        @Override
        public String word() {
            return "registration";
        }
    }

    /** What becomes of a write. */
    enum WriteFate {
        /** The data plane refuses it. */
        REFUSED,
        /** The data plane throws. */
        THROWS,
        /** It stands still from its start, until the fault ends or it is fenced. */
        STALLS,
        /** Its bytes take as long as given to land, evenly. */
        SLOW,
        /** It lands, and its end is never reported. */
        COMPLETION_LOST,
        /** It lands, and its end is reported later, by the time given. */
        COMPLETION_LATE,
        /** It lands, and is reported as failed. */
        REPORTED_FAILED,
        /** It fails halfway, and is reported as failed. */
        FAILS,
        /** Its last block lands with the wrong content. */
        CORRUPTED
    }

    /** Lasting where it is about all writes: writes that start go wrong. */
    record Writes(WriteMatch match, WriteFate fate, long nanos) implements Fault {
        @Override
        public String word() {
            return "writes";
        }
    }

    /** Frames that no peer of ours would send. */
    enum HostileFrame {
        /** Bytes that do not decode. */
        GARBAGE,
        /** A value that is not a map. */
        NOT_A_MAP,
        /** A message of an unknown type. */
        UNKNOWN_TYPE,
        /** A fetch whose lists differ in length. */
        BAD_FETCH,
        /** A fetch of slots that the sender does not have. */
        SLOTS_OUT_OF_RANGE,
        /** A fetch with a huge number instead of a key. */
        INTEGER_KEY,
        /** A connect with a negative block count. */
        BAD_CONNECT,
        /** A frame larger than any limit. */
        OVERSIZED,
        /** A completion of a round that nobody asked for. */
        UNASKED_DONE,
        /** A fetch of a block that nobody has. */
        FETCH,
        /** A fetch that names one key twice. */
        DUPLICATE_KEYS,
        /** The end of all rounds of a request. */
        TERMINAL_FETCH,
        /** An abort of a round. */
        ABORT,
        /** A lookup of the blocks of a request. */
        LOOKUP,
        /** A connect of a life that the sender never had: for round 0 of one that says nothing of itself, else of one each. */
        CONNECT,
        /** An acknowledgement by a life that the sender never had. */
        CONNECT_ACK
    }

    /**
     * A frame arrives at a peer, as if another had sent it.
     *
     * @param as whom it claims to come from: a peer, or an identity that is no peer's
     * @param to where it arrives
     * @param frame what it is
     * @param request which request of the world it is about, where it is about one; null for one that nobody has
     * @param round of which round, where it is about one
     */
    record SendFrame(
            String as,
            String to,
            HostileFrame frame,
            @Nullable String request,
            long round) implements Fault {
        /** About no request of the world. */
        public SendFrame(String as, String to, HostileFrame frame) {
            this(as, to, frame, null, 0);
        }

        @Override
        public String word() {
            return "frame";
        }
    }

    /** A peer's next step takes longer. */
    record StallStep(String peer, long nanos) implements Fault {
        @Override
        public String word() {
            return "stall_step";
        }
    }

    /** A peer's clock runs at another speed from now on. */
    record DriftClock(String peer, long ppm) implements Fault {
        @Override
        public String word() {
            return "drift_clock";
        }
    }

    /** A peer's clock jumps ahead. */
    record StepClock(String peer, long nanos) implements Fault {
        @Override
        public String word() {
            return "step_clock";
        }
    }
}

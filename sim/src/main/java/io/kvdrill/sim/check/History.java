package io.kvdrill.sim.check;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.network.NetworkEvent;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The causes of the latest entries, in constant memory: enough to say what led to a violation, in a run whose trace is
 * not kept, too. Of each entry it knows the cause, whether it tells a reader something, and which request it is about.
 */
final class History {
    private static final int FIRST_CAPACITY = 1 << 9;
    private static final int CAPACITY = 1 << 17;
    private static final int LONGEST_WALK = 20_000;
    private static final int MOST_CAUSES = 24;
    private static final int ANY_REQUEST = 0;
    private static final long SENT = -1;
    private static final long FORGED = -2;

    /** What belongs to every step, or comes once for each block: it would crowd out what led to a violation. */
    private static final List<Class<?>> NOISE = List.of(
            NetworkEvent.FrameSent.class,
            NetworkEvent.LinkEstablished.class,
            NetworkEvent.IdentityRegistered.class,
            ClientEvent.ProbeRegistered.class,
            ClientEvent.ProbeResolved.class,
            ServerEvent.ParentAsked.class,
            ServerEvent.SupplyFiled.class,
            ServerEvent.HitsPinned.class,
            ManagerEvent.RequestOpened.class,
            ManagerEvent.RequestClosed.class,
            ManagerEvent.JobSubmitted.class,
            ManagerEvent.JobReported.class,
            EngineEvent.PrefillStep.class,
            EngineEvent.PrefillDone.class,
            EngineEvent.RequestEntered.class,
            EngineEvent.RequestDeferred.class,
            EngineEvent.RequestScheduled.class,
            EngineEvent.RequestLeft.class,
            EngineEvent.JobOpened.class,
            EngineEvent.JobEnded.class,
            EngineEvent.SlotsReserved.class,
            EngineEvent.SlotsEvicted.class,
            EngineEvent.SlotsReady.class,
            EngineEvent.SlotsPinned.class,
            EngineEvent.SlotsUnpinned.class,
            EngineEvent.BlocksRead.class,
            FabricEvent.BlocksLanded.class,
            FabricEvent.RegistrationBegan.class,
            FabricEvent.RegistrationEnded.class);

    /** What an event says to somebody who asks how it came to a violation. */
    private enum Tells {
        NOTHING,
        SOMETHING,
        OF_CLIENT_REQUEST,
        OF_SERVER_REQUEST,
        OF_MESSAGE,
        A_FRAME
    }

    /** Rings that grow to {@link #CAPACITY}: most runs are short. */
    private long[] causes = new long[FIRST_CAPACITY];

    private long[] frames = new long[FIRST_CAPACITY];
    private int[] requests = new int[FIRST_CAPACITY];
    private boolean[] telling = new boolean[FIRST_CAPACITY];
    private int mask = FIRST_CAPACITY - 1;
    private final Map<Class<?>, Tells> kinds = new LinkedHashMap<>();
    private long last;

    void add(TraceEntry entry) {
        if (entry.sequence() > mask && mask < CAPACITY - 1) {
            grow();
        }
        int at = (int) entry.sequence() & mask;
        TraceEvent event = entry.event();
        Tells tells = kinds.get(event.getClass());
        if (tells == null) {
            tells = tells(event);
            kinds.put(event.getClass(), tells);
        }
        causes[at] = entry.cause();
        telling[at] = tells != Tells.NOTHING && tells != Tells.A_FRAME;
        requests[at] = request(tells, event);
        frames[at] = frame(event, entry);
        last = entry.sequence();
    }

    /** Before the rings have their full size, nothing in them was overwritten: an entry is at its own number. */
    private void grow() {
        int capacity = 2 * (mask + 1);
        causes = Arrays.copyOf(causes, capacity);
        frames = Arrays.copyOf(frames, capacity);
        requests = Arrays.copyOf(requests, capacity);
        telling = Arrays.copyOf(telling, capacity);
        mask = capacity - 1;
    }

    private long frame(TraceEvent event, TraceEntry entry) {
        if (event instanceof NetworkEvent.FrameDelivered delivery) {
            long cause = entry.cause();
            boolean sent = cause > 0 && (!known(cause) || frames[(int) cause & mask] == SENT);
            return sent ? delivery.frame() : FORGED;
        }
        return event instanceof NetworkEvent.FrameSent ? SENT : 0;
    }

    /**
     * The number of the frame whose delivery this entry is; 0 if it is another event or long ago, or a frame that no peer
     * has sent.
     */
    long frameOf(long sequence) {
        return known(sequence) ? Math.max(0, frames[(int) sequence & mask]) : 0;
    }

    /** Whether this entry is the delivery of a frame that no peer has sent. */
    boolean forged(long sequence) {
        return known(sequence) && frames[(int) sequence & mask] == FORGED;
    }

    /**
     * Entries that led to one: its nearest causes that tell something, of this request or of none, and what the caller
     * knows besides.
     *
     * @param request the request that a reader asks about; empty for any
     * @param known entries that belong to it; those that are not positive are ignored
     */
    List<Long> ledTo(long sequence, String request, List<Long> known) {
        TreeSet<Long> found = new TreeSet<>();
        for (Long one : known) {
            if (one > 0) {
                found.add(one);
            }
        }
        int wanted = request.isEmpty() ? ANY_REQUEST : hash(request);
        int steps = 0;
        int taken = 0;
        long at = sequence;
        while (known(at) && steps++ < LONGEST_WALK && taken < MOST_CAUSES) {
            int place = (int) at & mask;
            boolean same = wanted == ANY_REQUEST || requests[place] == ANY_REQUEST || requests[place] == wanted;
            if (at == sequence || (telling[place] && same)) {
                taken += found.add(at) ? 1 : 0;
            }
            long cause = causes[place];
            at = cause < at ? cause : 0;
        }
        return new ArrayList<>(found);
    }

    private boolean known(long sequence) {
        return sequence > 0 && sequence <= last && sequence > last - mask - 1;
    }

    private static Tells tells(TraceEvent event) {
        if (event instanceof NetworkEvent.FrameDelivered) {
            return Tells.A_FRAME;
        } else if (NOISE.contains(event.getClass())) {
            return Tells.NOTHING;
        } else if (event instanceof ClientEvent) {
            return Tells.OF_CLIENT_REQUEST;
        } else if (event instanceof ServerEvent) {
            return Tells.OF_SERVER_REQUEST;
        } else if (event instanceof SessionEvent.MessageSent || event instanceof SessionEvent.MessageReceived) {
            return Tells.OF_MESSAGE;
        }
        return Tells.SOMETHING;
    }

    private static int request(Tells tells, TraceEvent event) {
        if (tells == Tells.OF_CLIENT_REQUEST) {
            return hash(((ClientEvent) event).request());
        } else if (tells == Tells.OF_SERVER_REQUEST) {
            return hash(((ServerEvent) event).request());
        } else if (tells == Tells.OF_MESSAGE) {
            Message message = event instanceof SessionEvent.MessageSent sent
                    ? sent.message()
                    : ((SessionEvent.MessageReceived) event).message();
            return message instanceof Message.RequestMessage role ? hash(role.request()) : ANY_REQUEST;
        }
        return ANY_REQUEST;
    }

    /** Never {@link #ANY_REQUEST}. Two requests with one hash only make a list of causes longer. */
    private static int hash(String request) {
        return request.hashCode() | 1;
    }
}

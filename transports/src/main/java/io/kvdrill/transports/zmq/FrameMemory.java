package io.kvdrill.transports.zmq;

import zmq.Msg;
import zmq.msg.MsgAllocator;

/**
 * Memory for frames that arrive. JeroMQ compares a frame's announced length as a signed number and then cuts it to 32
 * bits, so lengths of 2<sup>63</sup> and more get past its own limit; left alone they would end its thread for want of
 * memory. Such a frame gets no memory and counts as empty, and what follows is read as the next frame: no more than its
 * sender could have sent anyway.
 */
final class FrameMemory implements MsgAllocator {
    private final int maxBytes;

    FrameMemory(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public Msg allocate(int size) {
        return new Msg(size >= 0 && size <= maxBytes ? size : 0);
    }
}

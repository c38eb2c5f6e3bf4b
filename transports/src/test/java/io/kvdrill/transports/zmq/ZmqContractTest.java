package io.kvdrill.transports.zmq;

import io.kvdrill.core.transport.contract.ControlTransportContract;
import io.kvdrill.core.transport.contract.ControlTransportFixture;

/** The control transport on ZeroMQ, over sockets of the loopback interface. */
class ZmqContractTest extends ControlTransportContract {

    @Override
    protected ControlTransportFixture newFixture() {
        return new ZmqFixture();
    }
}

package io.kvdrill.core.hardened;

import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;

/** Polls a transport, so that a loss is known to it, and tells the tier nothing. */
final class Ignoring implements ControlTransport.Listener {
    @Override
    public void onAccepted(Connection connection) {}

    @Override
    public void onReceived(Connection connection) {}

    @Override
    public void onLost(Connection connection) {}
}

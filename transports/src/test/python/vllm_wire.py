"""The sockets of vLLM's P2P tier, for scripts that stand in for a peer: a ROUTER that hears, a DEALER that speaks.

Needs python3-zmq and python3-msgpack.
"""

import msgpack
import zmq


class Wire:
    """What a peer says to `target`, and hears from it."""

    def __init__(self, target, patience_ms):
        self.target = target
        self.patience_ms = patience_ms
        context = zmq.Context()
        self.router = context.socket(zmq.ROUTER)
        self.me = f"127.0.0.1:{self.router.bind_to_random_port('tcp://127.0.0.1')}"
        self.dealer = context.socket(zmq.DEALER)
        for socket in (self.router, self.dealer):
            socket.setsockopt(zmq.LINGER, 0)
            socket.setsockopt(zmq.HEARTBEAT_IVL, 2000)
            socket.setsockopt(zmq.HEARTBEAT_TIMEOUT, 10000)
            socket.setsockopt(zmq.HEARTBEAT_TTL, 10000)
        self.dealer.setsockopt(zmq.IDENTITY, self.me.encode())
        self.dealer.connect(f"tcp://{target}")

    def send(self, kind, **fields):
        self.dealer.send(msgpack.packb({"type": kind, **fields}, use_bin_type=True))

    def receive(self, wait_ms=None):
        """The next message; None if none comes in time."""
        if not self.router.poll(self.patience_ms if wait_ms is None else wait_ms):
            return None
        identity, payload = self.router.recv_multipart()
        assert identity.decode() == self.target, (identity, self.target)
        return msgpack.unpackb(payload, raw=False)

    def expect(self, kind, **fields):
        message = self.receive()
        assert message is not None, f"no {kind} came"
        assert message["type"] == kind, message
        for name, value in fields.items():
            assert message[name] == value, (name, message)
        return message

    def expect_refusal(self, silence_ms):
        """Nothing follows the other side's connect."""
        answer = self.receive(silence_ms)
        while answer is not None:
            assert answer["type"] == "connect", answer
            answer = self.receive(silence_ms)

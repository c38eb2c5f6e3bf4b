"""The line protocol between kvdrill and a tier (docs/tier-protocol.md)."""

import json
import os
import sys

from . import frames

PROTOCOL = 1


class Refused(RuntimeError):
    """kvdrill answered a question with an error: the transport refused, as it may in production."""

    def __init__(self, kind, message):
        super().__init__(f"{kind}: {message}")
        self.kind = kind
        self.message = message


class TierError(Exception):
    """To be raised by a tier: an error that leaves the call and reaches the engine."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


class Host:
    """kvdrill as a tier sees it. Questions may be asked while a call is open, and only then."""

    def __init__(self, read, write):
        self._read = read
        self._write = write
        self.deadline = None
        """When the tier must be swept next, in nanoseconds of `now`; None for never. Set it before a call returns."""
        self.idle = False
        """Whether `serve` and `schedule_end` would do nothing until another call is made."""

    def ask(self, what, **fields):
        """Asks, and returns the answer.

        Raises Refused where kvdrill answers with an error.
        """
        fields["ask"] = what
        self._write(fields)
        answer = self._read()
        if answer is None:
            sys.exit(0)
        if "error" in answer:
            raise Refused(answer["error"], answer.get("message", ""))
        return answer.get("answer")


class Tier:
    """What a hosted tier implements. `call` holds the arguments of the call as docs/tier-protocol.md names them."""

    def __init__(self, host, call):
        """A life begins: `call` is that of `start`."""
        self.host = host

    def new_request(self, call):
        """Returns "block_level" or "request_level"."""
        return "block_level"

    def lookup(self, call):
        """Returns "HIT", "MISS" or "RETRY"."""
        return "MISS"

    def submit_store(self, call):
        raise NotImplementedError

    def submit_load(self, call):
        raise NotImplementedError

    def finish_request(self, call):
        pass

    def schedule_end(self, call):
        pass

    def serve(self, call):
        pass

    def sweep(self, call):
        """Returns results."""
        return []

    def drain(self, call):
        """Returns "again" or "done"."""
        return "done"

    def shutdown(self, call):
        """Returns "again" or "done"."""
        return "done"


OPS = ("new_request", "lookup", "submit_store", "submit_load", "finish_request", "serve", "schedule_end", "sweep",
       "drain", "shutdown")


class _Lines:
    """A JSON object a line."""

    def __init__(self, source, sink):
        self._source = source
        self._sink = sink
        self._encode = json.JSONEncoder(separators=(",", ":")).encode

    def read(self):
        line = self._source.readline()
        return json.loads(line) if line else None

    def write(self, message):
        self._sink.write(self._encode(message).encode() + b"\n")
        self._sink.flush()


class _Frames:
    """A msgpack map behind its length."""

    def __init__(self, source, sink):
        self._source = source
        self._sink = sink

    def read(self):
        return frames.read(self._source)

    def write(self, message):
        frames.write(self._sink, message)
        self._sink.flush()


class BadMessage(Exception):
    """What came is no message of the protocol."""


def _next(pipe):
    """The next message of kvdrill's; None at the end of the input."""
    try:
        message = pipe.read()
    except ValueError as error:
        raise BadMessage(str(error)) from error
    if message is not None and not isinstance(message, dict):
        raise BadMessage(f"expected an object, not {message!r}")
    return message


def run(make_tier, name, encoding="json"):
    """Speaks the protocol until kvdrill closes the input.

    make_tier(host, call) makes the tier of a life. What the tier prints goes to standard error, as standard output
    belongs to the protocol. The encoding may be "msgpack", where kvdrill offers that. What is no message of the protocol
    ends the process with status 2.
    """
    source = sys.stdin.buffer
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        pipe = _Lines(source, sink)
        hello = _next(pipe)
        if hello is None:
            return
        if not isinstance(hello.get("hello"), dict):
            raise BadMessage(f"expected a hello, not {hello!r}")
        greeting = {"protocol": PROTOCOL, "tier": name, "reset": True}
        if encoding != "json" and encoding in hello["hello"].get("encodings", ()):
            greeting["encoding"] = encoding
        pipe.write(greeting)
        _lives(make_tier, _Frames(source, sink) if greeting.get("encoding") == "msgpack" else pipe)
    except BadMessage as error:
        print(f"this is no message of kvdrill's: {error}", file=sys.stderr)
        sys.exit(2)


def _lives(make_tier, pipe):
    host = Host(lambda: _next(pipe), pipe.write)
    tier = None
    while True:
        call = _next(pipe)
        if call is None:
            return
        if "reset" in call:
            tier = None
            pipe.write({"reset": call["reset"]})
            continue
        if not isinstance(call.get("call"), int) or not isinstance(call.get("op"), str):
            raise BadMessage(f"expected a call or a reset, not {call!r}")
        answer = {"return": call["call"]}
        try:
            if call["op"] == "start":
                host.deadline = None
                host.idle = False
                tier = make_tier(host, call)
            elif call["op"] not in OPS:
                raise TierError("invalid_argument", f"there is no op {call['op']}")
            elif tier is None:
                raise TierError("invalid_argument", f"{call['op']} before start")
            else:
                answer["value"] = getattr(tier, call["op"])(call)
        except TierError as error:
            answer["raises"] = error.kind
            answer["message"] = str(error)
        answer["deadline"] = host.deadline
        answer["idle"] = host.idle
        pipe.write(answer)

"""The line protocol between kvdrill and a tier (docs/tier-protocol.md)."""

import json
import os
import sys

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


def run(make_tier, name):
    """Speaks the protocol until kvdrill closes the input.

    make_tier(host, call) makes the tier of a life. What the tier prints goes to standard error, as standard output
    belongs to the protocol.
    """
    source = sys.stdin.buffer
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    encode = json.JSONEncoder(separators=(",", ":")).encode

    def read():
        line = source.readline()
        return json.loads(line) if line else None

    def write(message):
        sink.write(encode(message).encode() + b"\n")
        sink.flush()

    hello = read()
    if hello is None:
        return
    write({"protocol": PROTOCOL, "tier": name, "reset": True})
    host = Host(read, write)
    tier = None
    while True:
        call = read()
        if call is None:
            return
        if "reset" in call:
            tier = None
            write({"reset": call["reset"]})
            continue
        answer = {"return": call["call"]}
        try:
            if call["op"] == "start":
                host.deadline = None
                host.idle = False
                tier = make_tier(host, call)
            else:
                answer["value"] = getattr(tier, call["op"])(call)
        except TierError as error:
            answer["raises"] = error.kind
            answer["message"] = str(error)
        answer["deadline"] = host.deadline
        answer["idle"] = host.idle
        write(answer)

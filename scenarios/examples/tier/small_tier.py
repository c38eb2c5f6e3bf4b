#!/usr/bin/env python3
"""A small tier: the producer/consumer path of the P2P protocol, in plain Python.

It greets peers, stores for whoever fetches, fetches, gives up after 30 s and aborts, and holds slots that a write may
still reach. It never asks a peer what it has: requests with a remote_kv_source are computed locally, and lookups of
others are answered with misses.

    kvdrill run peer-death --tier decode='python3 scenarios/examples/tier/small_tier.py'
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "adapters", "python"))

from kvdrill_tier.host import Refused, Tier, run  # noqa: E402

SECOND = 1_000_000_000
LOAD_TIMEOUT = 30 * SECOND
ABORT_TIMEOUT = 10 * SECOND
PARKED_TIMEOUT = 60 * SECOND


def text(value):
    return isinstance(value, str)


def whole(value):
    return type(value) is int and 0 <= value < 1 << 63


def truth(value):
    return isinstance(value, bool)


def texts(value):
    return isinstance(value, list) and all(map(text, value))


def wholes(value):
    return isinstance(value, list) and all(map(whole, value))


ROUND = {"kv_request_id": text, "round_seq": whole}
FIELDS = {  # of the messages of a peer: what must be in them
    "connect": {"agent_metadata": text, "base_addr": whole, "num_blocks": whole, "block_len": whole, "hash_seed": text},
    "fetch": {**ROUND, "keys": texts, "block_indexes": wholes},
    "lookup": {"kv_request_id": text, "keys": texts},
    "transfer_done": {**ROUND, "success": truth},
    "abort_fetch": ROUND,
    "abort_ack": ROUND,
}


class Session:
    """One connection to a peer."""

    def __init__(self, peer, connection):
        self.peer = peer
        self.connection = connection
        self.alive = True
        self.ready = False  # the peer has acknowledged our connect
        self.waiting = []  # messages until then
        self.registration = None
        self.registering = None
        self.rounds = {}  # fetches of the peer: (id, round) -> Round
        self.aborting = {}  # (id, round) -> when to give up waiting for its writes


class Round:
    """What a peer fetches."""

    def __init__(self, message):
        self.wanted = dict(zip(message["keys"], message["block_indexes"]))
        self.running = {}  # transfer -> store jobs
        self.failed = False


class Load:
    """A load of ours."""

    def __init__(self, job, session, request, round_seq, now):
        self.job = job
        self.session = session
        self.request = request
        self.round = round_seq
        self.deadline = now + LOAD_TIMEOUT
        self.reported = False


class Store:
    """A store of ours, whose blocks wait to be fetched."""

    def __init__(self, job, request, blocks, now):
        self.job = job
        self.request = request
        self.blocks = blocks  # key -> slot, those not yet written
        self.running = 0
        self.ok = True
        self.deadline = now + PARKED_TIMEOUT
        self.reported = False


class SmallTier(Tier):
    def __init__(self, host, call):
        super().__init__(host, call)
        self.local = call
        self.sessions = {}  # peer -> Session
        self.by_connection = {}
        self.requests = {}  # number -> (source, destination id)
        self.loads = {}  # job -> Load
        self.stores = {}  # job -> Store
        self.next_round = {}  # (peer, id) -> round
        self.failed = set()  # (peer, id) of loads that failed: the rest is computed locally
        self.results = []
        self.transfers = {}  # transfer -> (Session, (id, round), stores)
        self.fencing = {}  # registration -> loads that wait for its fence
        self.now = call["now"]
        self.settle()

    # ---- the engine's calls

    def new_request(self, call):
        self.now = call["now"]
        params = call["kv_transfer_params"] or {}
        source = self.source(params.get("remote_prefiller"))
        decoder = params.get("remote_decoder")
        destination = decoder.get("kv_request_id") if isinstance(decoder, dict) else None
        if source and source[0] not in self.sessions:
            try:
                self.open(source[0], self.host.ask("dial", peer=source[0]))
            except Refused as error:
                print(f"cannot dial {source[0]}: {error}", file=sys.stderr)
        self.requests[call["request"]] = (source, destination)
        self.settle()
        return "request_level" if destination else "block_level"

    @staticmethod
    def source(params):
        """(peer, id) of what a router sent; None where it says nothing that can be used."""
        try:
            return f"{params['remote_host']}:{int(params['remote_port'])}", params["kv_request_id"]
        except (KeyError, TypeError, ValueError):
            if params:
                print(f"no source: {params!r}", file=sys.stderr)
            return None

    def lookup(self, call):
        source = self.requests[call["request"]][0]
        return "HIT" if source and source[0] in self.sessions and source not in self.failed else "MISS"

    def submit_load(self, call):
        self.now = call["now"]
        source = self.requests[call["request"]][0]
        session = self.sessions.get(source[0]) if source else None
        if session is None:
            self.finish(call["job"], False, "no session")
        else:
            number = self.next_round.get(source, 0)
            self.next_round[source] = number + 1
            self.loads[call["job"]] = Load(call["job"], session, source[1], number, self.now)
            self.send(session, {"type": "fetch", "kv_request_id": source[1], "keys": call["keys"],
                                "block_indexes": call["slots"], "round_seq": number})
        self.settle()

    def submit_store(self, call):
        self.now = call["now"]
        destination = self.requests[call["request"]][1]
        if destination is None:
            self.finish(call["job"], True, "nobody will ask for it")
        else:
            store = Store(call["job"], destination, dict(zip(call["keys"], call["slots"])), self.now)
            self.stores[store.job] = store
            self.match(destination)
        self.settle()

    def finish_request(self, call):
        self.now = call["now"]
        source = self.requests.pop(call["request"], (None, None))[0]
        if source:
            self.failed.discard(source)
            for load in list(self.loads.values()):
                if (load.session.peer, load.request) == source and not load.reported:
                    self.abort(load, "the request finished")
        self.settle()

    def sweep(self, call):
        self.now = call["now"]
        self.poll(call.get("control", {}), call.get("data", {}))
        results = self.results
        self.results = []
        self.settle()
        return results

    def drain(self, call):
        self.now = call["now"]
        self.poll(call.get("control", {}), call.get("data", {}))
        if any(session.rounds for session in self.sessions.values()) or self.loads:
            return "again"
        for store in list(self.stores.values()):
            self.end_store(store, False, "drained")
        self.settle()
        return "done"

    def shutdown(self, call):
        for session in list(self.sessions.values()):
            self.say(session, {"type": "disconnect"})
            self.host.ask("close_connection", connection=session.connection)
        self.host.ask("close_control")
        self.host.ask("close_data")
        return "done"

    # ---- one sweep

    def poll(self, control, data):
        for accepted in control.get("accepted", ()):
            if accepted["peer"] in self.sessions:
                self.host.ask("close_connection", connection=accepted["connection"])
            else:
                session = self.open(accepted["peer"], accepted["connection"])
                self.receive(session)
        for connection in control.get("received", ()):
            if connection in self.by_connection:
                self.receive(self.by_connection[connection])
        for connection in control.get("lost", ()):
            if connection in self.by_connection:
                self.by_connection[connection].alive = False
        for settled in data.get("settled", ()):
            for session in self.sessions.values():
                if session.registering == settled["registration"] and session.registration is None:
                    self.registered(session, settled)
        for registration in data.get("completed", ()):
            for transfer, ok in self.host.ask("collect", registration=registration):
                self.written(transfer, ok)
        for registration in data.get("fenced", ()):
            for load in self.fencing.pop(registration, ()):
                self.release(load, "fenced")
        for session in list(self.sessions.values()):
            if not session.alive:
                self.close(session)
        self.expire()

    def open(self, peer, connection):
        session = Session(peer, connection)
        self.sessions[peer] = session
        self.by_connection[connection] = session
        self.say(session, {"type": "connect", "peer_id": self.local["local"],
                           "agent_metadata": self.local["agent_metadata"], "base_addr": self.local["base_addr"],
                           "num_blocks": self.local["num_blocks"], "block_len": self.local["block_len"],
                           "config_fingerprint": self.local["fingerprint"], "hash_seed": self.local["hash_seed"]})
        return session

    def receive(self, session):
        for message in self.host.ask("receive", connection=session.connection):
            handler = getattr(self, "on_" + str(message.get("type")), None) if isinstance(message, dict) else None
            if handler is not None and session.alive:
                wrong = [name for name, right in FIELDS.get(message["type"], {}).items() if not right(message.get(name))]
                if wrong:
                    print(f"{session.peer} breaks the protocol: {', '.join(wrong)} of {message!r}", file=sys.stderr)
                    self.say(session, {"type": "disconnect"})
                    session.alive = False
                else:
                    handler(session, message)

    def close(self, session):
        """The peer is gone: nothing more is promised to it, or by it."""
        del self.sessions[session.peer]
        del self.by_connection[session.connection]
        self.host.ask("close_connection", connection=session.connection)
        running = [t for t, (owner, _, _) in self.transfers.items() if owner is session]
        if running:
            still = self.host.ask("cancel", transfers=running, mode="wait")
            for transfer in running:
                if transfer not in still:
                    self.written(transfer, False)
        fences = self.local["data"]["fences_inbound"] and session.registering is not None
        for load in [load for load in self.loads.values() if load.session is session]:
            if not load.reported:
                self.fail(load, "the peer is gone")
            if fences:
                self.fencing.setdefault(session.registering, []).append(load)
            else:
                load.deadline = self.now + ABORT_TIMEOUT
        if session.registering is not None:
            if session.registering in self.fencing:
                self.host.ask("fence", registration=session.registering)
            self.host.ask("remove", registration=session.registering)

    def expire(self):
        for load in list(self.loads.values()):
            if self.now < load.deadline or any(load in waiting for waiting in self.fencing.values()):
                continue
            if load.reported:
                self.release(load, "timeout")
            else:
                self.abort(load, "load timeout")
        for store in list(self.stores.values()):
            if not store.reported and store.running == 0 and self.now >= store.deadline:
                self.end_store(store, False, "nobody fetched it")
        for session in self.sessions.values():
            for key, deadline in list(session.aborting.items()):
                current = session.rounds.get(key)
                if current and self.now >= deadline:
                    self.host.ask("cancel", transfers=list(current.running), mode="immediate")
                    for transfer in list(current.running):
                        self.written(transfer, False)
                self.acknowledge(session, key)

    # ---- messages

    def on_connect(self, session, message):
        if (message["hash_seed"] != self.local["hash_seed"] or message["block_len"] != self.local["block_len"]
                or session.registering is not None):
            session.alive = False
            return
        registered = self.host.ask("register", peer=session.peer, mode="background",
                                   **{name: message[name] for name in
                                      ("agent_metadata", "base_addr", "num_blocks", "block_len")})
        session.registering = registered["registration"]
        if registered["state"] != "pending":
            self.registered(session, registered)

    def registered(self, session, registered):
        if registered["state"] != "ready":
            session.alive = False
            return
        session.registration = session.registering
        self.say(session, {"type": "connect_ack", "peer_id": self.local["local"]})
        for key in list(session.rounds):
            self.match(key[0])

    def on_connect_ack(self, session, message):
        session.ready = True
        waiting, session.waiting = session.waiting, []
        for each in waiting:
            self.say(session, each)

    def on_disconnect(self, session, message):
        session.alive = False

    def on_lookup(self, session, message):
        self.send(session, {"type": "lookup_resp", "kv_request_id": message["kv_request_id"],
                            "keys": message["keys"], "hits": [False] * len(message["keys"])})

    def on_fetch(self, session, message):
        if message["keys"]:
            session.rounds[message["kv_request_id"], message["round_seq"]] = Round(message)
            self.match(message["kv_request_id"])

    def on_transfer_done(self, session, message):
        load = self.load_of(session, message)
        if load is None:
            return
        if load.reported:
            self.release(load, "peer_trusted")
        else:
            del self.loads[load.job]
            if not message["success"]:
                self.failed.add((load.session.peer, load.request))
            self.finish(load.job, message["success"], "" if message["success"] else "the peer failed it")

    def on_abort_fetch(self, session, message):
        key = (message["kv_request_id"], message["round_seq"])
        current = session.rounds.get(key)
        if current is not None:
            current.wanted.clear()
            if current.running:
                still = self.host.ask("cancel", transfers=list(current.running), mode="wait")
                for transfer in list(current.running):
                    if transfer not in still:
                        self.written(transfer, False)
        session.aborting[key] = self.now + ABORT_TIMEOUT
        self.acknowledge(session, key)

    def on_abort_ack(self, session, message):
        load = self.load_of(session, message)
        if load is not None and load.reported:
            self.release(load, "peer_trusted")

    def load_of(self, session, message):
        for load in self.loads.values():
            if load.session is session and load.request == message["kv_request_id"] \
                    and load.round == message["round_seq"]:
                return load
        return None

    # ---- serving

    def match(self, request):
        """Writes what one of our stores has and a peer wants."""
        for session in self.sessions.values():
            for key, current in list(session.rounds.items()):
                if key[0] != request or session.registration is None or key in session.aborting:
                    continue
                local, remote, stores = [], [], []
                for store in self.stores.values():
                    for block in [b for b in store.blocks if store.request == request and b in current.wanted]:
                        local.append(store.blocks.pop(block))
                        remote.append(current.wanted.pop(block))
                        if store not in stores:
                            stores.append(store)
                if local:
                    self.write(session, key, current, local, remote, stores)

    def write(self, session, key, current, local, remote, stores):
        try:
            transfer = self.host.ask("write", registration=session.registration, local=local, remote=remote)
        except Refused:
            transfer = None
        if transfer is None:
            current.failed = True
            for store in stores:
                store.ok = False
                self.settle_store(store)
            self.settle_round(session, key)
            return
        self.transfers[transfer] = (session, key, stores)
        current.running[transfer] = stores
        for store in stores:
            store.running += 1

    def written(self, transfer, ok):
        session, key, stores = self.transfers.pop(transfer)
        for store in stores:
            store.running -= 1
            store.ok = store.ok and ok
            self.settle_store(store)
        current = session.rounds.get(key)
        if current is not None:
            del current.running[transfer]
            current.failed = current.failed or not ok
            self.settle_round(session, key)

    def settle_store(self, store):
        if store.running == 0 and not store.reported and (not store.blocks or not store.ok):
            self.end_store(store, store.ok, "" if store.ok else "a write failed")

    def end_store(self, store, ok, reason):
        store.reported = True
        del self.stores[store.job]
        self.finish(store.job, ok, reason)

    def settle_round(self, session, key):
        current = session.rounds[key]
        if current.running or (current.wanted and not current.failed):
            return
        if key in session.aborting:
            self.acknowledge(session, key)
            return
        del session.rounds[key]
        self.send(session, {"type": "transfer_done", "kv_request_id": key[0], "round_seq": key[1],
                            "success": not current.failed})

    def acknowledge(self, session, key):
        current = session.rounds.get(key)
        if key in session.aborting and (current is None or not current.running):
            del session.aborting[key]
            session.rounds.pop(key, None)
            self.send(session, {"type": "abort_ack", "kv_request_id": key[0], "round_seq": key[1]})

    # ---- results

    def abort(self, load, reason):
        waiting = [m for m in load.session.waiting
                   if m["type"] == "fetch" and m["kv_request_id"] == load.request and m["round_seq"] == load.round]
        if waiting:  # it never left
            load.session.waiting.remove(waiting[0])
            del self.loads[load.job]
            self.finish(load.job, False, reason)
            return
        self.fail(load, reason)
        load.deadline = self.now + ABORT_TIMEOUT
        self.send(load.session, {"type": "abort_fetch", "kv_request_id": load.request, "round_seq": load.round})

    def fail(self, load, reason):
        """The load is over, but a write may still reach its slots."""
        load.reported = True
        self.failed.add((load.session.peer, load.request))
        self.results.append({"job": load.job, "success": False, "slots_held": True, "reason": reason})

    def release(self, load, proof):
        del self.loads[load.job]
        self.results.append({"released": load.job, "proof": proof})

    def finish(self, job, ok, reason):
        self.results.append({"job": job, "success": ok, "reason": reason})

    # ---- sending

    def send(self, session, message):
        if session.ready:
            self.say(session, message)
        else:
            session.waiting.append(message)

    def say(self, session, message):
        if not session.alive:
            return
        try:
            self.host.ask("send", connection=session.connection, msg=message)
        except Refused:
            session.alive = False

    def settle(self):
        """Says when the next sweep is due. Nothing is ever asked of the parent, or kept for the end of a step."""
        deadlines = [load.deadline for load in self.loads.values()]
        deadlines += [store.deadline for store in self.stores.values() if store.running == 0]
        for session in self.sessions.values():
            deadlines += session.aborting.values()
            if not session.alive:
                deadlines.append(self.now)
        if self.results:
            deadlines.append(self.now)
        self.host.deadline = min(deadlines, default=None)
        self.host.idle = True


if __name__ == "__main__":
    run(SmallTier, "small tier", encoding="msgpack" if "--msgpack" in sys.argv[1:] else "json")

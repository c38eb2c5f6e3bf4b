"""Control and data transports in the shape that vLLM's P2P tier expects, answered by kvdrill."""

from .host import Refused


def to_python(value, field=""):
    """A message as kvdrill spells it (conformance-format.md, section 4) in Python's types."""
    if isinstance(value, dict):
        if len(value) == 1 and "hex" in value:
            return bytes.fromhex(value["hex"])
        return {name: to_python(each, name) for name, each in value.items()}
    if isinstance(value, list):
        return [_element(each) if field == "keys" else to_python(each) for each in value]
    return bytes.fromhex(value) if field == "agent_metadata" and isinstance(value, str) else _text(value, field)


def _element(value):
    if isinstance(value, str):
        return bytes.fromhex(value)
    return _text(value, "keys") if isinstance(value, dict) and set(value) == {"str"} else to_python(value)


def _text(value, field):
    return value["str"] if field in ("keys", "agent_metadata") and isinstance(value, dict) else value


def to_json(value, field=""):
    """The reverse of to_python."""
    bytes_by_default = field in ("keys", "agent_metadata")
    if isinstance(value, (bytes, bytearray, memoryview)):
        digits = bytes(value).hex()
        return digits if bytes_by_default else {"hex": digits}
    if isinstance(value, str):
        return {"str": value} if bytes_by_default else value
    if isinstance(value, dict):
        return {name: to_json(each, name) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(each, field if field == "keys" else "") for each in value]
    if value is None or isinstance(value, (bool, float)):
        return value
    return int(value)


class Connection:
    """What vLLM calls a ControlConnection."""

    def __init__(self, host, number, peer_id):
        self.peer_id = peer_id
        self.number = number
        self._host = host
        self._dead = False
        self._closed = False
        self._has_mail = False

    @property
    def alive(self):
        return not (self._dead or self._closed)

    def send(self, msg):
        if not self.alive:
            raise Refused("send_failed", f"send on closed connection to {self.peer_id}")
        self._host.ask("send", connection=self.number, msg=to_json(msg))

    def recv(self):
        if not self._has_mail:
            return ()
        self._has_mail = False
        return [to_python(each) for each in self._host.ask("receive", connection=self.number)]

    def mark_dead(self):
        if not self._dead:
            self._dead = True
            self._host.ask("mark_dead", connection=self.number)

    def close(self):
        if not self._closed:
            self._closed = True
            self._dead = True
            self._host.ask("close_connection", connection=self.number)


class ControlTransport:
    """What vLLM calls a ControlTransport. A sweep brings the news of its first poll."""

    def __init__(self, host):
        self._host = host
        self._connections = {}  # number -> Connection
        self._registered = {}  # peer -> the latest
        self._news = None

    def brings(self, news):
        """What the next poll finds."""
        self._news = news

    def connect(self, peer_id):
        existing = self._registered.get(peer_id)
        assert existing is None or not existing.alive, f"connection to {peer_id} already exists"
        return self._new(self._host.ask("dial", peer=peer_id), peer_id)

    def poll(self):
        news, self._news = self._news, None
        if news is None:
            news = self._host.ask("poll_control")
        for number in news.get("received", ()):
            self._connections[number]._has_mail = True
        for number in news.get("lost", ()):
            self._connections[number]._dead = True
        accepted = [self._new(each["connection"], each["peer"]) for each in news.get("accepted", ())]
        for connection in accepted:
            connection._has_mail = True
        return accepted

    def _new(self, number, peer_id):
        connection = Connection(self._host, number, peer_id)
        self._connections[number] = connection
        self._registered[peer_id] = connection
        return connection

    def close(self):
        self._host.ask("close_control")


class DataTransport:
    """What vLLM calls a DataTransport."""

    def __init__(self, host, life, poll_result):
        self._host = host
        self._poll_result = poll_result
        self.base_addr = life["base_addr"]
        self.num_blocks = life["num_blocks"]
        self.block_len = life["block_len"]
        self.config_fingerprint = life["fingerprint"]
        self._metadata = bytes.fromhex(life["agent_metadata"])
        self._current = {}  # peer -> its registration
        self._all = {}  # peer -> all that it ever had
        self._completed = set()  # registrations with something to collect

    def brings(self, news):
        """What the first poll of a sweep found."""
        self._completed.update(news.get("completed", ()))

    def get_agent_metadata(self):
        return self._metadata

    def add_remote_peer(self, peer_id, agent_metadata, base_addr, num_blocks, block_len):
        answer = self._host.ask("register", peer=peer_id, agent_metadata=bytes(agent_metadata).hex(),
                                base_addr=base_addr, num_blocks=num_blocks, block_len=block_len, mode="inline")
        if answer["state"] == "rejected":
            raise ValueError(answer.get("failure", "rejected"))
        if answer["state"] != "ready":
            raise RuntimeError(answer.get("failure", answer["state"]))
        self._current[peer_id] = answer["registration"]
        self._all.setdefault(peer_id, []).append(answer["registration"])

    def remove_remote_peer(self, peer_id):
        registration = self._current.pop(peer_id, None)
        if registration is not None:
            self._host.ask("remove", registration=registration)

    def write_blocks(self, peer_id, local_idxs, remote_idxs):
        return self._host.ask("write", registration=self._current.get(peer_id), peer=peer_id,
                              local=[int(i) for i in local_idxs], remote=[int(i) for i in remote_idxs])

    def poll(self, peer_id=None):
        ended = []
        if peer_id is None:
            self.brings(self._host.ask("poll_data"))
            if self._completed:
                self._completed.clear()
                ended = self._host.ask("collect_all")
        else:
            for registration in self._all.get(peer_id, ()):
                if registration in self._completed:
                    self._completed.discard(registration)
                    ended += self._host.ask("collect", registration=registration)
        return self._poll_result(done=[t for t, ok in ended if ok], failed=[t for t, ok in ended if not ok])

    def cancel(self, transfer_ids, mode="immediate"):
        transfers = [int(t) for t in transfer_ids]
        return self._host.ask("cancel", transfers=transfers, mode=mode) if transfers else []

    def close(self):
        self._host.ask("close_data")

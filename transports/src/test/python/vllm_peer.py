"""The consumer side of vLLM's P2P tier, in as few lines as show it: a ROUTER that hears, a DEALER that speaks.

Usage: vllm_peer.py HOST:PORT CASE, where CASE is "whole" or a field of connect to get wrong.
Needs python3-zmq and python3-msgpack. Exits 0 if the other side did as expected.
"""

import sys
import time

import msgpack
import zmq

PATIENCE_MS = 60_000
SILENCE_MS = 1_000
WRONG = {"hash_seed": "other", "block_len": 1, "config_fingerprint": "fedcba9876543210"}

target, case = sys.argv[1], sys.argv[2]
context = zmq.Context()
router = context.socket(zmq.ROUTER)
port = router.bind_to_random_port("tcp://127.0.0.1")
me = f"127.0.0.1:{port}"
dealer = context.socket(zmq.DEALER)
for socket in (router, dealer):
    socket.setsockopt(zmq.LINGER, 0)
    socket.setsockopt(zmq.HEARTBEAT_IVL, 2000)
    socket.setsockopt(zmq.HEARTBEAT_TIMEOUT, 10000)
    socket.setsockopt(zmq.HEARTBEAT_TTL, 10000)
dealer.setsockopt(zmq.IDENTITY, me.encode())
dealer.connect(f"tcp://{target}")


def send(kind, **fields):
    dealer.send(msgpack.packb({"type": kind, **fields}, use_bin_type=True))


def receive(wait_ms=PATIENCE_MS):
    if not router.poll(wait_ms):
        return None
    identity, payload = router.recv_multipart()
    assert identity.decode() == target, (identity, target)
    return msgpack.unpackb(payload, raw=False)


def expect(kind, **fields):
    message = receive()
    assert message is not None, f"no {kind} came"
    assert message["type"] == kind, message
    for name, value in fields.items():
        assert message[name] == value, (name, message)
    return message


def key(name):
    return name.encode() + (0).to_bytes(4, "big")


connect = dict(
    peer_id=me,
    agent_metadata=b"me",
    base_addr=1 << 47,
    num_blocks=4096,
    block_len=4096,
    config_fingerprint="0123456789abcdef",
    hash_seed="vllm-none-hash",
)
if case in WRONG:
    connect[case] = WRONG[case]
send("connect", **connect)

if case in WRONG:
    answer = receive(SILENCE_MS)
    while answer is not None:
        assert answer["type"] == "connect", answer
        answer = receive(SILENCE_MS)
    print("refused")
    sys.exit(0)

expect("connect", peer_id=target, hash_seed="vllm-none-hash", block_len=4096)
expect("connect_ack", peer_id=target)
send("connect_ack", peer_id=me)

keys = [key("a"), key("b"), key("absent")]
send("lookup", kv_request_id="r1", keys=keys, round_seq=0)
hits = {}
while len(hits) < len(keys):
    answer = expect("lookup_resp", kv_request_id="r1")
    hits.update(zip(answer["keys"], answer["hits"]))
assert hits == {keys[0]: True, keys[1]: True, keys[2]: False}, hits
send("fetch", kv_request_id="r1", keys=keys[:2], block_indexes=[7, 8], round_seq=0)
expect("transfer_done", kv_request_id="r1", round_seq=0, success=True)
send("fetch", kv_request_id="r1", keys=[], block_indexes=[], round_seq=1)

send("lookup", kv_request_id="held", keys=keys[:1], round_seq=0)
expect("lookup_resp", kv_request_id="held", hits=[True])
send("fetch", kv_request_id="held", keys=keys[:1], block_indexes=[9], round_seq=0)
send("abort_fetch", kv_request_id="held", round_seq=0)
expect("abort_ack", kv_request_id="held", round_seq=0)

send("disconnect")
time.sleep(0.2)
print("done")

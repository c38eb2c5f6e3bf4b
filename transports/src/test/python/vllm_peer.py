"""The consumer side of vLLM's P2P tier, in as few lines as show it.

Usage: vllm_peer.py HOST:PORT CASE, where CASE is "whole" or a field of connect to get wrong.
Needs python3-zmq and python3-msgpack. Exits 0 if the other side did as expected.
"""

import sys
import time

from vllm_wire import Wire

PATIENCE_MS = 60_000
SILENCE_MS = 1_000
WRONG = {"hash_seed": "other", "block_len": 1, "config_fingerprint": "fedcba9876543210"}

target, case = sys.argv[1], sys.argv[2]
wire = Wire(target, PATIENCE_MS)
me, send, expect = wire.me, wire.send, wire.expect


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
    wire.expect_refusal(SILENCE_MS)
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

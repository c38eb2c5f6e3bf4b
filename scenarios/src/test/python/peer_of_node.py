"""A consumer as vLLM's P2P tier is one, on libzmq, with a region that a node of kvdrill can write to.

Usage: peer_of_node.py TARGET API DIRECTORY KEYS CASE, where TARGET is the node's HOST:PORT, API the URL of its HTTP API,
DIRECTORY where regions lie, KEYS the names of the blocks of the prompt {"r1": 64} in hexadecimal, separated by commas,
and CASE "whole" or a field of connect to get wrong.
Needs python3-zmq and python3-msgpack. Exits 0 if the node did as expected.
"""

import json
import os
import struct
import sys
import time
import urllib.request
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "transports" / "src" / "test" / "python"))

from vllm_wire import Wire  # noqa: E402

PATIENCE_MS = 20_000
SILENCE_MS = 700
BLOCK = 4096
BLOCKS = 16
WRONG = {"hash_seed": "other", "block_len": 8192, "config_fingerprint": "fedcba9876543210"}

target, api, directory, keys, case = sys.argv[1:]
keys = [bytes.fromhex(key) for key in keys.split(",")]

# The region: header, lanes, seals, blocks (docs/transports.md).
seals = 4096 + 512 * 64
first_block = (seals + BLOCKS * 8 + 4095) // 4096 * 4096
life = int.from_bytes(os.urandom(7), "big") + 1
name = f"{uuid.uuid4()}.region"
path = os.path.join(directory, name)
os.makedirs(directory, mode=0o700, exist_ok=True)
with open(path, "wb") as region:
    region.write(struct.pack("=5q", 0x4B56_4452_4547_4E31, 1, life, BLOCK, BLOCKS))
    region.truncate(first_block + BLOCKS * BLOCK)

wire = Wire(target, PATIENCE_MS)
me, send, receive, expect = wire.me, wire.send, wire.receive, wire.expect


def ask(body):
    request = urllib.request.Request(f"{api}/v1/completions", json.dumps(body).encode(), method="POST")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def main():
    connect = dict(
        peer_id=me,
        agent_metadata=f"kvdrill-shm 1 {name} {life:x}".encode(),
        base_addr=first_block,
        num_blocks=BLOCKS,
        block_len=BLOCK,
        config_fingerprint="0123456789abcdef",
        hash_seed="vllm-none-hash",
    )
    if case in WRONG:
        connect[case] = WRONG[case]
    send("connect", **connect)
    if case in WRONG:
        wire.expect_refusal(SILENCE_MS)
        print("refused")
        return
    handshake = [receive()["type"], receive()["type"]]
    assert handshake == ["connect", "connect_ack"], handshake
    send("connect_ack", peer_id=me)

    # As a router does: the producer computes, and the consumer fetches what it has computed.
    answer = ask({"prompt": {"r1": 64}, "kv_transfer_params": {"remote_decoder": {"kv_request_id": "r1"}}})
    assert answer["finish_reason"] == "done", answer
    send("fetch", kv_request_id="r1", keys=keys, block_indexes=[3, 5, 7, 9], round_seq=0)
    expect("transfer_done", kv_request_id="r1", round_seq=0, success=True)
    with open(path, "rb") as region:
        for key, slot in zip(keys, [3, 5, 7, 9]):
            region.seek(first_block + slot * BLOCK)
            assert key in region.read(BLOCK), f"slot {slot} does not hold its block"
            region.seek(seals + slot * 8)
            assert region.read(8) != bytes(8), f"slot {slot} is not sealed"
    send("fetch", kv_request_id="r1", keys=[], block_indexes=[], round_seq=1)

    send("lookup", kv_request_id="r2", keys=keys + [b"nobody has this"], round_seq=0)
    hits = {}
    while len(hits) < len(keys) + 1:
        answer = expect("lookup_resp", kv_request_id="r2")
        hits.update(zip(answer["keys"], answer["hits"]))
    assert list(hits.values()) == [True] * len(keys) + [False], hits
    send("fetch", kv_request_id="r2", keys=[], block_indexes=[], round_seq=1)

    send("fetch", kv_request_id="held", keys=keys[:1], block_indexes=[11], round_seq=0)
    send("abort_fetch", kv_request_id="held", round_seq=0)
    expect("abort_ack", kv_request_id="held", round_seq=0)
    send("disconnect")
    time.sleep(0.2)
    print("done")


try:
    main()
finally:
    os.unlink(path)

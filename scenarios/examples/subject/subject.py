#!/usr/bin/env python3
"""A minimal subject for `kvdrill conform --subject`; the protocol is in docs/subject-protocol.md.

It has no tier in it: it reads options as the P2P tier does, computes fingerprints and block keys, and says of every
other step that it cannot play it. To hold a tier of your own against the vectors, add an op_… method for each op of
FORMAT.md section 6, with doubles as in section 5.
"""

import hashlib
import json
import math
import sys
import uuid


class Unsupported(Exception):
    """This subject does not do that."""


class Subject:
    NAME = "example subject"

    def begin(self, vector, reference, config):
        self.october = reference == "vllm-2026-10"

    def step(self, op, arguments):
        method = getattr(self, "op_" + op, None)
        if method is None:
            raise Unsupported(f"{op} is not implemented")
        return method(**arguments)

    def op_has_pending_work(self):
        # The tier keeps its engine stepping: messages can arrive at any time.
        return {"returns": True}

    def op_construct(self, options=None, env=None, dp_index=0):
        try:
            return {"returns": self.construct(options or {}, env or {}, dp_index)}
        except ValueError:
            return {"returns": {"raises": "invalid_argument"}}

    def construct(self, options, env, dp_index):
        if self.october and options.get("backpressure_detector") is not None:
            raise ValueError("this tier takes no backpressure detector")
        host = options.get("host")
        if host is None:
            host = env.get("VLLM_P2P_SIDE_CHANNEL_HOST", "localhost")
        port = options.get("port")
        if port is None:
            port = env.get("VLLM_P2P_SIDE_CHANNEL_PORT", 5710)
        port = int(port) + dp_index
        backends = options.get("backends") or ["UCX"]
        agent_name = str(uuid.uuid4())
        built = {
            "local_id": f"{host}:{port}",
            "bind": [host, port],
            "backends": backends if any(name != "UCX" for name in backends) else None,
            "num_threads": int(options.get("num_threads", 4)),
            "agent_name_is_uuid4": uuid.UUID(agent_name).version == 4,
        }
        if self.october:
            built["unbound_store_timeout_ms"] = self.timeout_ms(options.get("unbound_store_timeout_s", 60.0))
        return built

    @staticmethod
    def timeout_ms(option):
        try:
            seconds = float(option)
        except TypeError as error:
            raise ValueError(str(error)) from error
        if math.isnan(seconds) or seconds <= 0:
            raise ValueError("unbound_store_timeout_s must be above 0")
        return "inf" if math.isinf(seconds) else round(seconds * 1000)

    def op_fingerprint(self, run_config, params=None):
        if not run_config:
            return {"returns": ""}
        canonical = json.dumps(run_config, sort_keys=True, separators=(",", ":"))
        return {"returns": hashlib.sha256(canonical.encode()).hexdigest()[:16]}

    def op_block_key(self, hash, group):
        return {"returns": hash + group.to_bytes(4, "big").hex()}


def answer(subject, line):
    if "hello" in line:
        return {"protocol": 1, "subject": subject.NAME}
    if "begin" in line:
        subject.begin(**line["begin"])
        return {}
    if "step" in line:
        step = line["step"]
        arguments = {name: value for name, value in step.items() if name not in ("index", "op")}
        try:
            return subject.step(step["op"], arguments)
        except Unsupported as reason:
            return {"unsupported": str(reason)}
    return {}


def main():
    subject = Subject()
    for line in sys.stdin:
        print(json.dumps(answer(subject, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()

"""vLLM's P2P secondary tier under kvdrill, from a checkout of the user's own.

    PYTHONPATH=.../scenarios/adapters/python:/path/to/vllm python3 -m kvdrill_tier.vllm

docs/your-own-tier.md lists what is imported from vLLM and what is put in its place.
"""

import heapq
import importlib
import os
import sys
from collections import namedtuple

from .clock import Clock
from .doubles import ControlTransport, DataTransport
from .host import Refused, Tier, TierError, run

PACKAGE = "vllm.v1.kv_offload.tiering.p2p"
SECOND = 1_000_000_000
CHAIN = 2
"""How many time limits can run out one after the other without anything that shows: a load's, and its abort's."""

PollResult = namedtuple("PollResult", ["done", "failed"])


class Vllm:
    """The modules of a checkout, with kvdrill's doubles in them."""

    def __init__(self):
        self.clock = Clock()
        self.clock.install()
        self.base = importlib.import_module("vllm.v1.kv_offload.base")
        self.tiering = importlib.import_module("vllm.v1.kv_offload.tiering.base")
        self.manager = importlib.import_module(PACKAGE + ".manager")
        self.life = None
        self.control = None
        self.data = None
        self._put("ZmqTransport", lambda *args, **kwargs: self.control)
        self._put("NixlTransport", lambda *args, **kwargs: self.data)
        self._put("FileMapper", _NoRunConfig)
        self._put("get_none_hash_seed", lambda: self.life["hash_seed"])
        self.delays = self._delays()

    def _put(self, name, double):
        if not hasattr(self.manager, name):
            raise SystemExit(f"{PACKAGE}.manager has no {name}: this vLLM differs from the ones this adapter knows; "
                             "see docs/your-own-tier.md")
        setattr(self.manager, name, double)

    @staticmethod
    def _delays():
        """All time limits of the tier, in nanoseconds: module constants whose names end in TIMEOUT_S."""
        delays = set()
        for name, module in list(sys.modules.items()):
            if name.startswith(PACKAGE) and module is not None:
                for constant, value in vars(module).items():
                    if constant.endswith("TIMEOUT_S") and isinstance(value, (int, float)):
                        delays.add(round(value * SECOND))
        return sorted(delays)

    def new_manager(self, host, life):
        self.clock.abandon()
        self.life = life
        self.control = ControlTransport(host)
        self.data = DataTransport(host, life, PollResult)
        name, port = life["local"].rsplit(":", 1)
        return self.manager.P2PSecondaryTierManager(_Spec(), memoryview(b""), "p2p", host=name, port=int(port))


class _Spec:
    """As much of an OffloadingSpec as the manager looks at."""

    blocks_per_chunk = 1

    class config:
        class parallel:
            data_parallel_index = 0


class _NoRunConfig:
    """The fingerprint is the scenario's, so no run configuration is made."""

    @classmethod
    def from_offloading_spec(cls, **kwargs):
        return cls()

    def get_run_config(self):
        return None


class _Parent:
    """What vLLM calls a ParentManager."""

    def __init__(self, host, vllm, numbers):
        self._host = host
        self._vllm = vllm
        self._numbers = numbers  # id of a context -> (number, the context)

    def _number(self, context):
        return self._numbers[id(context)][0]

    def on_new_request(self, req_context):
        number = self._numbers["next"] = self._numbers.get("next", 0) + 1
        self._numbers[id(req_context)] = (number, req_context)
        self._host.ask("parent_new_request", context=number, name=req_context.req_id)
        return self._vllm.base.RequestOffloadingContext()

    def lookup(self, key, req_context):
        answer = self._host.ask("parent_lookup", context=self._number(req_context), key=bytes(key).hex())
        return self._vllm.base.LookupResult[answer]

    def create_store_job(self, keys, req_context):
        answer = self._host.ask("parent_create_store_job", context=self._number(req_context),
                                keys=[bytes(key).hex() for key in keys])
        return self._vllm.tiering.TransferJob(
            job_id=answer["job"], keys=[bytes.fromhex(key) for key in answer["keys"]], block_ids=answer["slots"],
            is_promotion=False, req_context=req_context)

    def on_request_finished(self, req_context):
        self._host.ask("parent_request_finished", context=self._number(req_context))
        del self._numbers[id(req_context)]


class VllmTier(Tier):
    """One life of the manager."""

    def __init__(self, host, call, vllm):
        super().__init__(host, call)
        self.vllm = vllm
        self.vllm.clock.now = call["now"]
        self.asks = 0
        self._ask = host.ask
        counting = _Counting(host, self)
        self.requests = {}
        self.contexts = {}
        self.deadlines = []
        self.manager = vllm.new_manager(counting, call)
        self.counting = counting
        host.deadline = None

    # ---- calls

    def new_request(self, call):
        context = self.vllm.base.ReqContext(req_id=call["name"], kv_transfer_params=call["kv_transfer_params"])
        self.requests[call["request"]] = context
        answer = self._call(call, self.manager.on_new_request, context)
        return answer.policy.value

    def lookup(self, call):
        return self._call(call, self.manager.lookup, bytes.fromhex(call["key"]), self.requests[call["request"]]).name

    def submit_store(self, call):
        self._call(call, self.manager.submit_store, self._job(call, False))

    def submit_load(self, call):
        self._call(call, self.manager.submit_load, self._job(call, True))

    def _job(self, call, promotion):
        return self.vllm.tiering.TransferJob(
            job_id=call["job"], keys=[bytes.fromhex(key) for key in call["keys"]], block_ids=call["slots"],
            is_promotion=promotion, req_context=self.requests[call["request"]])

    def finish_request(self, call):
        self._call(call, self.manager.on_request_finished, self.requests[call["request"]])

    def schedule_end(self, call):
        context = self.vllm.base.ScheduleEndContext(new_req_ids=(), preempted_req_ids=())
        self._call(call, self.manager.on_schedule_end, context)

    def serve(self, call):
        self._call(call, self.manager.serve_external_requests, _Parent(self.counting, self.vllm, self.contexts))

    def sweep(self, call):
        self._brings(call)
        finished = self._call(call, self.manager.get_finished_jobs)
        return [{"job": result.job_id, "success": bool(result.success)} for result in finished]

    def drain(self, call):
        self._brings(call)
        return self._call(call, self.vllm.clock.step, self.manager.drain_jobs)

    def shutdown(self, call):
        return self._call(call, self.vllm.clock.step, self.manager.shutdown)

    def _brings(self, call):
        self.vllm.control.brings(call.get("control", {}))
        self.vllm.data.brings(call.get("data", {}))

    def _call(self, call, function, *arguments):
        self.vllm.clock.now = call["now"]
        asked = self.asks
        answer = None
        try:
            answer = function(*arguments)
            return answer
        except Refused as error:
            raise TierError(error.kind, error.message) from error
        except AssertionError as error:
            raise TierError("invariant", str(error)) from error
        except Exception as error:
            raise TierError("internal", f"{type(error).__name__}: {error}") from error
        finally:
            self._settle(call, self.asks > asked, call["op"] == "sweep" and bool(answer))

    # ---- deadlines

    def _settle(self, call, asked, found):
        """Says when the next sweep is due.

        The manager does not tell. Whatever starts a time limit happens in a call in which something happened, so each
        such call may have started all of them. So may a sweep in which one has run out, though nothing shows: what a
        session wants to send stays in it until its peer is ready. A sweep after one in which nothing happened finds
        nothing.
        """
        now = call["now"]
        ran_out = 0
        while self.deadlines and self.deadlines[0][0] <= now:
            ran_out = max(ran_out, heapq.heappop(self.deadlines)[1])
        busy = asked or found or call["op"] in ("submit_store", "submit_load", "finish_request", "new_request")
        following = CHAIN if busy else ran_out - 1
        if following > 0:
            for delay in self.vllm.delays:
                heapq.heappush(self.deadlines, (now + delay, following))
        if busy or call["op"] == "drain":  # a drain leaves its results to the next sweep
            self.host.deadline = now
        elif call["op"] == "sweep":
            self.host.deadline = self.deadlines[0][0] if self.deadlines else None
        self.host.idle = not self.manager._sessions and not self.manager._failed_serve_ctxs


class _Counting:
    """The host, counting what is asked."""

    def __init__(self, host, tier):
        self._host = host
        self._tier = tier

    def ask(self, what, **fields):
        self._tier.asks += 1
        return self._host.ask(what, **fields)


def main():
    if os.environ.get("PYTHONHASHSEED") != "0":
        # Sets of texts must have the same order in every process, or the tier would not be deterministic.
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "kvdrill_tier.vllm", *sys.argv[1:]])
    vllm = Vllm()
    run(lambda host, call: VllmTier(host, call, vllm), "vLLM from " + os.path.dirname(vllm.manager.__file__))


if __name__ == "__main__":
    main()

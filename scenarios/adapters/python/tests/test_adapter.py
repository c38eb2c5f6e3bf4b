"""Tests of the adapter package: python3 -m unittest discover -s scenarios/adapters/python/tests"""

import io
import json
import os
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from kvdrill_tier import doubles, frames  # noqa: E402
from kvdrill_tier.clock import Clock, Seconds  # noqa: E402
from kvdrill_tier.host import Host, Refused  # noqa: E402

SMALL = os.path.join(ROOT, "..", "..", "examples", "tier", "small_tier.py")


class Frames(unittest.TestCase):
    VALUES = [None, True, False, 0, 1, 127, 128, 255, 65536, 2 ** 64 - 1, -1, -32, -33, -2 ** 63, 0.5, "", "é" * 31,
              "x" * 40, "x" * 300, "x" * 70000, [], [1, [2]], list(range(20)), {}, {"a": {"b": [None]}},
              {str(i): i for i in range(70000)}]

    def test_what_is_written_is_read(self):
        for value in self.VALUES:
            self.assertEqual(frames.decode(frames.encode(value)), value)

    def test_known_bytes(self):
        self.assertEqual(frames.encode({"call": 1, "op": "x"}), bytes.fromhex("82a463616c6c01a26f70a178"))
        self.assertEqual(frames.decode(bytes.fromhex("cd0100")), 256)
        self.assertEqual(frames.decode(bytes.fromhex("d1ff00")), -256)

    def test_a_stream_of_frames(self):
        stream = io.BytesIO()
        frames.write(stream, {"a": 1})
        frames.write(stream, {"b": 2})
        stream.seek(0)
        self.assertEqual([frames.read(stream), frames.read(stream), frames.read(stream)], [{"a": 1}, {"b": 2}, None])

    def test_what_is_no_frame(self):
        for bad in ("c1", "a5", "92", "0000", "81a1ff01"):
            with self.assertRaises(frames.BadFrame):
                frames.decode(bytes.fromhex(bad))
        with self.assertRaises(frames.BadFrame):
            frames.read(io.BytesIO(b"\0\0\0\5ab"))


class Time(unittest.TestCase):
    def test_seconds_compare_on_whole_nanoseconds(self):
        began = Seconds(100_000_000_123)
        self.assertFalse(Seconds(130_000_000_122) - began >= 30)
        self.assertTrue(Seconds(130_000_000_123) - began >= 30.0)
        self.assertEqual(began + 0.1, Seconds(100_100_000_123))
        self.assertLess(1, began)

    def test_a_blocking_function_runs_up_to_its_next_sleep(self):
        clock = Clock()
        seen = []

        def blocking():
            for i in range(2):
                seen.append(i)
                clock._sleep(0.001)

        self.assertEqual(clock.step(blocking), "again")
        self.assertEqual(seen, [0])
        self.assertEqual(clock.step(blocking), "again")
        self.assertEqual(clock.step(blocking), "done")
        with self.assertRaises(RuntimeError):
            clock._sleep(1)

    def test_an_error_of_a_blocking_function_reaches_who_stepped_it(self):
        clock = Clock()

        def failing():
            raise AssertionError("no")

        with self.assertRaises(AssertionError):
            clock.step(failing)


class FakeHost:
    """Answers from a list, and remembers what it was asked."""

    def __init__(self, **answers):
        self.answers = answers
        self.asked = []

    def ask(self, what, **fields):
        self.asked.append((what, fields))
        answer = self.answers.get(what)
        if isinstance(answer, Exception):
            raise answer
        return answer


class Doubles(unittest.TestCase):
    def test_messages_both_ways(self):
        message = {"type": "fetch", "keys": [b"\1\2", "text"], "agent_metadata": b"\xff", "n": 7, "raw": b"\0"}
        spelled = {"type": "fetch", "keys": ["0102", {"str": "text"}], "agent_metadata": "ff", "n": 7,
                   "raw": {"hex": "00"}}
        self.assertEqual(doubles.to_json(message), spelled)
        self.assertEqual(doubles.to_python(spelled), message)

    def test_a_connection_that_died_sends_nothing(self):
        host = FakeHost(dial=1, receive=[{"type": "disconnect"}])
        control = doubles.ControlTransport(host)
        connection = control.connect("h1:1")
        control.brings({"received": [1], "lost": [1]})
        self.assertEqual(control.poll(), [])
        self.assertFalse(connection.alive)
        with self.assertRaises(Refused):
            connection.send({"type": "connect"})
        self.assertEqual(connection.recv(), [{"type": "disconnect"}])
        self.assertEqual(connection.recv(), ())

    def test_an_accepted_connection_has_mail(self):
        control = doubles.ControlTransport(FakeHost(receive=[]))
        control.brings({"accepted": [{"connection": 4, "peer": "h2:1"}]})
        self.assertEqual([(c.peer_id, c.number) for c in control.poll()], [("h2:1", 4)])

    def data(self, **answers):
        life = {"base_addr": 1, "num_blocks": 2, "block_len": 3, "fingerprint": "", "agent_metadata": "00"}
        host = FakeHost(**answers)
        return host, doubles.DataTransport(host, life, lambda done, failed: (done, failed))

    def test_registrations_that_fail_raise_what_vllm_expects(self):
        _, data = self.data(register={"registration": 1, "state": "rejected", "failure": "no such agent"})
        with self.assertRaises(ValueError):
            data.add_remote_peer("h1:1", b"\0", 1, 2, 3)
        _, data = self.data(register={"registration": 1, "state": "failed"})
        with self.assertRaises(RuntimeError):
            data.add_remote_peer("h1:1", b"\0", 1, 2, 3)

    def test_completions_are_collected_once_they_are_news(self):
        host, data = self.data(register={"registration": 5, "state": "ready"}, collect=[[9, True], [10, False]])
        data.add_remote_peer("h1:1", b"\0", 1, 2, 3)
        self.assertEqual(data.poll("h1:1"), ([], []))
        data.brings({"completed": [5]})
        self.assertEqual(data.poll("h1:1"), ([9], [10]))
        self.assertEqual(data.poll("h1:1"), ([], []))

    def test_a_write_to_a_peer_that_is_not_registered_says_so(self):
        host, data = self.data()
        self.assertIsNone(data.write_blocks("h1:1", [1], [2]))
        self.assertEqual(host.asked[0][1]["registration"], None)


class Protocol(unittest.TestCase):
    def test_a_question_refused_is_an_error_of_its_kind(self):
        host = Host(lambda: {"error": "send_failed", "message": "gone"}, lambda message: None)
        with self.assertRaises(Refused) as caught:
            host.ask("send")
        self.assertEqual((caught.exception.kind, caught.exception.message), ("send_failed", "gone"))

    def talk(self, *lines):
        said = subprocess.run([sys.executable, SMALL], input="".join(json.dumps(each) + "\n" for each in lines),
                              capture_output=True, text=True, timeout=60)
        return said.returncode, [json.loads(line) for line in said.stdout.splitlines()]

    def test_greeting_start_reset_and_end(self):
        start = {"op": "start", "now": 0, "local": "h0:1", "hash_seed": "", "fingerprint": "", "agent_metadata": "",
                 "base_addr": 0, "num_blocks": 1, "block_len": 1}
        status, said = self.talk({"hello": {}}, {"call": 1, **start}, {"call": 2, "op": "sweep", "now": 5},
                                 {"reset": 2}, {"call": 1, **start})
        self.assertEqual(status, 0)
        self.assertEqual(said[0], {"protocol": 1, "tier": "small tier", "reset": True})
        self.assertEqual([each.get("return", each.get("reset")) for each in said[1:]], [1, 2, 2, 1])

    def test_what_is_not_known_is_refused_and_what_is_no_message_ends_it(self):
        status, said = self.talk({"hello": {}}, {"call": 1, "op": "brew"}, {"call": 2, "op": "__init__"}, 17)
        self.assertEqual([each.get("raises") for each in said[1:]], ["invalid_argument"] * 2)
        self.assertEqual(status, 2)


if __name__ == "__main__":
    unittest.main()

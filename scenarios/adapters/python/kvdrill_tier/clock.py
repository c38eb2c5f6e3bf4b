"""Virtual time in place of the time module's, exact to the nanosecond."""

import threading
import time

_NANOS = 1_000_000_000


def _nanos(seconds):
    return seconds.nanos if isinstance(seconds, Seconds) else round(seconds * _NANOS)


class Seconds(float):
    """A point or a span of time: a float of seconds for whoever wants one, whole nanoseconds underneath.

    So that "elapsed >= limit" holds on the nanosecond, as it does in kvdrill, and not a rounding error earlier or later.
    """

    __slots__ = ("nanos",)

    def __new__(cls, nanos):
        self = float.__new__(cls, nanos / _NANOS)
        self.nanos = nanos
        return self

    def __add__(self, other):
        return Seconds(self.nanos + _nanos(other))

    __radd__ = __add__

    def __sub__(self, other):
        return Seconds(self.nanos - _nanos(other))

    def __rsub__(self, other):
        return Seconds(_nanos(other) - self.nanos)

    def __lt__(self, other):
        return self.nanos < _nanos(other)

    def __le__(self, other):
        return self.nanos <= _nanos(other)

    def __gt__(self, other):
        return self.nanos > _nanos(other)

    def __ge__(self, other):
        return self.nanos >= _nanos(other)

    def __eq__(self, other):
        return isinstance(other, (int, float)) and self.nanos == _nanos(other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.nanos)


class Abandoned(BaseException):
    """Unwinds a sleeper whose life is over."""


class Clock:
    """Time as kvdrill tells it. install() before the tier's modules are imported: they may keep what they find."""

    def __init__(self):
        self.now = 0
        self._sleeper = None

    def install(self):
        """Takes the place of the clocks and of sleep in the time module, for this whole process."""
        time.monotonic = time.time = time.perf_counter = lambda: Seconds(self.now)
        time.monotonic_ns = time.time_ns = time.perf_counter_ns = lambda: self.now
        time.sleep = self._sleep

    def _sleep(self, seconds):
        if self._sleeper is None:
            raise RuntimeError("the tier sleeps where its engine must not wait: only drains and shutdowns may")
        self._sleeper.sleep()

    def step(self, blocking):
        """Runs a blocking function up to its next sleep.

        Called again with the same function, it goes on from there. Returns "again", or "done" when it has returned.
        """
        if self._sleeper is None:
            self._sleeper = _Sleeper(blocking)
        ended = self._sleeper.resume()
        if not ended:
            return "again"
        failure = self._sleeper.failure
        self._sleeper = None
        if failure is not None:
            raise failure
        return "done"

    def abandon(self):
        """The life of whoever sleeps is over."""
        if self._sleeper is not None:
            self._sleeper.abandoned = True
            self._sleeper.resume()
            self._sleeper = None


class _Sleeper:
    """A blocking function on a thread of its own. Either it runs or its caller does, never both."""

    def __init__(self, function):
        self.failure = None
        self.abandoned = False
        self._ended = False
        self._theirs = threading.Semaphore(0)
        self._ours = threading.Semaphore(0)
        self._thread = threading.Thread(target=self._run, args=(function,), daemon=True)
        self._thread.start()

    def _run(self, function):
        self._theirs.acquire()
        try:
            if not self.abandoned:
                function()
        except Abandoned:
            pass
        except BaseException as failure:  # handed to the caller, whatever it is
            self.failure = failure
        self._ended = True
        self._ours.release()

    def resume(self):
        self._theirs.release()
        self._ours.acquire()
        return self._ended

    def sleep(self):
        self._ours.release()
        self._theirs.acquire()
        if self.abandoned:
            raise Abandoned()

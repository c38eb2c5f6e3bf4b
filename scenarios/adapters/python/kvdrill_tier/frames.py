"""Messages of docs/tier-protocol.md as msgpack maps behind a length of four bytes, of the standard library alone.

JSON is faster in Python, as its codec is written in C: this is here for whoever wants to see the frames spoken.
"""

import struct

_SIZES = {0xC4: ">B", 0xC5: ">H", 0xC6: ">I", 0xD9: ">B", 0xDA: ">H", 0xDB: ">I", 0xDC: ">H", 0xDD: ">I",
          0xDE: ">H", 0xDF: ">I"}
_NUMBERS = {0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q",
            0xCA: ">f", 0xCB: ">d"}


class BadFrame(ValueError):
    """What came is no frame of this protocol."""


def read(source):
    """The next message of a stream; None at its end."""
    head = source.read(4)
    if not head:
        return None
    body = source.read(int.from_bytes(head, "big")) if len(head) == 4 else b""
    if len(head) < 4 or len(body) < int.from_bytes(head, "big"):
        raise BadFrame("the stream ends within a frame")
    return decode(body)


def write(sink, message):
    body = encode(message)
    sink.write(len(body).to_bytes(4, "big") + body)


def encode(value):
    parts = bytearray()
    _put(parts, value)
    return bytes(parts)


def _put(out, value):
    if value is None:
        out.append(0xC0)
    elif value is True or value is False:
        out.append(0xC3 if value else 0xC2)
    elif isinstance(value, int):
        _put_int(out, value)
    elif isinstance(value, float):
        out += b"\xcb" + struct.pack(">d", value)
    elif isinstance(value, str):
        text = value.encode()
        _put_head(out, len(text), 0xA0, 32, (0xD9, 0xDA, 0xDB))
        out += text
    elif isinstance(value, (list, tuple)):
        _put_head(out, len(value), 0x90, 16, (None, 0xDC, 0xDD))
        for each in value:
            _put(out, each)
    elif isinstance(value, dict):
        _put_head(out, len(value), 0x80, 16, (None, 0xDE, 0xDF))
        for name, each in value.items():
            _put(out, name)
            _put(out, each)
    else:
        raise TypeError(f"no message holds a {type(value).__name__}")


def _put_int(out, value):
    if 0 <= value < 128 or -32 <= value < 0:
        out.append(value & 0xFF)
    elif value >= 0:
        out += b"\xcf" + struct.pack(">Q", value)
    else:
        out += b"\xd3" + struct.pack(">q", value)


def _put_head(out, length, short, most, codes):
    if length < most:
        out.append(short | length)
        return
    for code, form, limit in zip(codes, (">B", ">H", ">I"), (1 << 8, 1 << 16, 1 << 32)):
        if code is not None and length < limit:
            out += bytes([code]) + struct.pack(form, length)
            return
    raise ValueError("too long for a frame")


def decode(body):
    """The value of a frame without its length."""
    reader = _Reader(body)
    try:
        value = reader.value()
    except (IndexError, struct.error, UnicodeDecodeError) as error:
        raise BadFrame(f"no msgpack: {error}") from error
    if reader.at != len(body):
        raise BadFrame(f"{len(body) - reader.at} bytes after the value")
    return value


class _Reader:
    def __init__(self, body):
        self._body = body
        self.at = 0

    def _take(self, count):
        piece = self._body[self.at:self.at + count]
        if len(piece) < count:
            raise IndexError("it ends too early")
        self.at += count
        return piece

    def _number(self, form):
        return struct.unpack(form, self._take(struct.calcsize(form)))[0]

    def value(self):
        code = self._take(1)[0]
        if code < 0x80 or code >= 0xE0:
            return code if code < 0x80 else code - 256
        if code < 0x90:
            return self._map(code & 0x0F)
        if code < 0xA0:
            return [self.value() for _ in range(code & 0x0F)]
        if code < 0xC0:
            return self._take(code & 0x1F).decode()
        if code in (0xC0, 0xC2, 0xC3):
            return {0xC0: None, 0xC2: False, 0xC3: True}[code]
        if code in _NUMBERS:
            return self._number(_NUMBERS[code])
        if code not in _SIZES:
            raise BadFrame(f"the code {code:#x} has no place in a message")
        length = self._number(_SIZES[code])
        if code <= 0xC6:
            return self._take(length)
        if code <= 0xDB:
            return self._take(length).decode()
        return [self.value() for _ in range(length)] if code <= 0xDD else self._map(length)

    def _map(self, length):
        return {self.value(): self.value() for _ in range(length)}

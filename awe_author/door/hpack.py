"""HPACK (RFC 7541): header blocks of HTTP/2, decoded with state, encoded without.

Decoding is plain Python made quick by remembering: the dynamic table holds fields that were decoded and checked when
they came in, so the fields that a browser repeats on every request cost one look-up each; Huffman strings go byte by
byte through a state table that is filled as it is used. Encoding never uses the dynamic table: then the bytes of a
field are always the same and can be cached (fields.py).
"""

from __future__ import annotations

import re
from collections import deque
from functools import lru_cache

Field = tuple[str, str, bool]
"""Name, value (latin-1), and whether both are well-formed (RFC 9113 8.2.1)."""

_TABLE_SIZE = 4096
"""Of the dynamic table, in the units of RFC 7541 4.1; the protocol's default."""
_OVERHEAD = 32
_NAME = re.compile(r":?[!#$%&'*+\-.^_`|~0-9a-z]+")
_BAD_VALUE = re.compile(r"[\x00\r\n]")


class HpackError(ValueError):
    """The block cannot be decoded; the connection's state is lost with it."""


class TooLarge(HpackError):
    """The fields of the block are larger than allowed."""


def _field(name: str, value: str) -> Field:
    return name, value, _NAME.fullmatch(name) is not None and _BAD_VALUE.search(value) is None


_STATIC_TEXT = """
:authority :method=GET :method=POST :path=/ :path=/index.html :scheme=http :scheme=https :status=200 :status=204
:status=206 :status=304 :status=400 :status=404 :status=500 accept-charset accept-encoding=gzip,_deflate
accept-language accept-ranges accept access-control-allow-origin age allow authorization cache-control
content-disposition content-encoding content-language content-length content-location content-range content-type
cookie date etag expect expires from host if-match if-modified-since if-none-match if-range if-unmodified-since
last-modified link location max-forwards proxy-authenticate proxy-authorization range referer refresh
retry-after server set-cookie strict-transport-security transfer-encoding user-agent vary via www-authenticate
"""
"""RFC 7541 appendix A, name=value in order of their index from 1; a value's space is written as an underscore."""


def _static() -> list[Field]:
    fields: list[Field] = [("", "", False)]
    for item in _STATIC_TEXT.split():
        name, _, value = item.partition("=")
        fields.append(_field(name, value.replace("_", " ")))
    return fields


_STATIC = _static()
_FIRST_DYNAMIC = len(_STATIC)

_HUFFMAN = (
    (5, b"012aceiost"),
    (6, b" %-./3456789=A_bdfghlmnpru"),
    (7, b":BCDEFGHIJKLMNOPQRSTUVWYjkqvwxyz"),
    (8, b"&*,;XZ"),
    (10, b'!"()?'),
    (11, b"'+|"),
    (12, b"#>"),
    (13, b"\x00$@[]~"),
    (14, b"^}"),
    (15, b"<`{"),
    (19, bytes.fromhex("5cc3d0")),
    (20, bytes.fromhex("808283a2b8c2e0e2")),
    (21, bytes.fromhex("99a1a7acb0b1b3d1d8d9e3e5e6")),
    (22, bytes.fromhex("8184858688929a9ca0a3a4a9aaadb2b5b9babbbdbec4c6e4e8e9")),
    (23, bytes.fromhex("0187898a8b8c8d8f93959697989b9d9ea5a6a8aeafb4b6b7bcbfc5e7ef")),
    (24, bytes.fromhex("098e9091949fabced7e1eced")),
    (25, bytes.fromhex("c7cfeaeb")),
    (26, bytes.fromhex("c0c1c8c9cacdd2d5dadbeef0f2f3ff")),
    (27, bytes.fromhex("cbccd3d4d6dddedff1f4f5f6f7f8fafbfcfdfe")),
    (28, bytes.fromhex("020304050607080b0c0e0f1011121314151718191a1b1c1d1e1f7fdcf9")),
    (30, bytes.fromhex("0a0d16")),
)
"""Symbols by the length of their code (RFC 7541 appendix B). The code is canonical: codes of one length count upwards
in the order of their symbols. The end-of-string symbol is the last of length 30."""
_EOS = 256


def _tree() -> list[list[int]]:
    """The code as a binary tree: two children for each node, negative for symbols (-1 - symbol), 0 for none."""
    nodes = [[0, 0]]
    code, length = 0, 0
    for size, symbols in _HUFFMAN:
        for symbol in (*symbols, _EOS) if size == 30 else symbols:
            code, length = code << (size - length), size
            at = 0
            for bit in range(size - 1, 0, -1):
                way = code >> bit & 1
                if not nodes[at][way]:
                    nodes.append([0, 0])
                    nodes[at][way] = len(nodes) - 1
                at = nodes[at][way]
            nodes[at][code & 1] = -1 - symbol
            code += 1
    return nodes


_NODES = _tree()


def _padding_states() -> frozenset[int]:
    """Nodes at which a string may end: less than eight bits, all ones, into a code (RFC 7541 5.2)."""
    states, at = [0], 0
    for _ in range(7):
        at = _NODES[at][1]
        states.append(at)
    return frozenset(states)


_MAY_END = _padding_states()
_steps: dict[int, tuple[int, str]] = {}
"""(node * 256 + byte) -> (next node, symbols that came out); filled on demand, at most 65 536 entries."""


def _step(key: int) -> tuple[int, str]:
    node, byte = key >> 8, key & 0xFF
    out = []
    for bit in range(7, -1, -1):
        node = _NODES[node][byte >> bit & 1]
        if node < 0:
            if node == -1 - _EOS:
                raise HpackError("end-of-string symbol in a Huffman string")
            out.append(chr(-1 - node))
            node = 0
    found = _steps[key] = (node, "".join(out))
    return found


@lru_cache(maxsize=4096)
def _short_huffman(data: bytes) -> str:
    return _long_huffman(data)


def _long_huffman(data: bytes) -> str:
    node, out = 0, []
    for byte in data:
        key = node << 8 | byte
        node, symbols = _steps.get(key) or _step(key)
        out.append(symbols)
    if node not in _MAY_END:
        raise HpackError("bad padding of a Huffman string")
    return "".join(out)


class Decoder:
    """Decodes the header blocks of one connection, in the order they came."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        """Largest list of fields, each counted with 32 bytes more (SETTINGS_MAX_HEADER_LIST_SIZE)."""
        self._dynamic: deque[Field] = deque()
        self._size = 0
        self._room = _TABLE_SIZE

    def decode(self, block: bytes) -> list[Field]:
        """The fields of a whole block. Raises HpackError."""
        try:
            return self._decode(block)
        except IndexError as error:
            raise HpackError("block ends too early or names an entry that does not exist") from error

    def _decode(self, block: bytes) -> list[Field]:
        fields: list[Field] = []
        dynamic, at, end, total = self._dynamic, 0, len(block), 0
        while at < end:
            byte = block[at]
            if byte & 0x80:
                at += 1
                index = byte & 0x7F
                if index == 0x7F:
                    index, at = _more(block, at, index)
                if index == 0:
                    raise HpackError("index 0")
                field = _STATIC[index] if index < _FIRST_DYNAMIC else dynamic[index - _FIRST_DYNAMIC]
            elif byte & 0x40:
                field, at = self._literal(block, at, 0x3F)
                self._add(field)
            elif byte & 0x20:
                at = self._resize(block, at, bool(fields))
                continue
            else:
                field, at = self._literal(block, at, 0x0F)
            total += len(field[0]) + len(field[1]) + _OVERHEAD
            if total > self._limit:
                raise TooLarge("header list too large")
            fields.append(field)
        return fields

    def _literal(self, block: bytes, at: int, mask: int) -> tuple[Field, int]:
        index = block[at] & mask
        at += 1
        if index == mask:
            index, at = _more(block, at, index)
        if index == 0:
            name, at = _string(block, at)
        else:
            name = (_STATIC[index] if index < _FIRST_DYNAMIC else self._dynamic[index - _FIRST_DYNAMIC])[0]
        value, at = _string(block, at)
        return _field(name, value), at

    def _resize(self, block: bytes, at: int, late: bool) -> int:
        size = block[at] & 0x1F
        at += 1
        if size == 0x1F:
            size, at = _more(block, at, size)
        if late or size > _TABLE_SIZE:
            raise HpackError("bad size of the dynamic table")
        self._room = size
        self._evict()
        return at

    def _add(self, field: Field) -> None:
        self._dynamic.appendleft(field)
        self._size += len(field[0]) + len(field[1]) + _OVERHEAD
        self._evict()

    def _evict(self) -> None:
        while self._size > self._room:
            name, value, _ = self._dynamic.pop()
            self._size -= len(name) + len(value) + _OVERHEAD


def _more(block: bytes, at: int, value: int) -> tuple[int, int]:
    """The rest of an integer whose prefix was full (RFC 7541 5.1)."""
    for shift in range(0, 28, 7):
        byte = block[at]
        at += 1
        value += (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise HpackError("integer too large")


def _string(block: bytes, at: int) -> tuple[str, int]:
    first = block[at]
    at += 1
    size = first & 0x7F
    if size == 0x7F:
        size, at = _more(block, at, size)
    raw = block[at : at + size]
    if len(raw) != size:
        raise HpackError("string ends too early")
    if first < 0x80:
        return raw.decode("latin-1"), at + size
    return _short_huffman(raw) if size < 256 else _long_huffman(raw), at + size


def pack_literal(name: bytes, value: bytes) -> bytes:
    """A literal without indexing and without Huffman coding (RFC 7541 6.2.2)."""
    return b"\x00" + pack_string(name) + pack_string(value)


def pack_string(data: bytes) -> bytes:
    size = len(data)
    if size < 127:
        return bytes([size]) + data
    out, size = bytearray([127]), size - 127
    while size >= 128:
        out.append(size & 127 | 128)
        size >>= 7
    out.append(size)
    return bytes(out) + data

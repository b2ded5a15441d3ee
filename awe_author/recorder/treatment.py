"""Puts the determinism prelude into what is recorded: documents as they stream by, worker scripts as a whole.

Content codings are undone on the way, since the prelude goes into plain text. A body with an unknown coding is passed
on as it is, without the prelude.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

import brotli
import zstandard

from awe_author.archive.codings import coding_names
from awe_author.door.messages import Headers, Request, header
from awe_author.replay.inject import Injection, StreamInjector, inject_worker, should_inject
from awe_author.replay.prelude import PreludeClock, PreludeConfig

Step = Callable[[bytes], bytes]


class StreamDecoder:
    """Undoes a Content-Encoding chunk by chunk. `possible` is False for codings that are not known."""

    def __init__(self, encoding: str | None) -> None:
        self._steps = [step for name in reversed(coding_names(encoding)) if (step := _decoder(name))]
        self.possible = len(self._steps) == len(coding_names(encoding))

    def feed(self, chunk: bytes) -> bytes:
        """Raises ValueError when the bytes are not what the header says."""
        try:
            for step in self._steps:
                chunk = step(chunk)
        except (zlib.error, brotli.error, zstandard.ZstdError) as error:
            raise ValueError(f"a body that is not what its Content-Encoding says: {error}") from error
        return chunk


def _decoder(name: str) -> Step | None:
    if name in ("gzip", "x-gzip"):
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress
    if name == "deflate":
        return _Deflate().feed
    if name == "br":
        process = brotli.Decompressor().process
        return lambda chunk: bytes(process(chunk))
    if name == "zstd":
        return zstandard.ZstdDecompressor().decompressobj().decompress
    return None


class _Deflate:
    """`deflate` means zlib, but some servers send the bare stream; the first byte tells."""

    def __init__(self) -> None:
        self._decoder = zlib.decompressobj()
        self._began = False

    def feed(self, chunk: bytes) -> bytes:
        if not self._began and chunk:
            self._began = True
            if chunk[0] & 0x0F != 8:
                self._decoder = zlib.decompressobj(-zlib.MAX_WBITS)
        return self._decoder.decompress(chunk)


@dataclass(slots=True)
class Prelude:
    """Prepares the responses of one recording run."""

    seed: int
    token: str
    loads: dict[str, int] = field(default_factory=dict)
    """URL without query -> how often it was loaded in this run."""

    @property
    def clock(self) -> PreludeClock:
        """How to reach the prelude in the pages of this run."""
        return PreludeClock(self.token)

    def __call__(self, request: Request, status: int, headers: Headers, started: float) -> Document | Worker | None:
        kind = should_inject(request.headers, headers, status)
        decoder = StreamDecoder(header(headers, "content-encoding"))
        if kind is None or not decoder.possible:
            return None
        config = self._config(request, started)
        return Document(headers, config, decoder) if kind == "document" else Worker(headers, config, decoder, kind)

    def _config(self, request: Request, started: float) -> PreludeConfig:
        key = request.url.partition("#")[0].partition("?")[0]
        ordinal = self.loads.get(key, 0)
        if not request.apart:
            self.loads[key] = ordinal + 1
        return PreludeConfig(
            seed=self.seed,
            document_key=key,
            ordinal=ordinal,
            token=self.token,
            orderly=True,
            origin_ms=float(round(started * 1000)),
        )


class Document:
    """A `responder.Treatment`: an HTML document."""

    def __init__(self, headers: Headers, config: PreludeConfig, decoder: StreamDecoder) -> None:
        self._injector, self._decoder = StreamInjector(headers, config), decoder
        self.headers = self._injector.headers

    def feed(self, chunk: bytes) -> bytes:
        return self._injector.feed(self._decoder.feed(chunk))

    def close(self) -> bytes:
        return self._injector.finish()


class Worker:
    """A `responder.Treatment`: the script of a worker, which is sent when it is complete."""

    def __init__(self, headers: Headers, config: PreludeConfig, decoder: StreamDecoder, kind: Injection) -> None:
        self._given, self._config, self._decoder, self._kind = headers, config, decoder, kind
        self._parts: list[bytes] = []
        self.headers, _ = inject_worker(headers, b"", config, kind)

    def feed(self, chunk: bytes) -> bytes:
        self._parts.append(self._decoder.feed(chunk))
        return b""

    def close(self) -> bytes:
        return inject_worker(self._given, b"".join(self._parts), self._config, self._kind)[1]

"""The client for sites that refuse unknown clients: curl-impersonate keeps Chrome's TLS and HTTP/2 fingerprint.

Optional (`pip install "awe-author[chrome-tls]"`), chosen by `upstream: chrome` in site.yaml or `--upstream chrome`.
Origins that are mapped to another place go through the usual client: nobody looks at fingerprints there.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from awe_author.door.messages import Headers
from awe_author.errors import InputError, UpstreamError
from awe_author.recorder.upstream import HttpxUpstream, Incoming, Outgoing, Upstream, forwarded

_VERSIONS = {1: "1.0", 2: "1.1", 3: "2", 4: "2", 5: "2", 30: "3"}
"""libcurl's CURLINFO_HTTP_VERSION (curl/curl.h)."""


def client(upstream: str, insecure: bool) -> Upstream:
    """The client that `upstream` names: "httpx" or "chrome". Raises InputError when it is not installed."""
    return ChromeUpstream(insecure=insecure) if upstream == "chrome" else HttpxUpstream(insecure=insecure)


@dataclass(slots=True)
class ChromeUpstream:
    """An `Upstream` with Chrome's fingerprint."""

    insecure: bool = False
    _session: Any = field(init=False)
    _plain: HttpxUpstream = field(init=False)

    def __post_init__(self) -> None:
        try:
            from curl_cffi import requests
        except ImportError:
            raise InputError(
                "the Chrome client is not installed",
                where="upstream: chrome",
                hint='pip install "awe-author[chrome-tls]"',
            ) from None
        self._session = requests.AsyncSession(
            impersonate="chrome",
            verify=not self.insecure,
            trust_env=False,
            max_clients=64,
            allow_redirects=False,
            discard_cookies=True,
        )
        self._plain = HttpxUpstream(insecure=self.insecure)

    async def send(self, request: Outgoing) -> Incoming:
        if request.route.mapped:
            return await self._plain.send(request)
        from curl_cffi.requests.exceptions import RequestException

        route = request.route
        body = b"".join([chunk async for chunk in request.body]) if request.body is not None else None
        fields = [(name, value) for name, value in forwarded(request) if name.lower() not in ("host", "content-length")]
        try:
            response = await self._session.request(
                request.method,
                f"{route.scheme}://{route.authority}{route.target}",
                headers=fields,
                data=body,
                accept_encoding=None,
                default_headers=False,
                quote=False,
                stream=True,
                timeout=(20, 0),
                allow_redirects=False,
                discard_cookies=True,
                http_version="v1" if route.scheme == "http" else None,
            )
        except RequestException as error:
            raise _explain(error, request) from error
        return _incoming(response, request)

    async def aclose(self) -> None:
        with contextlib.suppress(Exception):
            await self._session.close()
        await self._plain.aclose()


def _incoming(response: Any, request: Outgoing) -> Incoming:
    async def chunks() -> AsyncIterator[bytes]:
        from curl_cffi.requests.exceptions import RequestException

        try:
            async for chunk in response.aiter_content():
                yield chunk
        except RequestException as error:
            raise _explain(error, request) from error

    async def close() -> None:
        with contextlib.suppress(Exception):
            await response.aclose()

    headers: Headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers.raw]
    return Incoming(
        status=response.status_code,
        reason=str(response.reason or ""),
        headers=headers,
        http_version=_VERSIONS.get(int(response.http_version or 2), "1.1"),
        chunks=chunks(),
        close=close,
        remote_address=f"{response.primary_ip}:{response.primary_port}" if response.primary_ip else "",
    )


def _explain(error: Exception, request: Outgoing) -> UpstreamError:
    text = str(error).partition(". See https://")[0]
    if "certificate" in text.lower() or "SSL" in text:
        return UpstreamError(
            f"its certificate is not trusted: {text}",
            where=request.route.authority,
            hint='When you trust it, set "insecure: true" in site.yaml.',
        )
    return UpstreamError(f"no answer: {text}", where=request.route.authority, hint="Is the address right?")

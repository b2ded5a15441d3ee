from __future__ import annotations

import asyncio
import base64
import hashlib
import multiprocessing
import socket
import ssl
import stat
import time
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization

from awe_author.door import CertificateAuthority
from awe_author.door.authority import default_directory
from awe_author.errors import InputError
from tests.door.conftest import echo

DAY = 86400.0


def handshake(authority: CertificateAuthority, host: str, name: str | None = None) -> tuple[list[bytes], dict]:
    """The chain that a verifying client gets for `host`, and what it says about the leaf."""
    client_context = ssl.create_default_context(cafile=str(authority.ca_path))
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = client_context.wrap_bio(to_client, to_server, server_hostname=name or host.strip("[]"))
    server = authority.context_for(host).wrap_bio(to_server, to_client, server_side=True)
    for _ in range(5):
        for side in (client, server):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    client_chain = client._sslobj.get_unverified_chain()
    return [bytes(c.public_bytes(2)) for c in client_chain], client.getpeercert()


@pytest.mark.parametrize(
    "host", ["a.example", "127.0.0.1", "[::1]", "xn--bcher-kva.example", "under_score.example", "a" * 60 + ".example"]
)
def test_a_client_that_trusts_the_ca_accepts_every_host(authority: CertificateAuthority, host: str) -> None:
    handshake(authority, host)


def test_names_in_other_spellings_share_one_context(authority: CertificateAuthority) -> None:
    assert authority.context_for("A.Example.") is authority.context_for("a.example")
    assert authority.context_for("bücher.example") is authority.context_for("xn--bcher-kva.example")


def test_the_name_asked_for_in_tls_wins(authority: CertificateAuthority) -> None:
    _, leaf = handshake(authority, "10.0.0.1", "other.example")
    assert leaf["subjectAltName"] == (("DNS", "other.example"),)


def test_wildcard_and_very_long_names_give_a_certificate(authority: CertificateAuthority) -> None:
    for host in ("*.example.com", "x" * 300, ""):
        assert authority.context_for(host)


def test_the_chain_holds_the_key_of_the_spki(authority: CertificateAuthority) -> None:
    chain, _ = handshake(authority, "a.example")
    hashes = []
    for der in chain:
        key = x509.load_der_x509_certificate(der).public_key()
        spki = key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        hashes.append(base64.b64encode(hashlib.sha256(spki).digest()).decode())
    assert authority.spki in hashes


def test_files_are_private_and_made_once(tmp_path: Path) -> None:
    first = CertificateAuthority.load(tmp_path / "ca")
    second = CertificateAuthority.load(tmp_path / "ca")
    assert first.spki == second.spki
    assert stat.S_IMODE((tmp_path / "ca").stat().st_mode) == 0o700
    for file in (tmp_path / "ca").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    assert b"PRIVATE" not in first.ca_path.read_bytes()


def test_the_default_place_is_the_users_data_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_directory() == tmp_path / "awe-author" / "ca"
    assert CertificateAuthority.load().ca_path.is_relative_to(tmp_path)


def _load(directory: str, queue: multiprocessing.Queue[str]) -> None:
    queue.put(CertificateAuthority.load(directory).spki)


def test_processes_that_start_at_once_agree(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    queue: multiprocessing.Queue[str] = context.Queue()
    workers = [context.Process(target=_load, args=(str(tmp_path / "ca"), queue)) for _ in range(3)]
    for worker in workers:
        worker.start()
    keys = {queue.get(timeout=60) for _ in workers}
    for worker in workers:
        worker.join()
    assert len(keys) == 1


def test_an_expiring_ca_is_made_anew(tmp_path: Path) -> None:
    old = CertificateAuthority.load(tmp_path, clock=lambda: time.time() - 3640 * DAY)
    new = CertificateAuthority.load(tmp_path)
    assert old.spki != new.spki
    handshake(new, "a.example")


def test_leaves_are_renewed_long_before_they_expire(tmp_path: Path) -> None:
    now = [time.time()]
    authority = CertificateAuthority.load(tmp_path, clock=lambda: now[0])
    first = authority.context_for("a.example")
    now[0] += 80 * DAY
    assert authority.context_for("a.example") is first
    now[0] += 20 * DAY
    assert authority.context_for("a.example") is not first


def test_a_damaged_file_is_named_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "authority.pem").write_bytes(b"-----BEGIN nonsense")
    with pytest.raises(InputError, match="Delete the file") as error:
        CertificateAuthority.load(tmp_path)
    assert "authority.pem" in error.value.where


def test_a_place_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="XDG_DATA_HOME"):
        CertificateAuthority.load(tmp_path / "file" / "ca")


async def test_a_second_connection_resumes_the_first_ones_tls_session(open_door) -> None:
    opened = await open_door(echo)
    context = ssl.create_default_context(cafile=str(opened.ca))

    def visit(session: ssl.SSLSession | None) -> ssl.SSLSocket:
        raw = socket.create_connection(("127.0.0.1", opened.door.port))
        raw.sendall(b"CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n")
        raw.recv(1000)
        sock = context.wrap_socket(raw, server_hostname="a.test", session=session)
        sock.sendall(b"GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
        sock.recv(1000)
        return sock

    first = await asyncio.to_thread(visit, None)
    second = await asyncio.to_thread(visit, first.session)
    assert (first.session_reused, second.session_reused) == (False, True)
    first.close()
    second.close()

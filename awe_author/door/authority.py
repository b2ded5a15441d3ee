"""The door's own certificate authority: one CA for each user, made on first use, and leaf certificates made on demand.

The CA's key and certificate live in one private file, so that a half-written pair cannot exist; it is written aside
under a lock and renamed. Leaves share one key that is made at load time and never stored. Chromium is told the hash of
the CA's key (`spki`): it compares it with every certificate of the chain, so the chain that is sent includes the CA.
"""

from __future__ import annotations

import base64
import contextlib
import datetime
import fcntl
import hashlib
import ipaddress
import os
import ssl
import tempfile
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from awe_author.errors import InputError

_DAY = 86400.0
_CA_DAYS = 3650
_CA_RENEW_DAYS = 30
_LEAF_DAYS = 180
_LEAF_RENEW_DAYS = 90
_CONTEXTS = 1024
"""Contexts kept; the least recently used is dropped beyond that."""

Clock = Callable[[], float]
"""Seconds since the Unix epoch."""


def default_directory() -> Path:
    """$XDG_DATA_HOME/awe-author/ca (XDG Base Directory specification; ~/.local/share by default)."""
    base = os.environ.get("XDG_DATA_HOME", "")
    root = Path(base) if base.startswith("/") else Path.home() / ".local" / "share"
    return root / "awe-author" / "ca"


class CertificateAuthority:
    """Makes TLS server contexts for any host, all vouched for by one CA."""

    ca_path: Path
    """PEM of the CA's certificate (no key), for clients that want a file to trust."""
    spki: str
    """Base64 SHA-256 of the CA's SubjectPublicKeyInfo (RFC 7469 2.4), for --ignore-certificate-errors-spki-list."""

    def __init__(
        self,
        key: ec.EllipticCurvePrivateKey,
        certificate: x509.Certificate,
        ca_path: Path,
        *,
        clock: Clock = time.time,
    ) -> None:
        self.ca_path = ca_path
        self.spki = base64.b64encode(hashlib.sha256(_public_bytes(key.public_key())).digest()).decode("ascii")
        self._key, self._certificate, self._clock = key, certificate, clock
        self._leaf_key = ec.generate_private_key(ec.SECP256R1())
        self._contexts: OrderedDict[str, tuple[float, ssl.SSLContext]] = OrderedDict()

    @classmethod
    def load(cls, directory: Path | str | None = None, *, clock: Clock = time.time) -> CertificateAuthority:
        """The CA kept in `directory` (default: the user's data directory); made when absent, renewed when it expires.

        Raises InputError when the directory cannot be used or the file in it is damaged.
        """
        home = Path(directory) if directory is not None else default_directory()
        store, public = home / "authority.pem", home / "ca.pem"
        try:
            home.mkdir(parents=True, exist_ok=True, mode=0o700)
            home.chmod(0o700)
            with _locked(home / ".lock"):
                pair = _read(store, clock())
                if pair is None:
                    pair = _make_ca(clock())
                    _write_private(store, _key_pem(pair[0]) + _certificate_pem(pair[1]))
                pem = _certificate_pem(pair[1])
                if not public.exists() or public.read_bytes() != pem:
                    _write_private(public, pem)
        except OSError as error:
            raise InputError(
                f"the certificate authority cannot be kept here ({error.strerror or error})",
                where=str(home),
                hint="Set XDG_DATA_HOME to a folder that you may write to.",
            ) from error
        return cls(*pair, public, clock=clock)

    def context_for(self, host: str) -> ssl.SSLContext:
        """A server context whose certificate names `host` (a DNS name or an IP address, brackets allowed)."""
        name = _plain_name(host)
        known = self._contexts.get(name)
        if known is not None and self._clock() < known[0]:
            self._contexts.move_to_end(name)
            return known[1]
        context = self._make_context(name)
        self._contexts[name] = (self._clock() + _LEAF_RENEW_DAYS * _DAY, context)
        if len(self._contexts) > _CONTEXTS:
            self._contexts.popitem(last=False)
        return context

    def chain_for(self, host: str) -> bytes:
        """PEM of a leaf's private key, the leaf for `host`, and the CA: what another TLS server needs."""
        leaf = self._leaf(_plain_name(host))
        return _key_pem(self._leaf_key) + _certificate_pem(leaf) + _certificate_pem(self._certificate)

    def _make_context(self, name: str) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["h2", "http/1.1"])
        context.sni_callback = self._choose
        with tempfile.NamedTemporaryFile(prefix="awe-leaf-") as file:  # 0600; the ssl module reads keys from files only
            file.write(self.chain_for(name))
            file.flush()
            context.load_cert_chain(file.name)
        return context

    def _choose(self, connection: ssl.SSLObject, server_name: str | None, context: ssl.SSLContext) -> None:
        """A browser that asks for another name than it gave to CONNECT gets a certificate for the one it asked for."""
        if server_name:
            wanted = self.context_for(server_name)
            if wanted is not context:
                connection.context = wanted

    def _leaf(self, name: str) -> x509.Certificate:
        now = self._clock()
        usage = x509.KeyUsage(True, False, False, False, False, False, False, False, False)
        return (
            x509.CertificateBuilder()
            .subject_name(_subject(name if len(name) <= 64 else "host"))
            .issuer_name(self._certificate.subject)
            .public_key(self._leaf_key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(_moment(now - _DAY))
            .not_valid_after(min(_moment(now + _LEAF_DAYS * _DAY), self._certificate.not_valid_after_utc))
            .add_extension(x509.SubjectAlternativeName([_general_name(name)]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(usage, critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False)
            .sign(self._key, hashes.SHA256())
        )


def _make_ca(now: float) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _subject("awe-author local authority")
    usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_moment(now - 2 * _DAY))
        .not_valid_after(_moment(now + _CA_DAYS * _DAY))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return key, certificate


def _read(store: Path, now: float) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate] | None:
    """The stored pair; None when there is none or it is about to expire."""
    if not store.exists():
        return None
    data = store.read_bytes()
    try:
        key = serialization.load_pem_private_key(data, password=None)
        certificate = x509.load_pem_x509_certificate(data)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise ValueError("not an EC key")
        if _public_bytes(key.public_key()) != _public_bytes(certificate.public_key()):
            raise ValueError("key and certificate do not belong together")
    except (ValueError, TypeError) as error:
        raise InputError(
            f"the certificate authority is damaged ({error})",
            where=str(store),
            hint="Delete the file; a new authority is made at the next start.",
        ) from error
    if certificate.not_valid_after_utc.timestamp() - now < _CA_RENEW_DAYS * _DAY:
        return None
    if certificate.not_valid_before_utc.timestamp() > now:
        return None
    return key, certificate


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Only one process at a time; the lock goes with the process."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _write_private(path: Path, data: bytes) -> None:
    """Replace `path` at once with a file that only its owner may read."""
    handle, aside = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(aside)
        raise


def _plain_name(host: str) -> str:
    """`host` as it stands in a certificate: lower case, A-labels, no brackets, no final dot."""
    name = host.strip("[]").split("%", 1)[0].rstrip(".").lower()
    if not name.isascii():
        with contextlib.suppress(UnicodeError):
            name = name.encode("idna").decode("ascii")
    return name if name.isascii() and name else "invalid"


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _subject(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _moment(seconds: float) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC)


def _public_bytes(key: object) -> bytes:
    assert isinstance(key, ec.EllipticCurvePublicKey)
    return key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _certificate_pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)

"""The floor: nginx serving the material's files over HTTP/1.1 and HTTP/2 with one worker, no log, no proxying."""

from __future__ import annotations

import datetime
import os
import shutil
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from benchmarks.material import HOST, Material

SETTINGS = """
{user}
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  types {{ text/html html; text/css css; text/javascript js; image/png png; application/octet-stream bin; }}
  default_type application/octet-stream;
  client_body_temp_path {folder}/tmp; proxy_temp_path {folder}/tmp; fastcgi_temp_path {folder}/tmp;
  uwsgi_temp_path {folder}/tmp; scgi_temp_path {folder}/tmp;
  sendfile on; tcp_nopush on; keepalive_requests 1000000; keepalive_timeout 300s;
  etag off; if_modified_since off; gunzip off;
  server {{
    listen 127.0.0.1:{port} ssl http2;
    listen 127.0.0.1:{plain};
    http2_max_concurrent_streams 256;
    ssl_certificate {folder}/certificate.pem; ssl_certificate_key {folder}/key.pem;
    root {root};
    location /heavy/ {{ gzip_static always; add_header Cache-Control "max-age=86400"; }}
    location = /heavy/index.html {{ gzip_static always; add_header Cache-Control no-store; }}
    location /heavy/i/ {{ add_header Cache-Control "max-age=86400"; }}
    location / {{ add_header Cache-Control no-store; }}
  }}
}}
"""


def program() -> str | None:
    """Where nginx is, None when it is not installed."""
    return shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")


def command(material: Material, folder: Path, port: int) -> list[str]:
    """Write the settings for TLS on `port` and plain on the next, and give the program line."""
    user = "user root;" if os.getuid() == 0 else ""
    here = folder.resolve()
    (here / "tmp").mkdir(exist_ok=True)
    text = SETTINGS.format(user=user, folder=here, port=port, plain=port + 1, root=material.root.resolve())
    (here / "nginx.conf").write_text(text)
    return [program() or "nginx", "-p", str(here), "-c", str(here / "nginx.conf")]


def write_certificate(folder: Path) -> None:
    """A self-signed P-256 certificate for the host, and its key."""
    if (folder / "certificate.pem").exists():
        return
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=365))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    encoding, private = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    (folder / "key.pem").write_bytes(key.private_bytes(encoding, private, serialization.NoEncryption()))
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(encoding))

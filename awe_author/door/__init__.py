"""The HTTP(S) proxy that a browser talks through, while recording and while replaying. It knows nothing of WARC.

Public names: `Door` (see server.py), `CertificateAuthority` (see authority.py), `Limits`, and the messages.

    authority = CertificateAuthority.load()                       # user's data directory, made on first use
    door = await Door.open([responder, ...], session, authority)  # its own loopback port
    door.url          # "http://127.0.0.1:PORT", for --proxy-server
    authority.spki    # for --ignore-certificate-errors-spki-list
    authority.ca_path # PEM, for other clients
    await door.close()
"""

from awe_author.door.authority import CertificateAuthority
from awe_author.door.limits import Limits
from awe_author.door.server import Door

__all__ = ["CertificateAuthority", "Door", "Limits"]

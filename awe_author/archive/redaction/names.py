"""Names of parameters, keys, cookies and headers that announce a secret. Pure.

A name counts by its last words, so that `csrfToken`, `user[password]` and `X-Auth-Token` match, and `token_type`,
`passwordHint` and `session_timeout` do not.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from awe_author.archive.redaction.rules import RedactionRules

PASSWORD = "password"
"""Typed by a person: whatever the value, it is secret."""
TOKEN = "token"
"""Handed out by the server: secret when it does not look like a word."""
EXPLICIT = "explicit"
"""Named by the author's rules: secret wherever it stands."""
MAYBE = "maybe"
"""Secret only when it looks random ("code", "state")."""

_PASSWORD_WORDS = {"password", "passwd", "pwd", "pass", "passphrase", "passcode", "otp", "totp"}
_PASSWORD_PAIRS = {
    "otp code",
    "totp code",
    "mfa code",
    "verification code",
    "one time",
    "backup code",
    "security answer",
}
_PASSWORD_ENDS = ("password", "passwd", "passphrase")
_TOKEN_WORDS = {
    *("token", "tokens", "secret", "jwt", "csrf", "xsrf", "apikey", "sessionid", "sessid", "sessauth", "credential"),
    *("credentials", "phpsessid", "jsessionid", "authorization", "sid", "samlresponse", "samlrequest", "codeverifier"),
}
_TOKEN_PAIRS = {
    *("api key", "access key", "secret key", "private key", "auth key", "session id", "session key", "session auth"),
    *(
        "code verifier",
        "client secret",
        "auth code",
        "device code",
        "encryption key",
        "subscription key",
        "remember me",
    ),
}
_TOKEN_ENDS = ("token", "apikey", "secretkey", "privatekey", "accesskey", "sessionid", "sessid", "clientsecret")
_NOT_TOKENS = {"nexttoken", "pagetoken", "nextpagetoken", "continuationtoken", "cancellationtoken", "designtoken"}
_MAYBE_WORDS = {"code", "state", "ticket", "assertion", "sig", "signature", "auth", "session", "jti"}
_TRAILING = {"confirmation", "confirm", "again", "repeat", "retype", "verify", "new", "old", "current"}
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")

SECRET_HEADERS = frozenset(
    {"authorization", "proxy-authorization", "x-api-key", "x-csrf-token", "x-xsrf-token", "x-csrftoken", "x-auth-token"}
)
"""Besides these, Cookie and Set-Cookie, and any header whose name announces a secret."""


def classify(name: str) -> str:
    """PASSWORD, TOKEN, MAYBE or "" for a name as it stands in the recording."""
    if len(name) > 120:
        return ""
    words = [word.lower() for word in _WORD.findall(name)]
    while len(words) > 1 and words[-1] in _TRAILING:
        words.pop()
    if not words:
        return ""
    last, pair, joined = words[-1], " ".join(words[-2:]), "".join(words)
    if last in _PASSWORD_WORDS or pair in _PASSWORD_PAIRS or joined.endswith(_PASSWORD_ENDS):
        return PASSWORD
    if joined in _NOT_TOKENS:
        return ""
    if last in _TOKEN_WORDS or pair in _TOKEN_PAIRS or joined.endswith(_TOKEN_ENDS):
        return TOKEN
    return MAYBE if last in _MAYBE_WORDS else ""


def kind_of(name: str, kind: str) -> str:
    """The word under which a secret is counted in the report."""
    lower = name.lower()
    if lower.endswith("authorization"):
        return "authorization"
    if "csrf" in lower or "xsrf" in lower or "authenticity" in lower:
        return "csrf"
    if kind == PASSWORD:
        return "password"
    return "session" if "sess" in lower or lower == "sid" else "token"


class Names:
    """`classify` plus what the author's rules add and take away."""

    def __init__(self, rules: RedactionRules) -> None:
        self._keys = [pattern.lower() for pattern in rules.keys]
        self._keep = [pattern.lower() for pattern in rules.keep]
        self._headers = {name.lower() for name in rules.headers}
        self._known: dict[str, str] = {}

    def kept(self, name: str) -> bool:
        return any(fnmatchcase(name.lower(), pattern) for pattern in self._keep)

    def of(self, name: str) -> str:
        """EXPLICIT, PASSWORD, TOKEN, MAYBE or ""."""
        kind = self._known.get(name)
        if kind is None:
            kind = self._classify(name)
            if len(self._known) < 100_000:
                self._known[name] = kind
        return kind

    def _classify(self, name: str) -> str:
        if self._keep and self.kept(name):
            return ""
        if self._keys and any(fnmatchcase(name.lower(), pattern) for pattern in self._keys):
            return EXPLICIT
        return classify(name)

    def secret_header(self, name: str) -> bool:
        lower = name.lower()
        if self._keep and self.kept(lower):
            return False
        if lower in SECRET_HEADERS or lower in self._headers:
            return True
        return classify(lower) in (TOKEN, PASSWORD) and not lower.startswith(("access-control-", "sec-"))

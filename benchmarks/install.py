"""Installs what is compared with: pywb and mitmproxy each in an environment of its own, nginx and load tools by apt.

pywb is GPL and runs as a separate program only; nothing of this project imports it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
VENVS = HERE / ".venvs"
PEERS = {"pywb": "pywb==2.10.0", "mitmproxy": "mitmproxy==11.0.2"}
"""Environment -> requirement."""
DEBIAN = {"nginx": "nginx-light", "h2load": "nghttp2-client", "socat": "socat"}
"""Program -> Debian package."""


def venv_program(peer: str, program: str) -> Path:
    """Where `program` of `peer`'s environment is."""
    return VENVS / peer / "bin" / program


def install_peers(say: Callable[[str], None]) -> dict[str, str]:
    """Install what is missing; returns what could not be installed, with the reason."""
    missing = {}
    for peer, requirement in PEERS.items():
        stamp = VENVS / peer / ".installed"
        if stamp.exists() and stamp.read_text() == requirement:
            continue
        say(f"installing {requirement} into {VENVS.name}/{peer} (once)")
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENVS / peer)], check=True)
        pip = [str(venv_program(peer, "python")), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        done = subprocess.run([*pip, requirement], capture_output=True, text=True, check=False)
        if done.returncode:
            missing[peer] = "pip: " + (done.stderr.strip().splitlines() or ["failed"])[-1]
        else:
            stamp.write_text(requirement)
    return missing | install_programs(say)


def install_programs(say: Callable[[str], None]) -> dict[str, str]:
    """Debian's nginx and load tools, when they are missing and this is root."""
    missing = {name: package for name, package in DEBIAN.items() if not find(name)}
    if not missing:
        return {}
    if os.getuid() == 0 and shutil.which("apt-get"):
        say(f"apt-get install {' '.join(missing.values())}")
        _apt(list(missing.values()))
    return {
        name: f"as root: apt-get install {package}" for name, package in missing.items() if not find(name)
    }  # fmt: skip


def find(program: str) -> str | None:
    """Where an installed program is (daemons lie in sbin, which a user's PATH may lack)."""
    return shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def _apt(packages: list[str]) -> None:
    """Install without starting any service: a policy file says so for as long as it takes."""
    policy = Path("/usr/sbin/policy-rc.d")
    ours = not policy.exists()
    if ours:
        policy.write_text("#!/bin/sh\nexit 101\n")
        policy.chmod(0o755)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages]
    try:
        if subprocess.run(install, capture_output=True, env=environment, check=False).returncode:
            subprocess.run(["apt-get", "update", "-q"], capture_output=True, env=environment, check=False)
            subprocess.run(install, capture_output=True, env=environment, check=False)
    finally:
        if ours:
            policy.unlink()

"""A process with another hash seed, time zone and locale: work is done again in it, to see that it comes out equal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import IO

from awe_author.json_types import Json


def second_process(statements: str, asked: Json, output: IO[str]) -> subprocess.Popen[str]:
    """Starts it: `statements` of Python, which find `asked` as JSON on standard input.

    What it prints goes to the file `output`, so that neither process waits for the other.
    """
    hash_seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-c", statements]
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=output, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdin is not None
    with process.stdin as pipe:
        pipe.write(json.dumps(asked))
    return process

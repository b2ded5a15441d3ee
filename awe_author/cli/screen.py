"""Is there a screen to show a window on?"""

from __future__ import annotations

import os
import sys

from awe_author.errors import InputError


def need_screen() -> None:
    """Raises InputError when a window of --headed could not be shown."""
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise InputError(
            "there is no screen to show a window on",
            where="--headed",
            hint="Run it on a desktop, or under xvfb-run; without --headed it needs no screen.",
        )

"""Compares a recorded with a replayed picture and text. Pure: bytes and texts in, values out.

Pictures are compared exactly. A tolerance would have to be explained for every difference it hides, and the replay is
meant to be the same, not similar.
"""

from __future__ import annotations

import difflib
import io

from PIL import Image, ImageChops, ImageDraw, UnidentifiedImageError

from awe_author.errors import InputError
from awe_author.fidelity.model import PixelDifference, TextDifference

DIFFERS = (214, 30, 60)
MOST_LINES = 200
MOST_TEXT_LINES = 4000


def compare_pictures(recorded: bytes, replayed: bytes) -> tuple[PixelDifference, bytes | None]:
    """The difference, and a picture of it (None when there is none): the recorded one faded, what differs in red.

    Raises InputError when the recorded bytes are no picture.
    """
    if recorded == replayed:
        size = _open(recorded).size
        return PixelDifference(0, size[0] * size[1], size, size), None
    left, right = _open(recorded), _open(replayed)
    width, height = max(left.width, right.width), max(left.height, right.height)
    mask = _mask(left, right, (width, height))
    differing = mask.histogram()[255]
    found = PixelDifference(differing, width * height, left.size, right.size, mask.getbbox())
    return found, _draw(left, mask) if differing else None


def _open(picture: bytes) -> Image.Image:
    try:
        opened = Image.open(io.BytesIO(picture))
        return opened.convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise InputError(f"a screenshot cannot be read ({error})", hint="the recording may be damaged") from error


def _mask(left: Image.Image, right: Image.Image, size: tuple[int, int]) -> Image.Image:
    """255 where the pictures differ or only one of them reaches."""
    mask = Image.new("L", size, 255)
    shared = (0, 0, min(left.width, right.width), min(left.height, right.height))
    difference = ImageChops.difference(left.crop(shared), right.crop(shared))
    red, green, blue = difference.split()
    strongest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    mask.paste(strongest.point([0] + [255] * 255), shared)
    return mask


def _draw(recorded: Image.Image, mask: Image.Image) -> bytes:
    """Differing pixels in red on a faded ground, with a frame around all of them so that a single one is found."""
    faded = Image.new("RGB", mask.size, "white")
    faded.paste(Image.blend(recorded.convert("L").convert("RGB"), Image.new("RGB", recorded.size, "white"), 0.72))
    faded.paste(DIFFERS, mask=mask)
    left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
    frame = (max(left - 4, 0), max(top - 4, 0), min(right + 3, mask.width - 1), min(bottom + 3, mask.height - 1))
    ImageDraw.Draw(faded).rectangle(frame, outline=DIFFERS)
    out = io.BytesIO()
    faded.save(out, "PNG")
    return out.getvalue()


def compare_texts(recorded: str, replayed: str) -> TextDifference:
    """Line by line; blank lines and spaces at either end do not count."""
    left, right = _lines(recorded), _lines(replayed)
    if left == right:
        return TextDifference()
    lines = list(difflib.unified_diff(left, right, "recorded", "replayed", n=1, lineterm=""))
    body = lines[2:]
    added = sum(line.startswith("+") for line in body)
    removed = sum(line.startswith("-") for line in body)
    return TextDifference(added, removed, body[:MOST_LINES])


def _lines(text: str) -> list[str]:
    """Bounded, since the time to compare grows with the square of the number of lines."""
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line][:MOST_TEXT_LINES]

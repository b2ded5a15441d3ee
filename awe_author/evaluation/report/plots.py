"""Plots as SVG, written here so that the page needs neither a library nor a network. All texts are escaped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

COLOURS = ("#3b6fb6", "#d1792b", "#3f9a62", "#a34d8e", "#8a8a3a", "#5a5a5a", "#b84a4a", "#4aa3a3")
GOOD, BAD, ASLEEP = "#3f9a62", "#c0453b", "#c9c9c9"

LABEL, BAR, GAP, WIDTH, HEAD = 190, 14, 8, 760, 22
"""Pixels: room for names, height of a bar, room between groups, width of a plot, room for its title."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from 0 to `share` (0 to 1), with what is written behind it and, where known, an interval."""

    share: float | None
    text: str
    interval: tuple[float, float] | None = None


def colour(place: int) -> str:
    """The colour of the series at this place."""
    return COLOURS[place % len(COLOURS)]


def bars(groups: Sequence[tuple[str, Sequence[Bar]]], series: Sequence[str], title: str) -> str:
    """Groups of horizontal bars, one bar for each series."""
    parts: list[str] = []
    y = 30.0 if len(series) > 1 else 6.0
    for name, group in groups:
        height = len(group) * (BAR + 2)
        parts.append(_text(LABEL - 8, y + height / 2 + 4, name, "end"))
        for place, bar in enumerate(group):
            parts.extend(_bar(bar, y + place * (BAR + 2), colour(place)))
        y += height + GAP
    return _svg(title, y + 2, [*(_legend(series) if len(series) > 1 else ()), *_grid(y), *parts])


def stacks(
    rows: Sequence[tuple[str, Sequence[float]]], series: Sequence[str], title: str, colours: Sequence[str] = ()
) -> str:
    """Horizontal bars whose parts add up to the whole."""
    parts: list[str] = []
    y = 30.0
    shades = colours or COLOURS
    for name, values in rows:
        total = float(sum(values)) or 1.0
        x = float(LABEL)
        parts.append(_text(LABEL - 8, y + BAR - 2, name, "end"))
        for place, value in enumerate(values):
            width = value / total * (WIDTH - LABEL - 70)
            hint = escape(f"{series[place]}: {value:g} ({value / total:.1%})")
            shade = shades[place % len(shades)]
            parts.append(_rect(x, y, width, shade, hint))
            x += width
        y += BAR + GAP
    return _svg(title, y + 4, [*_legend(series, shades), *parts])


def lines(series: Sequence[tuple[str, Sequence[tuple[float, float]]]], title: str, below: str) -> str:
    """Lines over whole numbers (1, 2, 3...), heights 0 to 1."""
    known = [x for _, points in series for x, _ in points]
    last = max(known, default=1)
    left, top, width, height = 46.0, 30.0, WIDTH - 70.0, 180.0

    def at(x: float, y: float) -> tuple[float, float]:
        return left + (width * (x - 1) / (last - 1) if last > 1 else width / 2), top + height * (1 - y)

    parts: list[str] = []
    for step in range(0, 5):
        _, y = at(1, step / 4)
        parts.append(f'<line x1="{left}" x2="{left + width}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>')
        parts.append(_text(left - 6, y + 4, f"{step * 25}%", "end"))
    for whole in range(1, int(last) + 1):
        parts.append(_text(at(whole, 0)[0], top + height + 16, str(whole), "middle"))
    parts.append(_text(left + width / 2, top + height + 32, below, "middle"))
    for place, (name, points) in enumerate(series):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in points))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour(place)}" stroke-width="2"/>')
        for x, y in points:
            cx, cy = at(x, y)
            hint = escape(f"{name}, {x:g}: {y:.1%}")
            dot = f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="3" fill="{colour(place)}">'
            parts.append(f"{dot}<title>{hint}</title></circle>")
    return _svg(title, top + height + 40, [*_legend([name for name, _ in series]), *parts])


def _bar(bar: Bar, y: float, shade: str) -> Iterator[str]:
    room = WIDTH - LABEL - 120
    if bar.share is None:
        yield _text(LABEL + 4, y + BAR - 2, bar.text or "-", "start")
        return
    width = max(0.0, min(1.0, bar.share)) * room
    hint = escape(bar.text)
    yield _rect(LABEL, y, width, shade, hint)
    end = width
    if bar.interval:
        low, high = (LABEL + one * room for one in bar.interval)
        middle = y + BAR / 2
        yield f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{middle:.1f}" y2="{middle:.1f}" class="interval"/>'
        end = max(end, high - LABEL)
    yield _text(LABEL + end + 6, y + BAR - 3, bar.text, "start")


def _rect(x: float, y: float, width: float, shade: str, hint: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{BAR}"'
    return f'<rect {place} fill="{shade}"><title>{hint}</title></rect>'


def _grid(height: float) -> Iterator[str]:
    room = WIDTH - LABEL - 120
    for step in range(5):
        x = LABEL + room * step / 4
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{height:.1f}" class="grid"/>'


def _legend(series: Sequence[str], shades: Sequence[str] = COLOURS) -> Iterator[str]:
    x = float(LABEL)
    for place, name in enumerate(series):
        yield f'<rect x="{x:.1f}" y="4" width="10" height="10" fill="{shades[place % len(shades)]}"/>'
        yield _text(x + 14, 13, name, "start")
        x += 30 + 6.6 * len(name)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    shown = text if len(text) <= 48 else text[:47] + "…"
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(shown)}</text>'


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    size = f'viewBox="0 0 {WIDTH} {height + HEAD:.0f}" width="{WIDTH}" height="{height + HEAD:.0f}"'
    heading = f'<text x="{LABEL}" y="14" class="title">{escape(title)}</text>'
    inner = "".join(parts)
    begin = f'<svg role="img" aria-label="{escape(title)}" {size}>'
    return f'{begin}{heading}<g transform="translate(0 {HEAD})">{inner}</g></svg>'

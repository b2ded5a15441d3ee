"""Sets of element names that decide how HTML is parsed (HTML Standard 13.1.2, 13.2.4.2 and 13.2.6.4)."""

from __future__ import annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


VOID = _names("area base br col hr img input link meta param source track wbr")
TEXT_ONLY = _names("noscript script style textarea title")
"""Elements whose content is text (`noscript`: where scripts can run)."""
WITH_REFERENCES = _names("textarea title")
"""Of these, those whose text has character references."""
IN_HEAD = _names("base link meta noscript script style title")
CLOSE_P = _names(
    "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form"
    " h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p pre search section summary table ul"
)
"""Their start tags end an open `p`."""
P_SCOPE = _names("button caption table td th")
"""An open `p` around one of these is not ended."""
HEADINGS = _names("h1 h2 h3 h4 h5 h6")
ALONE = _names("a button form nobr select")
"""Never within another one of their own."""
TABLE_PARTS = _names("colgroup table tbody tfoot thead tr")
"""Hold only their own parts."""
CHOICES = _names("optgroup option select")
_SECTION = _names("tbody tfoot thead")
ONLY_IN = {
    "caption": frozenset({"table"}),
    "col": frozenset({"colgroup"}),
    "colgroup": frozenset({"table"}),
    "optgroup": frozenset({"select"}),
    "option": frozenset({"datalist", "optgroup", "select"}),
    "tbody": frozenset({"table"}),
    "td": frozenset({"tr"}),
    "tfoot": frozenset({"table"}),
    "th": frozenset({"tr"}),
    "thead": frozenset({"table"}),
    "tr": _SECTION,
}
"""Element -> what it may stand in."""
NEVER = _names(
    "applet embed fencedframe frame frameset iframe image isindex keygen listing marquee math menuitem noembed"
    " noframes object plaintext portal rb rp rt rtc ruby template xmp"
)
"""Not read: they hold other documents or other trees, or are parsed by rules of their own."""
SPECIAL = _names(
    "address article aside blockquote body button caption center dd details dir div dl dt fieldset figcaption figure"
    " footer form h1 h2 h3 h4 h5 h6 header hgroup li main menu nav ol p pre search section select summary table tbody"
    " td tfoot th thead tr ul"
)
"""What ends the search for an open `li`, `dd` or `dt`; but for `address`, `div` and `p`."""
PICTURE = _names(
    "circle clippath defs ellipse g line lineargradient mask path pattern polygon polyline radialgradient rect stop"
    " svg symbol text tspan use"
)
"""Elements of SVG that are read."""

"""Finds where a script can be put into HTML so that it runs first and the page cannot tell that it was there. Pure.

That is right behind the `<head>` tag, or, when tags are left out, right before the first token that is more than white
space, comments and the document type: there the parser opens the head by itself (HTML Standard 13.2.6.4.1 to .4), and
neither quirks mode nor the attributes of `<html>` and `<head>` change. Text is a latin-1 view of the bytes, which is
right for every encoding that browsers know but UTF-16, where the caller makes a view of one letter per unit.
"""

from __future__ import annotations

SPACE = " \t\n\f\r"
MORE = -1
"""More text is needed before it can be said."""
NOWHERE = -2
"""There is no place (all of it is a comment; or XML that is no HTML)."""
LONGEST_NAME = 10


def html_point(text: str, *, final: bool) -> int:
    """Index at which to insert into an HTML document whose beginning is `text`; MORE or NOWHERE."""
    at = 0
    for name in ("html", "head"):
        at = _skip_blank(text, at, final=final)
        if at < 0:
            return at
        if not final and len(text) - at < LONGEST_NAME and text[at] == "<" and not _tag_name(text, at):
            return MORE
        if _tag_name(text, at) == name:
            end = _tag_end(text, at, final=final)
            if end < 0:
                return end
            at = end
            if name == "head":
                return at
    return at


def xhtml_point(text: str, *, final: bool) -> int:
    """The same for application/xhtml+xml: behind `<head>`, else behind the root, which must be `html`."""
    at = _skip_xml_blank(text, 0, final=final)
    if at < 0:
        return at
    if _tag_name(text, at).rpartition(":")[2] != "html":
        return NOWHERE if final or len(text) - at > 200 else MORE
    root = _tag_end(text, at, final=final)
    if root < 0:
        return root
    at = _skip_xml_blank(text, root, final=final)
    if at < 0:
        return root if final else MORE
    if not final and len(text) - at < LONGEST_NAME + 20:
        return MORE
    if _tag_name(text, at).rpartition(":")[2] != "head":
        return root
    end = _tag_end(text, at, final=final)
    return root if end > 0 and text[end - 2] == "/" else end


def _tag_name(text: str, at: int) -> str:
    """Lower-case name of the start tag at `at`, "" when there is none."""
    if text[at : at + 1] != "<":
        return ""
    end = at + 1
    while end < len(text) and text[end] not in SPACE and text[end] not in "/>":
        end += 1
        if end - at > 60:
            return ""
    return text[at + 1 : end].lower() if end < len(text) else ""


def _tag_end(text: str, at: int, *, final: bool) -> int:
    """Index behind the `>` of the start tag at `at`: a quote counts only right behind an equals sign."""
    missing = NOWHERE if final else MORE
    at += 1
    while at < len(text):
        letter = text[at]
        if letter == ">":
            return at + 1
        at += 1
        if letter == "=":
            while at < len(text) and text[at] in SPACE:
                at += 1
            if at < len(text) and text[at] in "\"'":
                closing = text.find(text[at], at + 1)
                if closing < 0:
                    return missing
                at = closing + 1
    return missing


def _skip_blank(text: str, at: int, *, final: bool) -> int:
    """Behind white space, comments, bogus comments, the document type and a byte order mark."""
    missing = NOWHERE if final else MORE
    if at == 0 and text.startswith("\xef\xbb\xbf"):
        at = 3
    while True:
        while at < len(text) and text[at] in SPACE:
            at += 1
        if at >= len(text):
            return at if final else MORE
        if text.startswith("<!--", at):
            at = _comment_end(text, at)
        elif text.startswith(("<!", "<?"), at) and (final or len(text) - at >= 4):
            at = text.find(">", at) + 1 or MORE
        elif not final and text[at] == "<" and len(text) - at < 4:
            return MORE
        else:
            return at
        if at < 0:
            return missing


def _comment_end(text: str, at: int) -> int:
    """Behind the comment that begins at `at`; `<!-->` and `<!--->` are whole comments. MORE when it is not closed."""
    ends = [
        end + len(mark) for mark, start in (("-->", at + 2), ("--!>", at + 4)) if (end := text.find(mark, start)) >= 0
    ]
    return min(ends, default=MORE)


def _skip_xml_blank(text: str, at: int, *, final: bool) -> int:
    """Behind a prolog: XML declaration, comments, document type with its internal subset."""
    missing = NOWHERE if final else MORE
    if at == 0 and text.startswith("\xef\xbb\xbf"):
        at = 3
    while True:
        while at < len(text) and text[at] in SPACE:
            at += 1
        if at >= len(text) or (not final and len(text) - at < LONGEST_NAME):
            return missing
        if text.startswith("<!--", at):
            at = text.find("-->", at + 4) + 3 if text.find("-->", at + 4) >= 0 else MORE
        elif text.startswith("<?", at):
            at = text.find("?>", at) + 2 if text.find("?>", at) >= 0 else MORE
        elif text.startswith("<!", at):
            at = _doctype_end(text, at)
        else:
            return at
        if at < 0:
            return missing


def _doctype_end(text: str, at: int) -> int:
    end, subset = text.find(">", at), text.find("[", at)
    if 0 <= subset < end:
        closing = text.find("]", subset)
        end = text.find(">", closing) if closing >= 0 else -1
    return end + 1 if end >= 0 else MORE

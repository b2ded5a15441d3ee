"""A newspaper's desk: forms that have the number of the new article already, links that throw away, rows with data for
scripts, and scripts that are configured with ids and tokens."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qs, urlsplit

from tests.features.discover.site import Said, Sent, Tour

DESK = "/desk/edit.php"
DRAFT = "6"
PLACES = {"11": "11-Front", "12": "12-Back"}
FEW = {"action": "unlock", "token": "0c8d1f2a3b"}


def whole(title: str, body: str, script: str = "") -> str:
    return f"<!DOCTYPE html><html><head><title>{title}</title>{script}</head><body><main>{body}</main></body></html>"


class Press:
    """Articles, the newest first; of a writer who is a number in forms and a name in the list."""

    def __init__(self) -> None:
        names = ["Ferries in spring", "Storm is over", "A crane for pier four", "Fog in the bay", "Oars and rowers"]
        self.articles = {str(4 + at): [name, f"Text of {name.lower()}.", "11"] for at, name in enumerate(names)}
        self.given = 9

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        parts, form = urlsplit(path), dict(sent)
        asked = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        name = parts.path.removeprefix("/desk/")
        if name == "ajax.php":
            return Said("1")
        if method == "POST":
            key = form["article_ID"]
            message = "1" if key in self.articles else "6"
            self.articles[key] = [form["headline"], form["content"], form["place"]]
            return Said(status=302, to=f"/desk/article.php?article={key}&action=edit&message={message}")
        if asked.get("action") == "trash":
            self.articles.pop(asked["article"])
            return Said(status=302, to=f"{DESK}?trashed=1&ids={asked['article']}")
        if "_nonce" in asked:
            kept = "&".join(pair for pair in parts.query.split("&") if not pair.startswith("_nonce="))
            return Said(status=302, to=f"{DESK}?{kept}")
        if name == "article.php":
            return Said(self._article(asked["article"], asked.get("message", "")))
        if name == "new.php":
            key = str(max(map(int, [*self.articles, "8"])) + 1)
            return Said(whole("New", f"<h1>New article</h1>{self._form(key, '', '', '11')}", _script(key)))
        return Said(self._listed("trashed" in asked, asked.get("s", "")))

    def _listed(self, trashed: bool, wanted: str) -> str:
        rows = "".join(
            f'<tr class="row" id="article-{key}"><th><label for="cb-{key}">Select {escape(name)}</label></th>'
            f'<td class="title column"><strong><a class="name" href="/desk/article.php?article={key}&amp;action=edit">'
            f'{escape(name)}</a></strong><div class="hidden" id="data_{key}"><div class="headline">{escape(name)}</div>'
            f'<div class="place">{place}</div></div><span class="edit"><a href="/desk/article.php?article={key}&amp;'
            f'action=edit">Edit</a></span> <span class="gone"><a href="/desk/article.php?article={key}&amp;action=trash'
            f'&amp;_nonce=5d1c{key}f00b">Trash</a></span> <span class="view"><a href="/read?p={key}'
            f'{"&amp;draft=1" if key == DRAFT else ""}">View</a></span>{" Draft" if key == DRAFT else ""}</td>'
            '<td class="writer">Ines</td></tr>'
            for key, (name, _, place) in reversed(self.articles.items())
            if wanted.lower() in name.lower()
        )
        said = "<p class=notice>1 article thrown away.</p>" if trashed else ""
        heads = "<thead><tr><th></th><th>Title</th><th>Writer</th></tr></thead>"
        return whole("Desk", f"<h1>Articles</h1>{said}<table>{heads}<tbody id=list>{rows}</tbody></table>")

    def _article(self, key: str, message: str) -> str:
        name, text, place = self.articles[key]
        said = {"1": "<p class=notice>Updated.</p>", "6": "<p class=notice>Published.</p>"}.get(message, "")
        return whole(
            f"Edit {escape(name)}", f"<h1>Edit article</h1>{said}{self._form(key, name, text, place)}", _script(key)
        )

    @staticmethod
    def _form(key: str, name: str, text: str, place: str) -> str:
        places = "".join(
            f"<option value={value}{' selected' if value == place else ''}>{label}</option>"
            for value, label in PLACES.items()
        )
        return (
            '<form method=post action="/desk/article.php"><input type=hidden name=action value=save>'
            f'<input type=hidden name=article_ID value="{key}"><input type=hidden name=writer value=1>'
            f'<input type=hidden name=secret_password value=""><input name=headline value="{escape(name)}">'
            f"<textarea name=content>{escape(text)}</textarea><select name=place>{places}</select></form>"
        )


def _script(key: str) -> str:
    return f'<script>var mediaSettings = {{"article": {{"id": {key}, "nonce": "43dc1aff39", "picture": -1}}}};</script>'


def article(key: str, name: str, text: str, place: str = "11") -> Sent:
    return [("action", "save"), ("article_ID", key), ("writer", "1"), ("secret_password", ""), ("headline", name),
            ("content", text), ("place", place)]  # fmt: skip


def recorded() -> Tour:
    tour = Tour(Press())
    tour.ask("GET", DESK)
    tour.ask("GET", "/desk/article.php?article=5&action=edit")
    tour.ask("POST", "/desk/ajax.php", *FEW.items(), ("article_ID", "5"), how="part")
    tour.ask("GET", "/desk/new.php")
    tour.ask("POST", "/desk/article.php", *article("9", "Lighthouse opens", "Climb it on Sunday."))
    tour.ask("GET", DESK)
    tour.ask("POST", "/desk/ajax.php", *FEW.items(), ("article_ID", "9"), how="part")
    tour.ask("GET", "/desk/article.php?article=9&action=edit")
    tour.ask("POST", "/desk/article.php", *article("9", "Lighthouse opens again", "Climb it for nothing.", "12"))
    tour.ask("GET", DESK)
    tour.ask("GET", f"{DESK}?s=bay&_nonce=77aa01&view=all")
    tour.ask("GET", "/desk/article.php?article=7&action=trash&_nonce=5d1c7f00b")
    tour.ask("GET", DESK)
    return tour

"""A pantry: drawers in two rooms, jars in them, at addresses with a drawer's key and words that it keeps.

A jar's form has its drawer in a field that users do not see, until they change the jar; what is used up is in a list of
its own. Lists say when a jar ends in another way than forms, whose it is by a short name, and with a sign that there is
a remark, which a pointer on the link is told.
"""

from __future__ import annotations

from tests.features.discover.site import Said, Sent

ROOMS = {"1": "Kitchen", "2": "Cellar"}
PEOPLE = {"1": ("ada", "Ada Vance"), "2": ("ben", "Ben Ruiz"), "3": ("cleo", "Cleo Park")}
Jar = dict[str, str]


class Pantry:
    """The app. One jar was never shown: it is used up, and nobody looks at what is used up in its drawer."""

    def __init__(self) -> None:
        self.drawers = {1: ("Spices", "spices", "1"), 2: ("Jams and jellies", "jams", "1"),
                        3: ("Roots", "roots", "2"), 4: ("Pickles in brine", "pickles", "2")}  # fmt: skip
        self.jars: dict[int, Jar] = {}
        self.told: dict[int, list[tuple[str, str]]] = {}
        for number, (title, remark, ends, who, drawer, used) in enumerate([
            ("Black pepper", "Grind it late.", "2027-04-05", "1", 1, ""), ("Bay leaves", "", "2027-05-16", "2", 1, ""),
            ("Star anise", "For the soup on Sunday.", "", "3", 1, ""), ("Plum jam", "", "2027-06-07", "", 2, ""),
            ("Quince jelly", "Open it for guests.", "2027-07-21", "1", 2, ""), ("Parsnips", "", "", "2", 3, ""),
            ("Beetroot", "Check them for spots.", "2027-03-30", "1", 3, ""), ("Gherkins", "", "2027-09-12", "3", 4, ""),
            ("Green tomatoes", "", "", "1", 4, "1"), ("Old cloves", "", "", "", 1, "1"),
        ], 1):  # fmt: skip
            self.jars[number] = {"title": title, "remark": remark, "ends": ends, "who": who, "drawer": str(drawer),
                                 "used": used}  # fmt: skip
        self.told[1] = [("ben", "Nearly empty by now.")]
        self.notice = ""
        self.next_jar, self.next_drawer = 11, 5

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        said, pieces = dict(sent), path.partition("?")[0].strip("/").split("/")
        if method == "POST":
            return self.post(pieces, said)
        notice, self.notice = self.notice, ""
        told = f'<div class="alert note">{notice}</div>' if notice else ""
        return Said(
            f"<html><head><title>Pantry</title></head><body>{told}<main>{self.page(path, pieces)}</main></body></html>"
        )

    # ---- what is done ------------------------------------------------------------------------

    def post(self, pieces: list[str], said: dict[str, str]) -> Said:
        if pieces == ["pantry", "open"]:
            key, self.next_drawer = self.next_drawer, self.next_drawer + 1
            words = said["name"].lower().replace(" ", "-")
            self.drawers[key] = (said["name"], words, said["room"])
            self.notice = "There is a new drawer."
            return Said(status=302, to=f"/pantry/{key}/{words}/")
        if pieces[1] == "jar" and "words" in said:
            self.told.setdefault(int(pieces[2]), []).insert(0, ("ada", said["words"]))
            return Said(status=302, to=f"/pantry/jar/{pieces[2]}/")
        if pieces[1] == "jar":
            self.jars[int(pieces[2])] |= {name: said[name] for name in ("title", "remark", "ends", "who", "drawer")}
            self.notice = "The jar was changed."
            return self.to_drawer(int(said["drawer"]))
        if pieces[1] in ("used", "drop"):
            jar = self.jars[int(pieces[2])]
            if pieces[1] == "used":
                jar["used"] = "" if jar["used"] else "1"
                self.notice = f"{jar['title']} went to the other list"
            else:
                del self.jars[int(pieces[2])]
                self.notice = f"{jar['title']} is thrown away"
            return self.to_drawer(int(jar["drawer"]))
        key = int(pieces[1])
        if pieces[3:] == ["clear"]:
            self.notice = f"{self.drawers.pop(key)[0]} is empty and gone."
            self.jars = {number: jar for number, jar in self.jars.items() if jar["drawer"] != str(key)}
            return Said(status=302, to="/pantry/")
        number, self.next_jar = self.next_jar, self.next_jar + 1
        self.jars[number] = {**{name: said[name] for name in ("title", "remark", "ends", "who", "drawer")}, "used": ""}
        self.notice = f"{said['title']} stands in its drawer now."
        return self.to_drawer(key)

    def to_drawer(self, key: int) -> Said:
        return Said(status=302, to=f"/pantry/{key}/{self.drawers[key][1]}/")

    # ---- what is shown -----------------------------------------------------------------------

    def page(self, path: str, pieces: list[str]) -> str:
        if pieces == ["pantry"]:
            return self.all()
        if pieces[1] == "open":
            return ('<form method="post" action="/pantry/open/"><input name="name" value="">'
                    f'{self.select("room", ROOMS)}</form>')  # fmt: skip
        if pieces[1] == "find":
            return self.found(path.partition("?q=")[2])
        if pieces[1] == "mine":
            mine = [n for n, jar in self.jars.items() if jar["who"] == "1" and not jar["used"]]
            return f"<h2>What Ada has</h2>{self.table(mine)}"
        if pieces[1] == "jar":
            return self.jar(int(pieces[2]))
        name = self.drawers[int(pieces[1])][0]
        if pieces[3:] == ["clear"]:
            sure = '<input type="hidden" name="sure" value="1">'
            return f'<h2>Clear {name}?</h2><form method="post" action="{path}">{sure}</form>'
        used = pieces[3:] == ["used"]
        shown = [n for n, jar in self.jars.items() if jar["drawer"] == pieces[1] and bool(jar["used"]) == used]
        listed = f'<h2>{"Used up" if used else "Jars"} in "{name} ({len(shown)})"</h2>{self.table(shown)}'
        form = self.form(f"/pantry/{'/'.join(pieces[1:])}/", {"drawer": pieces[1]})
        room = ROOMS[self.drawers[int(pieces[1])][2]]
        return f"{form}{listed if shown else '<h4>Nothing stands here yet.</h4>'}<p>In the {room}</p>"

    def all(self) -> str:
        there = sum(not jar["used"] for jar in self.jars.values())
        made = f"<h1>All drawers</h1><p>{there} jars in {len(self.drawers)} drawers</p>"
        for room, name in sorted(ROOMS.items(), key=lambda one: one[1]):
            rows = "".join(
                f'<li class="drawer"><a href="/pantry/{key}/{words}/">{title}</a> '
                f'<span class="many">{self.many(key)}</span></li>'
                for key, (title, words, of) in sorted(self.drawers.items(), key=lambda one: one[1][0]) if of == room
            )  # fmt: skip
            made += f'<h3>Room: {name}</h3><ul class="drawers">{rows}</ul>'
        return made

    def many(self, key: int) -> int:
        return sum(jar["drawer"] == str(key) for jar in self.jars.values())

    def table(self, shown: list[int]) -> str:
        rows = "".join(map(self.row, shown))
        heads = "<tr><th>Jar</th><th>Until</th><th>Whose</th><th>Do</th></tr>"
        return f'<table id="jars"><thead>{heads}</thead><tbody>{rows}</tbody></table>'

    def row(self, number: int) -> str:
        jar = self.jars[number]
        year, month, day = (jar["ends"] or "--").split("-")
        until = f"{month}/{day}/{year}" if jar["ends"] else ""
        hint = f' title="Until {until or "some day"} - {jar["remark"]}"' if jar["remark"] else ""
        whose = PEOPLE[jar["who"]][0] if jar["who"] else "Nobody"
        link = f'<a href="/pantry/jar/{number}/"{hint}>{jar["title"]}{"*" if jar["remark"] else ""}</a>'
        does = f'<button name="go">{"Back" if jar["used"] else "Used"}</button>'
        button = f'<form method="post" action="/pantry/used/{number}/">{does}</form>'
        return f"<tr><td>{link}</td><td>{until}</td><td>{whose}</td><td>{button}</td></tr>"

    def jar(self, number: int) -> str:
        jar = self.jars[number]
        whose = PEOPLE[jar["who"]][1] if jar["who"] else "Nobody"
        told = "".join(
            f'<div class="told"><b class="by">{by}</b><div class="said">{words}</div></div>'
            for by, words in self.told.get(number, [])
        )
        lists = {str(key): title for key, (title, _, _) in sorted(self.drawers.items(), key=lambda one: one[1][0])}
        form = self.form(f"/pantry/jar/{number}/", jar, lists)
        words = '<textarea name="words"></textarea><input type="submit" name="say" value="Say">'
        say = f'<form method="post" action="/pantry/jar/{number}/">{words}</form>'
        head = "<h5>What was said</h5>" if told else "<h5>Nobody said anything.</h5>"
        return (f'<h2 class="called">{jar["title"]}</h2><div class="remark">{jar["remark"]}</div>'
                f'<ul class="about"><li><strong>Belongs to:</strong> {whose}</li></ul>{form}{say}'
                f'<form method="post" action="/pantry/drop/{number}/"><button name="drop">Drop</button></form>'
                f'<div class="sayings">{head}{told}</div>')  # fmt: skip

    def form(self, action: str, jar: Jar, drawers: dict[str, str] | None = None) -> str:
        drawer = self.select("drawer", drawers, jar["drawer"]) if drawers else (
            f'<input type="hidden" name="drawer" value="{jar["drawer"]}">')  # fmt: skip
        people = {key: f"{name} ({short})" for key, (short, name) in PEOPLE.items()}
        fields = "".join(f'<input name="{name}" value="{jar.get(name, "")}">' for name in ("title", "remark", "ends"))
        who = self.select("who", {"": "---", **people}, jar.get("who", ""))
        keep = '<input type="submit" name="keep" value="Keep">'
        return f'<form method="post" action="{action}">{fields}{who}{drawer}{keep}</form>'

    def select(self, name: str, choices: dict[str, str], chosen: str = "") -> str:
        options = "".join(
            f'<option value="{key}"{" selected" if key == chosen else ""}>{said}</option>'
            for key, said in choices.items()
        )
        return f'<select name="{name}">{options}</select>'

    def found(self, words: str) -> str:
        hits = [n for n, jar in self.jars.items() if words.lower() in f"{jar['title']} {jar['remark']}".lower()]
        rows = "".join(f'<p><strong><a href="/pantry/jar/{n}/">{self.jars[n]["title"]}</a></strong></p>' for n in hits)
        if not hits:
            return "<h2>There is no such jar.</h2>"
        return f'<h2>{len(hits)} results for: "{words}"</h2><div class="hits">{rows}</div>'

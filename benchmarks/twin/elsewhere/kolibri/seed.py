"""Learners, coaches and classes of a made-up school."""

import json
import os
import urllib.error
import urllib.request
from http.cookiejar import CookieJar

BASE = os.environ["URL"]
JAR = CookieJar()
OPENER = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(JAR))
LEARNERS = (
    "Maya Okafor,Jonas Berg,Priya Nair,Omar Haddad,Lena Vogel,Tom Price,Ines Lopes,Kofi Mensah,Sara Lind,Pavel Novak,"
    "Nora Quinn,Luis Reyes,Anna Dahl,Femi Ade,Ruth Klein,Ivan Petrov,Mei Chen,Paul Roux,Zoe Marsh,Amir Aziz"
)
CLASSES = "Algebra one,Algebra two,Reading circle,Garden biology,World history,Music basics,Coding club,Chess club"


def ask(method, path, body=None):
    headers = {"content-type": "application/json", "referer": BASE}
    tokens = [one.value for one in JAR if "csrf" in one.name]
    headers |= {"X-CSRFToken": tokens[0]} if tokens else {}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, method=method, data=data, headers=headers)
    try:
        return json.loads(OPENER.open(request).read() or b"null")
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{method} {path}: {error.code} {error.read()[:600]!r}") from error


facility = ask("GET", "/api/public/v1/facility/")[0]["id"]
OPENER.open(BASE + "/en/auth/").read()
ask("POST", "/api/auth/session/", {"username": "admin", "password": "demo1234", "facility": facility})
users = []
for n, name in enumerate(LEARNERS.split(",")):
    user = {"username": name.split()[0].lower(), "full_name": name, "password": "demo1234", "facility": facility}
    told = {**user, "gender": ("FEMALE", "MALE")[n % 2], "birth_year": str(2008 + n % 6), "id_number": f"L-{200 + n}"}
    users.append(ask("POST", "/api/auth/facilityuser/", told)["id"])
for n, name in enumerate(CLASSES.split(",")):
    made = ask("POST", "/api/auth/classroom/", {"name": name, "parent": facility})["id"]
    for user in users[n : n + 5]:
        ask("POST", "/api/auth/membership/", {"collection": made, "user": user})
print("seeded")

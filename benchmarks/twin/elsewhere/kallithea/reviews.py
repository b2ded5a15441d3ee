"""Pull requests and comments, made as people make them: by the app's own forms."""

import http.cookiejar
import re
import subprocess
import sys
import urllib.parse
import urllib.request

URL = sys.argv[1]
REQUESTS = [
    ("mara", "harbour/berths", "colours", "Softer colours for the quay plan", "The captains asked."),
    ("jonas", "harbour/tariffs", "faster", "Rates are kept in memory", "Twice as fast."),
    ("tom", "website", "colours", "New colours of the front page", "As in the brochure."),
    ("mara", "website", "faster", "Fewer requests for the front page", ""),
    ("lena", "harbour/pilots", "faster", "The rota is read once", ""),
    ("mara", "handbook", "colours", "Headings in blue", "Easier to print."),
]
COMMENTS = [
    ("jonas", "harbour/berths", 1, "Looks good on my screen."),
    ("lena", "harbour/berths", 1, "Please keep the red for closed berths."),
    ("mara", "harbour/tariffs", 2, "How large does it grow?"),
    ("ines", "website", 3, "The green is too light."),
    ("mara", "website", 3, "Lighter than the old one, yes."),
]
people: dict[str, tuple[urllib.request.OpenerDirector, str]] = {}


def person(name):
    """A signed-in person, with the token all their forms carry."""
    if name not in people:
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        page = opener.open(f"{URL}/_admin/login").read().decode()
        token = token_of(page)
        sent(opener, "/_admin/login", {"username": name, "password": "demo1234", "_session_csrf_secret_token": token})
        people[name] = opener, opener.open(f"{URL}/_admin/session_csrf_secret_token").read().decode().strip()
    return people[name]


def token_of(page):
    """The token in a page's form."""
    found = re.search(r'name="_session_csrf_secret_token"[^>]*value="(\w+)"', page)
    found = found or re.search(r'value="(\w+)"[^>]*name="_session_csrf_secret_token"', page)
    return found[1] if found else ""


def sent(opener, path, form, **head):
    asked = urllib.request.Request(URL + path, urllib.parse.urlencode(form, doseq=True).encode(), head)
    return opener.open(asked)


def head_of(name, branch):
    return subprocess.check_output(["git", "-C", f"repos/{name}", "rev-parse", branch], text=True).strip()


for name, repository, branch, title, text in REQUESTS:
    opener, token = person(name)
    form = {
        "_session_csrf_secret_token": token,
        "org_repo": repository,
        "org_ref": f"branch:{branch}:{head_of(repository, branch)}",
        "other_repo": repository,
        "other_ref": f"branch:master:{head_of(repository, 'master')}",
        "pullrequest_title": title,
        "pullrequest_desc": text,
    }
    reply = sent(opener, f"/{repository}/pull-request/new", form)
    print(reply.status, reply.geturl(), flush=True)
for name, repository, number, text in COMMENTS:
    opener, token = person(name)
    form = {"_session_csrf_secret_token": token, "text": text}
    reply = sent(opener, f"/{repository}/pull-request-comment/{number}", form, **{"X-PARTIAL-XHR": "1"})
    print(reply.status, name, number, flush=True)

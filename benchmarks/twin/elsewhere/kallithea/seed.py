"""Ten people, four groups of them, a dozen repositories in three groups, and gists."""

import os
import subprocess
import sys
import tempfile
from datetime import datetime
from pathlib import Path

import kallithea.config.application
import paste.deploy
from kallithea.lib.vcs.backends.hg.inmemory import MercurialInMemoryChangeset
from kallithea.model import db, meta
from kallithea.model.gist import GistModel
from kallithea.model.repo import RepoModel
from kallithea.model.repo_group import RepoGroupModel
from kallithea.model.user import UserModel
from kallithea.model.user_group import UserGroupModel

config = paste.deploy.appconfig("config:" + os.path.realpath(sys.argv[1]))
kallithea.config.application.make_app(config.global_conf, **config.local_conf)
PEOPLE = [
    ("jonas", "Jonas", "Beck"),
    ("lena", "Lena", "Ahlers"),
    ("tom", "Tom", "Rieke"),
    ("ines", "Ines", "Gerdes"),
    ("felix", "Felix", "Hansen"),
    ("greta", "Greta", "Moll"),
    ("hugo", "Hugo", "Noll"),
    ("karla", "Karla", "Lorenz"),
    ("nils", "Nils", "Iversen"),
    ("olga", "Olga", "Petersen"),
    ("paul", "Paul", "Quast"),
]
mara = db.User.get_by_username("mara")
mara.name, mara.lastname = "Mara", "Voss"
for name, first, last in PEOPLE:
    UserModel().create(
        {
            "username": name,
            "password": "demo1234",
            "email": f"{name}@acme.test",
            "firstname": first,
            "lastname": last,
            "active": name != "paul",
            "admin": name == "lena",
            "extern_type": "internal",
            "extern_name": "",
        }
    )
db.Setting.create_or_update("use_gravatar", False, "bool")  # nothing outside is asked
meta.Session().commit()
GROUPS = [
    ("backend", "Servers and their data", ["jonas", "lena", "felix"]),
    ("frontend", "All that is seen", ["tom", "ines"]),
    ("release", "Who may tag", ["lena", "mara"]),
    ("writers", "Texts and translations", ["greta"]),
]
for name, text, members in GROUPS:
    made = UserGroupModel().create(name=name, description=text, owner="mara", active=True)
    meta.Session().flush()
    for one in members:
        UserGroupModel().add_user_to_group(made, one)
meta.Session().commit()
for name, text in [
    ("harbour", "The harbour's own software"),
    ("tools", "What we build with"),
    ("archive", "No longer worked on"),
]:
    RepoGroupModel().create(group_name=name, group_description=text, owner="mara", parent=None)
    meta.Session().commit()
# name, owner, what it is, private, files
REPOSITORIES = [
    ("harbour/berths", "mara", "Which ship lies where", False, ["README.md", "berths.py", "tests/test_berths.py"]),
    ("harbour/tariffs", "jonas", "Fees by tonnage", False, ["README.md", "tariffs.py", "rates.csv"]),
    ("harbour/pilots", "mara", "Rota of the pilots", False, ["README.md", "rota.py"]),
    ("harbour/tides", "lena", "Tables of the tides", True, ["README.md", "tides.py", "data/2025.csv"]),
    ("tools/linter", "tom", "Checks before a commit", False, ["README.md", "lint.py"]),
    ("tools/deploy", "mara", "Puts releases on servers", True, ["README.md", "deploy.sh", "hosts.ini"]),
    ("tools/icons", "ines", "Icons of all apps", False, ["README.md", "index.html"]),
    ("archive/ledger", "jonas", "The old ledger", False, ["README.md", "ledger.py"]),
    ("website", "mara", "The public pages", False, ["README.md", "index.html", "style.css"]),
    ("handbook", "greta", "How we work", False, ["README.md", "holidays.md", "travel.md"]),
    ("payroll", "lena", "Wages, each month", True, ["README.md", "wages.py"]),
    ("newsletter", "greta", "Mail to the captains", False, ["README.md", "spring.md"]),
]
CHANGES = [
    ("First sketch", "mara", "Mara Voss"),
    ("Say what this is for", "jonas", "Jonas Beck"),
    ("Names are shorter", "lena", "Lena Ahlers"),
    ("Mend the rounding of halves", "mara", "Mara Voss"),
    ("Drop what nobody calls", "tom", "Tom Rieke"),
    ("Check the bounds first", "jonas", "Jonas Beck"),
    ("Follow the new contract", "mara", "Mara Voss"),
    ("Prepare the release", "lena", "Lena Ahlers"),
]


def git(where, *words, **more):
    subprocess.run(["git", "-C", where, *words], check=True, env={**os.environ, **more}, stdout=subprocess.DEVNULL)


def committed(where, at, day, change):
    """One more commit, at its own day."""
    text, name, full = change
    when = f"2025-{3 + day // 28:02d}-{1 + day % 28:02d}T{8 + at % 9:02d}:15:00+0000"
    who = {
        "GIT_AUTHOR_NAME": full,
        "GIT_AUTHOR_EMAIL": f"{name}@acme.test",
        "GIT_COMMITTER_NAME": full,
        "GIT_COMMITTER_EMAIL": f"{name}@acme.test",
        "GIT_AUTHOR_DATE": when,
        "GIT_COMMITTER_DATE": when,
    }
    git(where, "add", "-A")
    git(where, "commit", "-q", "-m", text, **who)


def written(where, files, at):
    """The files as they are after so many changes."""
    for name in files:
        path = Path(where, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        head = f"# {name}\n\n" if name.endswith(".md") else f"line 0 of {name}\n"
        path.write_text(head + "".join(f"line {n} of {name}\n" for n in range(1, 4 + at)))


def filled(bare, number, files):
    """A history in a repository: a line of commits, two branches beside it and a tag."""
    with tempfile.TemporaryDirectory() as where:
        git(where, "init", "-q", "-b", "master")
        for at in range(5 + number % 4):
            written(where, files[: 1 + at], at)
            committed(where, at, 5 * number + 3 * at, CHANGES[at])
        git(where, "tag", "v1.0", "HEAD~2")
        for branch, text in [("colours", "Try softer colours"), ("faster", "Keep the last answer")]:
            git(where, "checkout", "-q", "-b", branch, "master")
            Path(where, f"{branch}.txt").write_text(f"{text}\nin {len(files)} files\n")
            committed(where, number, 5 * number + 30, (text, "tom", "Tom Rieke"))
        git(where, "checkout", "-q", "master")
        git(bare, "fetch", "-q", where, "+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
        git(bare, "symbolic-ref", "HEAD", "refs/heads/master")


root = Path(config["here"], "repos")
for number, (name, owner, text, private, files) in enumerate(REPOSITORIES):
    group = db.RepoGroup.get_by_group_name(name.split("/")[0]) if "/" in name else None
    form = {
        "repo_name": name.split("/")[-1],
        "repo_name_full": name,
        "repo_type": "git",
        "clone_uri": "",
        "repo_group": group.group_id if group else None,
        "repo_description": text,
        "repo_private": private,
        "repo_landing_rev": "branch:master",
        "repo_copy_permissions": False,
        "repo_state": db.Repository.STATE_CREATED,
    }
    RepoModel().create(form, cur_user=owner)
    meta.Session().commit()
    filled(root / name, number, files)
    db.Repository.get_by_repo_name(name).update_changeset_cache()
    meta.Session().commit()
GISTS = [
    ("Query for late ships", "late.sql", "select * from ships where late"),
    ("Backup by hand", "backup.sh", "pg_dump harbour > harbour.sql"),
    ("Colours of the season", "colours.css", "a { color: teal }"),
    ("Who to call at night", "night.txt", "Jonas, then Lena"),
    ("Rename many files", "rename.py", "print('rename')"),
    ("Words we avoid", "words.txt", "utilise\nleverage"),
]
committing = MercurialInMemoryChangeset.commit
for at, (text, name, content) in enumerate(GISTS):
    when = datetime(2025, 6, 2 + at, 9, 15)
    MercurialInMemoryChangeset.commit = lambda *words, when=when, **more: committing(*words, **{**more, "date": when})
    GistModel().create(
        description=text,
        owner="mara" if at % 2 == 0 else "jonas",
        ip_addr="127.0.0.1",
        gist_mapping={name: {"content": content}},
        gist_type=db.Gist.GIST_PUBLIC,
        lifetime=-1,
    )
    meta.Session().commit()
print(db.User.query().count(), db.Repository.query().count(), db.Gist.query().count(), flush=True)

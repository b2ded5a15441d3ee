"""A small app with server-rendered pages, as recorded, its model, and the features that tie one to the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from awe_author.features.loading import load_features
from awe_author.features.model import FeatureFile
from awe_author.session.memory import MemoryStore
from awe_author.session.moments import ClockRule
from awe_author.session.sessions import Sessions
from awe_author.state.loading import load_model
from awe_author.state.model import Model
from awe_author.state.world import World
from tests.replay import har

ORIGIN = "https://board.test"
CLOCK = ClockRule.of("2024-03-01T10:00:00Z")
TASKS = {
    "t1": {"id": "t1", "title": "Write", "status": "open", "size": 3, "done": False},
    "t2": {"id": "t2", "title": "Read", "status": "open", "size": 1, "done": False},
    "t3": {"id": "t3", "title": "Rest", "status": "closed", "size": 2, "done": True},
}
DOCUMENT: Any = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Board",
    "type": "object",
    "properties": {"tasks": {"type": "object", "additionalProperties": {"$ref": "#/$defs/task"}}},
    "$defs": {
        "task": {
            "type": "object",
            "required": ["id", "title", "status", "size", "done"],
            "additionalProperties": False,
            "properties": {
                "id": {"type": "string"},
                "title": {"type": "string"},
                "status": {"type": "string", "enum": ["open", "closed"]},
                "size": {"type": "integer"},
                "done": {"type": "boolean"},
            },
        }
    },
    "x-actions": {
        "add": {
            "params": {
                "type": "object",
                "required": ["title"],
                "additionalProperties": False,
                "properties": {"title": {"type": "string"}, "size": {"type": "integer", "default": 1}},
            },
            "let": {"id": "new_id('t')"},
            "require": [
                {"that": "size(params.title.trim()) > 0", "message": "'A task needs a title.'", "field": "title"},
            ],
            "effects": [
                {
                    "op": "add",
                    "path": "/tasks/{id}",
                    "value": {
                        "id": "id",
                        "title": "params.title",
                        "status": "'open'",
                        "size": "params.size",
                        "done": "false",
                    },
                }
            ],
            "result": {"id": "id"},
        },
        "change": {
            "params": {
                "type": "object",
                "required": ["id", "changes"],
                "additionalProperties": False,
                "properties": {"id": {"type": "string", "x-ref": "/tasks"}, "changes": {"type": "object"}},
            },
            "effects": [{"op": "merge", "path": "/tasks/{params.id}", "value": "params.changes"}],
        },
        "remove": {
            "params": {
                "type": "object",
                "required": ["id"],
                "additionalProperties": False,
                "properties": {"id": {"type": "string", "x-ref": "/tasks"}},
            },
            "effects": [{"op": "remove", "path": "/tasks/{params.id}"}],
        },
    },
}

FEATURES = """\
app: board
features:
  - id: tasks.list
    title: The list of tasks, sorted, searched and paged
    on: {page: "https://board.test/tasks*"}
    let:
      sorting: view.get('sort', page.query.get('sort', 'id'))
      found: >-
        state.tasks.values().filter(t, t.title.contains(view.get('q', '')))
          .sortBy(t, sorting == 'size' ? t.size : 0)
    show:
      - each: found
        as: task
        into: ul.tasks
        row: {"li.open": "task.status == 'open'", "li.closed": "true"}
        key: task.id
        set:
          a: {text: task.title, href: "'/tasks/' + task.id"}
          .size: {text: task.size}
          input: {checked: task.done}
        empty: p.none
      - select: .count
        set: {text: "string(size(state.tasks)) + ' tasks'"}

  - id: tasks.read
    on: {page: "https://board.test/tasks/*", where: "segments[0] in state.tasks"}
    let: {task: "state.tasks[segments[0]]"}
    show:
      - select: h1
        set: {text: task.title, class: {done: task.done}}
      - select: input[name=title]
        set: {value: task.title}

  - id: tasks.add
    on: {page: "https://board.test/tasks*", event: submit, select: form.new}
    do: add
    with: {title: form.title, size: int(form.size)}
    errors:
      guard: {select: .error}
      "*": {select: .error, text: "'Not possible: ' + rejection.message"}

  - id: tasks.rename
    on: {page: "https://board.test/tasks/*", event: submit, select: form.edit}
    do: change
    with: {id: "segments[0]", changes: {title: form.title}}
    then: {go: "'/tasks'", toast: {select: .toast, text: "'Saved ' + form.title"}}

  - id: tasks.tick
    on: {page: "https://board.test/tasks*", event: change, select: li input}
    do: change
    with: {id: row, changes: {done: value, status: "value ? 'closed' : 'open'"}}

  - id: tasks.remove
    on: {page: "https://board.test/tasks*", event: click, select: button.del}
    do: remove
    with: {id: row}

  - id: tasks.sort
    on: {page: "https://board.test/tasks*", event: click, select: button.sort}
    view: {sort: dataset.by}

  - id: tasks.search
    on: {page: "https://board.test/tasks*", event: input, select: input.search}
    view: {q: value}
"""


def row(id: str) -> str:
    """A row as recorded."""
    task = TASKS[id]
    ticked = " checked" if task["done"] else ""
    return (
        f'<li class="{task["status"]}"><input type="checkbox"{ticked}><a href="/tasks/{id}">{task["title"]}</a>'
        f'<i class="size">{task["size"]}</i><button class="del">x</button></li>'
    )


LIST = f"""<!doctype html><html><head><title>Tasks</title></head><body>
<p class="toast" hidden></p><h1>Tasks</h1><p><span class="count">3 tasks</span></p>
<form class="new" method="post" action="/tasks"><input name="title"><input name="size" value="1"><button>Add</button>
<p class="error" hidden>Recorded mistake</p></form>
<input class="search">
<button class="sort" data-by="size">By size</button><button class="sort" data-by="id">By id</button>
<ul class="tasks">
{chr(10).join(row(id) for id in TASKS)}
</ul>
<p class="none" hidden>Nothing to do</p>
</body></html>"""
ITEM = """<!doctype html><html><head><title>Task</title></head><body>
<h1>Write</h1><form class="edit" method="post"><input name="title" value="Write"><button>Save</button></form>
<a href="/tasks">All</a></body></html>"""

WORKER = """self.onactivate = event => event.waitUntil(clients.claim());
self.onfetch = event => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(caches.open("pages").then(async kept => {
    const old = await kept.match(event.request.url);
    if (old) return old;
    const fresh = await fetch(event.request);
    await kept.put(event.request.url, fresh.clone());
    return fresh;
  }));
};"""
"""A service worker that keeps every page it has seen for ever."""
MORE = [
    har.exchange(ORIGIN + "/sw.js", WORKER, "text/javascript", second=2),
    har.exchange(ORIGIN + "/other", "<!doctype html><title>Other</title><p>other</p>", second=3),
]


def recording(folder: Path, *more: dict[str, Any]) -> Path:
    """The recorded pages in an archive."""
    pages = [har.exchange(ORIGIN + "/tasks", LIST), har.exchange(ORIGIN + "/tasks/t1", ITEM, second=1)]
    return har.write(folder / "board.har", *pages, *more)


def model() -> Model:
    """The app's model."""
    return load_model(DOCUMENT, app="board", file="board.json")


def features() -> FeatureFile:
    """The features above."""
    one = model()
    return load_features(FEATURES, "board.yaml", {"board": one})


def sessions() -> Sessions:
    """Sessions of a world of this one app, in memory."""
    one = World([model()])
    return Sessions(one, MemoryStore(), initial=one.initial({"board": {"tasks": TASKS}}), clock=CLOCK, name="board")

"""A page that talks over a WebSocket, over socket.io's polls, and hears an event stream: in Chromium, in two tabs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, async_playwright

from awe_author.browser.launch import launch
from awe_author.door import CertificateAuthority
from awe_author.features.loading import load_features
from awe_author.replay.doors import ReplayDoors
from awe_author.session.session import Session
from awe_author.state.types import Action
from tests.features.pages import board
from tests.replay import har

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

PAGE = """<!doctype html><title>Wire</title><ul id="wire"></ul><ul id="poll"></ul><ul id="stream"></ul>
<script>
const show = (list, id, title) => {
  const row = document.querySelector(`#${list} [data-id="${id}"]`);
  if (title === null) { row && row.remove(); return; }
  const made = row || document.querySelector('#' + list).appendChild(document.createElement('li'));
  made.dataset.id = id; made.textContent = title;
};
const hear = (list, name, task) => show(list, task.id, name === 'gone' ? null : task.title);

const wire = new WebSocket('wss://board.test/wire');
wire.onopen = () => wire.send(JSON.stringify({say: 'list'}));
wire.onmessage = event => {
  const said = JSON.parse(event.data);
  if (said.type === 'list') said.tasks.forEach(task => hear('wire', 'came', task));
  else hear('wire', said.type, said.task);
};

const address = '/socket.io/?EIO=4&transport=polling', packets = text => text.split('\\x1e');
let sid = '';
const take = packet => {
  if (packet.startsWith('42')) { const [name, task] = JSON.parse(packet.slice(2)); hear('poll', name, task); }
};
const poll = async () => {
  const answer = await fetch(`${address}&sid=${sid}`);
  if (!answer.ok) return;
  packets(await answer.text()).forEach(take);
  poll();
};
const emit = (...event) => fetch(`${address}&sid=${sid}`, {method: 'POST', body: '42' + JSON.stringify(event)});
(async () => {
  sid = JSON.parse((await (await fetch(address)).text()).slice(1)).sid;
  await fetch(`${address}&sid=${sid}`, {method: 'POST', body: '40'});
  document.body.dataset.ready = 'yes';
  poll();
})();

const stream = new EventSource('/events');
for (const name of ['came', 'now', 'gone']) {
  stream.addEventListener(name, event => hear('stream', name, JSON.parse(event.data)));
}
stream.onopen = () => { document.body.dataset.streaming = 'yes'; };
</script>"""

TOLD = """
  - id: {line}.added
    "on": {{{on}, event: added, each: state.tasks.values(), as: task, key: task.id}}
    reply: {{json: {added}}}
  - id: {line}.changed
    "on": {{{on}, event: changed, each: state.tasks.values(), as: task, key: task.id}}
    reply: {{json: {changed}}}
  - id: {line}.removed
    "on": {{{on}, event: removed, each: state.tasks.values(), as: task, key: task.id}}
    reply: {{json: {removed}}}
"""
TASK = "{id: task.id, title: task.title}"


def told(line: str, on: str, form: str) -> str:
    """The three features that tell of tasks on one line."""
    added, changed, removed = (form % (name, TASK) for name in ("came", "now", "gone"))
    return TOLD.format(line=line, on=on, added=added, changed=changed, removed=removed)


FEATURES = (
    """app: board
features:
  - id: wire.list
    "on": {socket: "wss://board.test/wire", where: "message.say == 'list'"}
    reply:
      json:
        type: "'list'"
        tasks: {each: state.tasks.values(), as: task, set: {id: task.id, title: task.title}}
  - id: wire.add
    "on": {socket: "wss://board.test/wire", where: "message.say == 'add'"}
    do: add
    with: {title: message.title}
  - id: poll.add
    "on": {socket: "wss://board.test/socket.io/", where: "message.event == 'add'"}
    do: add
    with: {title: "message.args[0]"}
"""
    + told("wire", 'socket: "wss://board.test/wire"', """{type: "'%s'", task: %s}""")
    + told("poll", 'socket: "wss://board.test/socket.io/"', """{event: "'%s'", args: [%s]}""")
    + told("stream", 'stream: "https://board.test/events"', """{event: "'%s'", data: %s}""")
)
SHOWN = """name => [...document.querySelectorAll(`#${name} li`)].map(row => row.textContent).sort().join('|')"""


class Tabs:
    """A session with a browser."""

    def __init__(self, session: Session, pages: list[Page]) -> None:
        self.session, self.pages = session, pages

    async def show(self, *titles: str, lists: tuple[str, ...] = ("wire",)) -> None:
        """Wait until every tab shows these in the lists."""
        for page in self.pages:
            for name in lists:
                wanted = "|".join(sorted(titles))
                await page.wait_for_function(f"([name, wanted]) => ({SHOWN})(name) === wanted", arg=[name, wanted])


@pytest_asyncio.fixture
async def tabs(tmp_path: Path) -> AsyncIterator[Tabs]:
    authority = CertificateAuthority.load(tmp_path / "ca")
    sessions = board.sessions()
    plan = load_features(FEATURES, "wire.yaml", {"board": board.model()})
    recording = har.write(tmp_path / "wire.har", har.exchange(board.ORIGIN + "/", PAGE))
    async with AsyncExitStack() as stack:
        opening = ReplayDoors.open_all([recording], authority, sessions=sessions, features=[plan])
        doors = await stack.enter_async_context(opening)
        session = sessions.open(1, "one")
        playwright = await stack.enter_async_context(async_playwright())
        door = await doors.open("one", 1)
        browser = launch(playwright, door, authority.spki, lock_down=True)
        context = await stack.enter_async_context(browser)
        context.set_default_timeout(30_000)
        pages = [await context.new_page() for _ in range(2)]
        for page in pages:
            await page.goto(board.ORIGIN + "/")
            await page.wait_for_selector("body[data-ready][data-streaming] #wire li")
        yield Tabs(session, pages)
        assert list(doors._open["one"].replay.log.of("feature_fault", "responder_failed")) == []


async def test_what_one_page_does_every_page_hears_whatever_carries_it(tabs: Tabs) -> None:
    first, second = tabs.pages
    await tabs.show("Write", "Read", "Rest")
    await first.evaluate("wire.send(JSON.stringify({say: 'add', title: 'By wire'}))")
    await tabs.show("Write", "Read", "Rest", "By wire")
    await second.evaluate("emit('add', 'By poll')")
    await tabs.show("Write", "Read", "Rest", "By wire", "By poll")
    await tabs.show("By wire", "By poll", lists=("poll", "stream"))
    tabs.session.act(Action("board", "change", {"id": "t1", "changes": {"title": "Rewrite"}}))
    await tabs.show("Rewrite", "Read", "Rest", "By wire", "By poll")
    await tabs.show("By wire", "By poll", "Rewrite", lists=("poll", "stream"))
    tabs.session.reset()
    await tabs.show("Write", "Read", "Rest")
    await tabs.show("Write", lists=("poll", "stream"))

"""Storage is as recorded before the first script of the page runs."""

import pytest

from tests.replay.prelude.conftest import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

DATABASE = {
    "name": "notes", "version": 3,
    "stores": [
        {"name": "keyed", "keyPath": "id", "autoIncrement": False,
         "indexes": [{"name": "by", "keyPath": "by", "unique": False}],
         "records": [{"value": {"id": 1, "by": "ann"}}, {"valueEncoded": {"o": [{"k": "id", "v": 2},
             {"k": "by", "v": "bob"},
             {"k": "at", "v": {"d": "2020-01-02T03:04:05.000Z"}}, {"k": "none", "v": {"v": "undefined"}},
             {"k": "list", "v": {"a": [1, {"bi": "9"}], "id": 2}}], "id": 1}}]},
        {"name": "plain", "records": [{"key": "k", "value": "v"}]},
    ],
}  # fmt: skip
READ = """<script>
var local = localStorage.theme + sessionStorage.tab;
var read = new Promise((done, fail) => {
  const open = indexedDB.open('notes', 3);
  open.onerror = fail;
  open.onupgradeneeded = () => fail('the database was not there');
  open.onsuccess = () => {
    const all = open.result.transaction(['keyed', 'plain']);
    const get = request => new Promise(found => { request.onsuccess = () => found(request.result) });
    Promise.all([get(all.objectStore('keyed').index('by').get('bob')), get(all.objectStore('keyed').count()),
      get(all.objectStore('plain').get('k'))]).then(([bob, count, plain]) =>
        done([bob.id, bob.at.getTime(), 'none' in bob, bob.list[0], String(bob.list[1]), count, plain]));
  };
});
</script>"""


async def test_web_storage_and_databases_are_restored(stage: Stage) -> None:
    stored = {"local": {"theme": "dark"}, "session": {"tab": "</script>2"}, "indexeddb": [DATABASE]}
    page = await stage.replaying(storage=stored).show(READ, url="https://stored.test/")
    assert await page.evaluate("local") == "dark</script>2"
    assert await page.evaluate("read") == [2, 1577934245000, True, 1, "9", 2, "v"]


async def test_what_the_page_changed_is_not_put_back_by_a_frame(stage: Stage) -> None:
    stored = {"local": {"theme": "dark"}}
    page = await stage.replaying(storage=stored).show("<body>", url="https://kept.test/")
    await page.evaluate("localStorage.theme = 'light'; document.body.append(document.createElement('iframe'))")
    assert await page.evaluate("document.querySelector('iframe').contentWindow.localStorage.theme") == "light"

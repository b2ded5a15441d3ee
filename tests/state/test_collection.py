"""Collections: persistent, in order, with a hash that depends on the content alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awe_author.json_types import JsonObject
from awe_author.state.collection import Collection

ids = st.text("abcé\U0001f600/~", min_size=1, max_size=3)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(0, 2)
    | st.sampled_from([0.0, 1.0, 2.5])
    | st.text("xy", max_size=2)
    | st.sampled_from(["\0", "\0null"])
)
entities = st.fixed_dictionaries({}, optional={"kind": scalars, "tags": st.lists(scalars, max_size=3), "n": scalars})
steps = st.lists(st.dictionaries(ids, st.none() | entities, max_size=4), max_size=12)
INDEXES = ("kind", "tags", "/n")


def spelt(value: object) -> str:
    return repr(value) if isinstance(value, bool) else repr(float(value)) if isinstance(value, int) else repr(value)


def expected_by(content: dict[str, JsonObject], field: str, value: object) -> list[JsonObject]:
    found = []
    for key in sorted(content):
        has = content[key].get(field.strip("/"), ...)
        if has is not ... and spelt(value) in [spelt(item) for item in (has if isinstance(has, list) else [has])]:
            found.append(content[key])
    return found


@settings(deadline=None)
@given(st.dictionaries(ids, entities, max_size=5), steps, st.lists(st.booleans(), min_size=12, max_size=12))
def test_a_changed_collection_is_the_one_built_from_scratch(
    start: dict[str, JsonObject], changes: list[dict[str, JsonObject | None]], looked: list[bool]
) -> None:
    content, collection = dict(start), Collection(start, INDEXES)
    for step, look in zip(changes, looked, strict=False):
        if look:
            collection.values()
        before, was = collection, (collection.digest, dict(content))
        collection = collection.updated(step)
        content |= {key: entity for key, entity in step.items() if entity is not None}
        content = {key: entity for key, entity in content.items() if step.get(key, ...) is not None}
        assert before.digest == was[0]
        assert dict(before.items()) == was[1]
        assert collection == Collection(content)
        assert list(collection) == collection.keys() == sorted(content)
        assert collection.values() == [content[key] for key in sorted(content)]
    for field in INDEXES:
        for value in [None, True, False, 0, 1, 1.0, 2.5, "", "x", "xy", "\0", "\0null"]:
            assert collection.by(field, value) == expected_by(content, field, value)
            assert collection.has_by(field, value) == bool(expected_by(content, field, value))


def test_many_changes_since_it_was_sorted() -> None:
    collection = Collection({f"{i:03d}": {"n": i} for i in range(100)})
    collection.values()
    for i in range(90):
        collection = collection.updated({f"{i:03d}": None, f"{i:03d}x": {"n": -i}})
    assert collection.keys() == sorted([f"{i:03d}x" for i in range(90)] + [f"{i:03d}" for i in range(90, 100)])
    assert [entity["n"] for entity in collection.values()] == [-i for i in range(90)] + list(range(90, 100))


def test_a_change_that_changes_nothing_gives_the_same_object() -> None:
    collection = Collection({"a": {"n": 1}})
    assert collection.updated({"a": collection["a"], "b": None}) is collection


def test_one_and_true_and_one_point_nought_hash_differently() -> None:
    digests = {Collection({"a": {"n": value}}).digest for value in (1, 1.0, True, "1")}
    assert len(digests) == 4


def test_big_integers_and_lone_surrogates_are_hashed_too() -> None:
    assert Collection({"a": {"n": 2**70}}) != Collection({"a": {"n": 2**70 + 1}})
    assert Collection({"a": {"n": "\ud800"}}) != Collection({"a": {"n": "\ud801"}})


def test_a_field_without_an_index_is_not_searched() -> None:
    with pytest.raises(KeyError):
        Collection({"a": {"n": 1}}).by("n", 1)


def test_threads_may_share_a_collection_that_nobody_has_sorted() -> None:
    first = Collection({f"{i:04d}": {"n": i} for i in range(3000)})
    first.values()
    for round in range(20):
        changed = first.updated({"0000": {"n": -round}, "new": {"n": round}, "0001": None})
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda _, one=changed: (list(one.keys()), list(one.values())), range(8)))
        assert all(keys == ["0000", *[f"{i:04d}" for i in range(2, 3000)], "new"] for keys, _ in found)
        assert all(values[0] == {"n": -round} and values[-1] == {"n": round} for _, values in found)

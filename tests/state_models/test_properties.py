"""What holds for any sequence of actions over the three apps, whatever they are."""

from __future__ import annotations

import io
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from awe_author.session.events import Event
from awe_author.session.export import export_timeline, import_timeline
from awe_author.session.moments import parse_moment
from awe_author.session.session import Session
from awe_author.state.types import Action, Context, Rejected
from tests.state_models.chance import Chance, spoiled
from tests.state_models.floor import first_state, sessions, world
from tests.state_models.soundness import complaints

SEED = st.integers(0, 2**32 - 1)
LENGTH = st.integers(1, 40)
SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def run(session: Session, rng: random.Random, length: int) -> Counter[str]:
    """So many random actions, with time passing now and then. A refusal has to leave everything as it was."""
    chance = Chance(world(), rng)
    told: Counter[str] = Counter()
    for _ in range(length):
        if rng.random() < 0.1:
            session.advance(by=rng.choice([60, 3600, 86400, 259200]))
            continue
        action = chance.action(session.state())
        settle(session)
        before, node = session.state(), session.head
        rejected = refusal(session, action)
        told[rejected.code if rejected else "done"] += 1
        if rejected:
            assert rejected.what
            assert session.head == node
            assert session.state().hash == before.hash
    return told


def refusal(session: Session, action: Action) -> Rejected | None:
    try:
        session.act(action)
    except Rejected as rejected:
        return rejected
    return None


def settle(session: Session) -> None:
    """Fire what is due within the next action's step, so that a refusal can be held against what was there before."""
    session.advance(by=1)


def script(events: list[Event]) -> list[tuple[str, Any]]:
    """What somebody did, of a log: actions and passing of time, without what timers did."""
    made: list[tuple[str, Any]] = []
    for event in events:
        if event.kind == "clock":
            made.append(("clock", event.clock))
        elif event.kind == "action" and (event.cause or {}).get("type") != "timer":
            made.append(("action", Action(event.app, event.action, event.params)))
    return made


def play(session: Session, steps: list[tuple[str, Any]]) -> None:
    for kind, what in steps:
        if kind == "clock":
            session.advance(to=what)
        else:
            session.act(what)


def hashes(session: Session) -> list[str]:
    return [event.state_hash for event in session.events()]


@SLOW
@given(seed=SEED, length=LENGTH)
def test_any_sequence_keeps_schema_and_references(seed: int, length: int) -> None:
    session = sessions().open(7)
    run(session, random.Random(seed), length)
    assert complaints(world(), session.state()) == []
    assert all(
        event.result is None or "model-fault" not in str(event.result)
        for event in session.events()
        if event.kind == "note"
    )


@QUICK
@given(seed=SEED, length=LENGTH)
def test_the_running_hash_is_that_of_the_document(seed: int, length: int) -> None:
    session = sessions().open(7)
    run(session, random.Random(seed), length)
    state = session.state()
    again = world().restore(state.document())
    assert again.hash == state.hash
    assert again.document() == state.document()


@QUICK
@given(seed=SEED, length=LENGTH)
def test_replaying_the_log_gives_the_same_hashes(seed: int, length: int) -> None:
    """Twice over: the recorded changes alone, and `F` again on another machine (another service and store)."""
    session = sessions().open(7)
    run(session, random.Random(seed), length)
    patched = applied = first_state()
    for event in session.events()[1:]:
        patched = patched.patched(event.patch)
        assert patched.hash == event.state_hash
        if event.kind == "action":
            timer = event.cause["key"] if event.cause and event.cause["type"] == "timer" else None
            context = Context(parse_moment(event.clock) / 1e6, event.sequence, 7)
            outcome = world().apply(applied, Action(event.app, event.action, event.params), context, timer=timer)  # type: ignore[arg-type]
            applied = outcome.state
            assert outcome.result == event.result
        else:
            applied = applied.patched(event.patch)
        assert applied.hash == event.state_hash
    other = sessions().open(7)
    play(other, script(session.events()))
    assert hashes(other) == hashes(session)


@QUICK
@given(seed=SEED, length=LENGTH, where=st.floats(0, 1))
def test_rewinding_and_doing_the_same_gives_the_same_hashes(seed: int, length: int, where: float) -> None:
    session = sessions().open(7)
    run(session, random.Random(seed), length)
    events, told = session.events(), hashes(session)
    own = [place for place, event in enumerate(events) if not event.cause]
    place = own[int(where * (len(own) - 1))]
    session.rewind(events[place].node)
    assert session.state().hash == told[place]
    play(session, script(events[place + 1 :]))
    assert hashes(session) == told
    assert session.state().document() == session.state(events[-1].node).document()


@SLOW
@given(seed=SEED, length=LENGTH)
def test_an_export_replays_to_the_same_hashes(seed: int, length: int) -> None:
    """With its branches: `F` runs again for every action, in a store that knew nothing of them."""
    service = sessions()
    session = service.open(7)
    run(session, random.Random(seed), length)
    branch = session.branch(session.events()[length // 2].node if len(session.events()) > length // 2 else None)
    run(branch, random.Random(seed + 1), 5)
    file = io.BytesIO()
    export_timeline(service, session.id, file)
    file.seek(0)
    again = {one.id: one for one in import_timeline(sessions(), file, run=True)}
    for one in (session, branch):
        assert hashes(again[one.id]) == hashes(one)
        assert again[one.id].state().document() == one.state().document()


@QUICK
@given(seed=SEED, before=st.integers(0, 8), steps=st.lists(st.booleans(), max_size=16))
def test_branches_never_see_each_other(seed: int, before: int, steps: list[bool]) -> None:
    """Two branches act in turns; each ends where it would have ended alone."""
    rng = random.Random(seed)
    session = sessions().open(7)
    run(session, rng, before)
    branch = session.branch()
    root = session.head
    for mine in steps:
        run(session if mine else branch, rng, 1)
    for one in (session, branch):
        alone = sessions().open(7)
        play(alone, script(one.events()))
        assert hashes(alone) == hashes(one)
        assert alone.state().document() == one.state().document()
    assert session.common_ancestor(session.head, branch.head) >= root
    session.reset()
    assert session.state().document() == first_state().document()


@QUICK
@given(seed=SEED, length=st.integers(0, 6), data=st.data())
def test_what_is_wrong_changes_nothing_and_is_named(seed: int, length: int, data: st.DataObject) -> None:
    rng = random.Random(seed)
    session = sessions().open(7)
    run(session, rng, length)
    chance = Chance(world(), rng)
    app, name = data.draw(st.sampled_from(chance.places))
    settle(session)
    state, node = session.state(), session.head
    document = state.document()
    for how, params, blamed in spoiled(chance, state, app, name):
        with pytest.raises(Rejected) as caught:
            session.act(Action(app, name, params))
        assert caught.value.code == ("not-found" if how == "nowhere" else "params"), (how, params)
        told = f"{caught.value.what} {caught.value.pointer} {caught.value.field}"
        assert blamed in told or "nobody-at-all" in told, (how, blamed, told)
        assert session.head == node
        assert session.state().hash == state.hash
    assert session.state().document() == document


@pytest.mark.parametrize(
    ("app", "action", "code"),
    [("crm", "no_such", "unknown-action"), ("no_app", "x", "unknown-app"), ("warehouse", "x", "unknown-app")],
)
def test_what_does_not_exist_is_named(app: str, action: str, code: str) -> None:
    with pytest.raises(Rejected) as caught:
        sessions().open(7).act(Action(app, action, {}))
    assert caught.value.code == code


def test_chance_gets_somewhere() -> None:
    """The properties above would hold for a world in which nothing can be done: a good part has to be done, in every app."""
    rng = random.Random(1)
    session = sessions().open(7)
    told = run(session, rng, 1500)
    done = Counter(f"{event.app}.{event.action}" for event in session.events() if event.kind == "action")
    possible = {f"{app}.{name}" for app, name in Chance(world(), rng).places}
    assert told["done"] > 500, told
    assert len(done) > 0.8 * len(possible), sorted(possible - set(done))
    assert complaints(world(), session.state()) == []

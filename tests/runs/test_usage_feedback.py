"""A run, what it is told of memory, and what comes of that: rows, priorities, dates, lessons (E9, E12, E13, E15)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.memory.prompt_memory.records import InjectionRow
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.runs.request import RunEnded
from claudeops_desktop.storage.database import proxy

CONFIG = "Config lives in /etc/caddy/Caddyfile"
SLOW = "Answers slowly for five minutes after a deploy"


def _add(engine: ApplicationEngine, text: str, service: str | None = "caddy") -> int:
    change = engine.store.write(lambda: engine.memory.edits.add(MemoryCandidate("behavior", service, text))).result()
    return change.ids[0]


def _rows(engine: ApplicationEngine, ended: RunEnded) -> list[InjectionRow]:
    """Of the first session, once what it used is settled."""
    engine.echoes.finish()
    engine.memory.prompt.settle_echoes()
    return engine.store.read(lambda: engine.memory.prompt.given_to(ended.session_ids[0])).result()


def _priority(engine: ApplicationEngine, memory_id: int) -> float:
    return engine.store.read(lambda: engine.memory.prompt.history_of(memory_id)).result().priority


def _relies_on(memory_id: int) -> dict[str, object]:
    """An outcome that names the memory it used, as the prompt shows it."""
    return {"summary": "All well.", "services_checked": [], "memories_used": [f"#{memory_id}"]}


@pytest.mark.slow
def test_used_rises_and_ignored_sinks(engine: ApplicationEngine, play: Callable[..., RunEnded]):
    used, ignored = _add(engine, CONFIG), _add(engine, SLOW)
    ended = play("I read the config in /etc/caddy/Caddyfile: it is sound.", structured=_relies_on(used))
    assert {row.memory_id: row.used for row in _rows(engine, ended)} == {used: 1, ignored: 0}
    assert (_priority(engine, used), _priority(engine, ignored)) == (0.1, -0.05)


@pytest.mark.slow
def test_a_session_is_settled_once_however_often_it_is_looked_at(
    engine: ApplicationEngine, play: Callable[..., RunEnded]
):
    number = _add(engine, CONFIG)
    ended = play("The config in /etc/caddy/Caddyfile is sound.", structured=_relies_on(number))
    for _ in range(3):
        _rows(engine, ended)
    assert _priority(engine, number) == 0.1
    (step,) = engine.store.read(
        lambda: proxy.execute_sql("SELECT state, attempts FROM steps WHERE job LIKE 'echo:%'").fetchall()
    ).result()
    assert step == ("done", 1)


@pytest.mark.slow
def test_what_a_crash_left_unsettled_is_settled_at_the_next_look(
    engine: ApplicationEngine, play: Callable[..., RunEnded]
):
    number = _add(engine, CONFIG)
    ended = play("The config in /etc/caddy/Caddyfile is sound.", structured=_relies_on(number))
    _rows(engine, ended)

    def crash() -> None:
        proxy.execute_sql("DELETE FROM steps WHERE job LIKE 'echo:%'")
        proxy.execute_sql("UPDATE injections SET settled_at = '', used = NULL")
        proxy.execute_sql("UPDATE memories SET retrieval_priority = 0")

    engine.store.write(crash).result()
    _rows(engine, ended)
    assert _priority(engine, number) == 0.1


@pytest.mark.slow
def test_a_session_whose_outcome_names_no_memory_moves_nothing(
    engine: ApplicationEngine, play: Callable[..., RunEnded]
):
    number = _add(engine, CONFIG)
    ended = play(
        "The config in /etc/caddy/Caddyfile is sound.", structured={"summary": "Well.", "services_checked": []}
    )
    (row,) = _rows(engine, ended)
    assert (row.used, row.how) == (None, "The session does not say which notes it used.")
    assert _priority(engine, number) == 0.0


@pytest.mark.slow
def test_the_prompt_of_a_run_holds_the_block_what_it_is_about_and_lessons(
    engine: ApplicationEngine, play: Callable[..., RunEnded]
):
    _add(engine, CONFIG)
    engine.store.write(lambda: engine.memory.lessons.add("Prefer reload over restart")).result()
    ended = play("Fine.", request={"services": ("caddy",)})
    session = engine.book.sessions.get(ended.session_ids[0])
    assert session is not None
    parts = session.appended_prompt.split("\n## ")
    titles = [part.split(" (")[0].split("\n")[0] for part in parts]
    assert titles == ["## Environment", "Lessons", "Operational Memory"]
    assert "- Prefer reload over restart" in parts[1]


@pytest.mark.slow
def test_a_memory_index_that_fails_does_not_keep_a_run_from_starting(
    engine: ApplicationEngine, play: Callable[..., RunEnded], monkeypatch
):
    _add(engine, CONFIG)

    def fails(_: object) -> None:
        raise RuntimeError("the index is corrupt")

    monkeypatch.setattr(engine.memory.recall, "ask", fails)
    ended = play("Fine.", request={"services": ("caddy",)})
    assert ended.status == "completed"
    assert any("Recall failed" in warning for warning in ended.warnings)
    session = engine.book.sessions.get(ended.session_ids[0])
    assert session is not None and CONFIG in session.appended_prompt


@pytest.mark.slow
def test_a_date_in_what_the_operator_asks_makes_a_trigger(engine: ApplicationEngine, play: Callable[..., RunEnded]):
    number = _add(engine, "The certificate is renewed with caddy reload")
    ended = play("Fine.", request={"prompt": "Look at caddy. The certificate must be renewed in 6 months."})
    (coming,) = engine.store.read(engine.memory.reminders.list_upcoming).result()
    assert coming.original_message == "The certificate must be renewed in 6 months."
    assert coming.trigger_date > utc_now().date().isoformat()
    assert (coming.memory_ids, coming.session_id) == ((number,), ended.session_ids[0])


def test_what_the_operator_says_for_good_is_a_lesson(engine: ApplicationEngine, play: Callable[..., RunEnded]):
    play("Fine.", request={"prompt": "Look at caddy. Never restart caddy during office hours."})
    (lesson,) = engine.store.read(engine.memory.lessons.rows).result()
    assert (lesson.text, lesson.source) == ("Don't restart caddy during office hours", "user")


@pytest.mark.slow
def test_a_later_tier_is_told_what_was_handed_on(engine: ApplicationEngine, play: Callable[..., RunEnded], monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(engine.memory.recall, "ask", lambda request: asked.append(request.question) or fails())

    def fails() -> None:
        raise RuntimeError("not here")

    structured = {
        "summary": "The tunnel is down.",
        "services": [],
        "escalate": {"reason": "dns fails", "services": ["wireguard"], "context": "peer roams"},
    }
    play("Down.", structured=structured, request={"max_tier": 2})
    assert asked == ["wireguard dns fails The tunnel is down. peer roams"]


@pytest.mark.slow
def test_the_watcher_is_told_nothing(engine: ApplicationEngine):
    from claudeops_desktop.runs.request import RunRequest

    _add(engine, CONFIG)
    ended = engine.run_to_end(RunRequest(agent="watch"))
    assert _rows(engine, ended) == []

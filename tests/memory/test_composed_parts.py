"""How the parts of a prompt are put together: what each holds, what is left out and why, and at which budget."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from claudeops_desktop.memory.context import MemoryContext
from claudeops_desktop.memory.lessons.lessons import StoredLesson
from claudeops_desktop.memory.prompt_memory import compose as composing
from claudeops_desktop.memory.prompt_memory.compose import NOTHING_IN_PARTICULAR, PromptSources, compose
from claudeops_desktop.memory.prompt_memory.types import (
    ORDER,
    InjectionRequest,
    LearnedNote,
    MemoryPromptPart,
    OmittedEntry,
    PromptEntry,
    PromptMemory,
    TokenBudgets,
)
from claudeops_desktop.memory.reminders.triggers import FutureTrigger
from claudeops_desktop.memory.types import Memory

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
AT = "2026-03-01T12:00:00.000Z"
SAID_BEFORE = "A lesson or a pattern says the same and is in the prompt."


def fact(number: int, text: str, service: str | None = None) -> Memory:
    return Memory(number, service, "timing", text, 0.7, 1, AT, AT, None, 1)


def lesson(number: int, text: str, times: int = 1) -> StoredLesson:
    return StoredLesson(number, text, "", "user", "allow", 1, times, None, None, AT, AT)


def no_recall(*_: object, **__: object) -> Any:
    raise AssertionError("Nothing is looked for.")


def composed(
    *,
    lessons: Sequence[StoredLesson] = (),
    to_check: Sequence[Memory] = (),
    budgets: TokenBudgets | None = None,
    pressed: bool = False,
    **more: Any,
) -> PromptMemory:
    sources = PromptSources(
        context=lambda asked: MemoryContext("", 0, asked.budget, 0),
        recall=no_recall,
        standing=lambda memory, _: memory.confidence,
        due=lambda _: (),
        lessons=lambda: lessons,
        rows=lambda _: (),
        pressed=lambda _: pressed,
        to_check=lambda: to_check,
    )
    allowed = budgets or TokenBudgets(2_000, 2_000, 1_000, 6_000, 5, 1_000, 1_000)
    return compose(sources, InjectionRequest(allowed, NOW, **more), 0.0)


def part(found: PromptMemory, name: str) -> MemoryPromptPart:
    return next(one for one in found.parts if one.name == name)


def lines_of(found: PromptMemory, name: str) -> list[str]:
    return [entry.line for entry in part(found, name).entries]


def test_a_prompt_of_nothing_has_all_parts_and_no_text() -> None:
    found = composed()
    assert tuple(one.name for one in found.parts) == ORDER
    assert [(one.text, one.tokens, one.entries) for one in found.parts] == [("", 0, ())] * 8
    assert found.notes == (NOTHING_IN_PARTICULAR,)


def test_an_agent_that_reads_no_prompt_gets_no_lesson() -> None:
    assert lines_of(composed(lessons=[lesson(1, "Prefer podman")], reads_prompt=False), "lessons") == []


@pytest.mark.parametrize(("times", "why"), [(1, "Learned once."), (2, "Learned 2 times."), (0, "Learned 0 times.")])
def test_a_lesson_says_how_often_it_was_learned(times: int, why: str) -> None:
    (entry,) = part(composed(lessons=[lesson(1, "Prefer podman", times)]), "lessons").entries
    assert (entry.line, entry.tokens, entry.why) == ("- Prefer podman [1 Mar]", 6, why)


@pytest.mark.parametrize(
    ("field", "name", "line"),
    [
        ("cases", "cases", "- [case] Check the proxy"),
        ("patterns", "patterns", "- [pattern] Check the proxy"),
        ("notebook", "notebook", "- [notebook] Check the proxy"),
        ("memory_file", "memory_file", "- [memory file] Check the proxy"),
        ("procedures", "procedures", "- Check the proxy"),
    ],
)
def test_what_was_learned_stands_in_its_part(field: str, name: str, line: str) -> None:
    found = composed(**{field: (LearnedNote("Check the proxy", "Because."),)})
    assert [(one.line, one.why) for one in part(found, name).entries] == [(line, "Because.")]
    assert [one.name for one in found.parts if one.entries] == [name]
    assert bool(part(found, name).text) is (name != "procedures")


@pytest.mark.parametrize(
    ("text", "said", "told"),
    [
        ("Prefer podman", "", False),
        ("PREFER podman", "", False),
        ("Containers: Prefer podman", "Prefer podman", False),
        ("Containers: Prefer podman", "", True),
        ("Prefer docker", "", True),
    ],
)
@pytest.mark.parametrize("name", ["patterns", "notebook", "memory_file"])
def test_what_a_lesson_says_is_not_said_again(name: str, text: str, said: str, told: bool) -> None:
    found = part(composed(lessons=[lesson(1, "Prefer podman")], **{name: (LearnedNote(text, said=said),)}), name)
    assert len(found.entries) == int(told)
    assert [one.why for one in found.left_out] == ([] if told else [SAID_BEFORE])


def test_the_notebook_does_not_repeat_a_pattern_nor_the_memory_file_the_notebook() -> None:
    one, two = LearnedNote("Check the proxy"), LearnedNote("Ask the owner")
    found = composed(patterns=(one,), notebook=(one, two), memory_file=(one, two))
    assert lines_of(found, "notebook") == ["- [notebook] Ask the owner"]
    assert lines_of(found, "memory_file") == []


@pytest.mark.parametrize(
    ("services", "asked"),
    [((), [1]), (("box",), [1, 2]), (("other",), [1]), (("box", "web"), [1, 2, 3])],
)
def test_facts_of_the_services_of_the_session_are_to_be_checked(services: tuple[str, ...], asked: list[int]) -> None:
    facts = [fact(1, "alpha waits"), fact(2, "bravo waits", "box"), fact(3, "charlie waits", "web")]
    sources: Any = type("Sources", (), {"to_check": staticmethod(lambda: facts)})
    request: Any = type("Request", (), {"services": services})
    assert [one.memory.id for one in composing._checks(sources, request)] == asked


@pytest.mark.parametrize(("number", "asked"), [(0, 0), (2, 2), (3, 3), (4, 3)])
def test_three_facts_are_to_be_checked_at_most(number: int, asked: int) -> None:
    found = composed(to_check=[fact(n, f"It waits {n} s") for n in range(1, number + 1)])
    assert lines_of(found, "session") == [
        f"- Still true? Please check: “It waits {n} s” [#{n}]" for n in range(1, asked + 1)
    ]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (0, "The settings have it that no memories are added for a session."),
        (1, "1 others fit the session better, and no more are added."),
        (5, "5 others fit the session better, and no more are added."),
    ],
)
def test_why_no_more_memories_are_added(wanted: int, said: str) -> None:
    assert composing._past(wanted) == said


@pytest.mark.parametrize(("spare", "left"), [(-5, "0"), (0, "0"), (1, "1"), (1_234, "1,234")])
def test_what_is_over_the_budget_says_what_was_left(spare: int, left: str) -> None:
    entry = PromptEntry("line", 2_500)
    assert composing._over(entry, spare) == f"Over the budget: it needs ~2,500 tokens, ~{left} were left."


@pytest.mark.parametrize(("spare", "told"), [(0, True), (1, True), (-1, False)])
def test_a_part_takes_its_budget_and_no_token_more(spare: int, told: bool) -> None:
    kind = composing._Kind("lessons", "## Lessons", "Sentence.", "lesson", "lessons")
    entry = PromptEntry("- Prefer podman [1 Mar]", 4)
    found = kind.fill([entry], kind.need([entry]) + spare, [])
    assert len(found.entries) == int(told)
    assert found.tokens == (kind.need([entry]) if told else 0)
    assert len(found.left_out) == int(not told)


@pytest.mark.parametrize(("number", "shown"), [(0, 0), (199, 199), (200, 200), (201, 200)])
def test_two_hundred_that_were_left_out_are_shown(number: int, shown: int) -> None:
    left = tuple(OmittedEntry(str(n), "Why.") for n in range(number))
    assert len(part(composed(procedures_left=left), "procedures").left_out) == shown
    assert len(part(composed(notebook_left=left), "notebook").left_out) == shown


def test_what_is_due_stands_under_its_own_heading_and_is_not_counted() -> None:
    kind = composing._Kind("session", "## Session", "Sentence.", "memory", "memories")
    trigger = FutureTrigger(1, "2026-03-01", "renew it", "today", (), None, None, None, "waiting", AT)
    due = composing._due_entry(trigger)
    assert (due.line, due.why) == ("- said on 2026-03-01: “renew it”", "Said for 2026-03-01.")
    text, _ = kind._set([due, PromptEntry("~ a", 1, fact(1, "a", "box"))])
    assert text.startswith("Sentence.\n\n## Session (1 memory, ~")
    assert text.endswith("\n\n### Said for today\n- said on 2026-03-01: “renew it”\n\n### box\n~ a")


@pytest.mark.parametrize(
    ("total", "kept"), [(0, 0), (87, 0), (88, 1), (117, 1), (118, 2), (146, 2), (147, 3), (162, 3), (163, 4)]
)
def test_a_memory_file_that_is_cut_names_the_sections_that_are_left_out(total: int, kept: int) -> None:
    notes = tuple(LearnedNote(f"Section {n}: {'word ' * 20}") for n in range(1, 5))
    one = part(composed(budgets=TokenBudgets(0, 0, 0, total, 0), memory_file=notes), "memory_file")
    assert one.tokens <= total
    assert [entry.note for entry in one.entries] == [*notes[:kept]]
    assert len(one.left_out) == 4 - kept
    missing = ", ".join(f"Section {n}" for n in range(kept + 1, 5))
    assert (f"what is left out stands under {missing}." in one.text) is (0 < kept < 4)
    assert ("left out" in one.text) is (0 < kept < 4)


def recalling(number: int, *, pressed: bool, limit: int, session: int = 2_000) -> tuple[PromptMemory, list[int]]:
    """A prompt for a wish to which recall finds so many memories, and the limits that it was asked with."""
    asked: list[int] = []

    def ask(_: Any, request: Any, __: float) -> Any:
        asked.append(request.limit)
        items = [
            SimpleNamespace(memory=fact(n, f"Device {word} waits", "box"), marks=(), why="Near.")
            for n, word in enumerate(WORDS[:number], 1)
        ]
        return SimpleNamespace(recalled=SimpleNamespace(items=items), note="")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(composing.recall_query, "ask", ask)
        found = composed(
            budgets=TokenBudgets(2_000, session, 1_000, 6_000, limit), wish="Look at the printer", pressed=pressed
        )
    return found, asked


WORDS = ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot")


@pytest.mark.parametrize(
    ("number", "limit", "told", "left"), [(0, 2, 0, 0), (1, 2, 1, 0), (2, 2, 2, 0), (3, 2, 2, 1), (3, 0, 0, 0)]
)
def test_as_many_memories_as_the_settings_want_are_added(number: int, limit: int, told: int, left: int) -> None:
    found, asked = recalling(number, pressed=False, limit=limit)
    one = part(found, "session")
    assert [entry.memory.id for entry in one.entries if entry.memory] == list(range(1, told + 1))
    assert [omitted.why for omitted in one.left_out] == [composing._past(limit)] * left
    assert asked == ([limit + composing.recall_query.MORE] if limit else [])


def test_without_a_budget_for_the_session_recall_is_not_asked() -> None:
    assert recalling(3, pressed=False, limit=2, session=0)[1] == []


@pytest.mark.parametrize("limit", [1, 6])
def test_recall_under_pressure_adds_few_and_says_so(limit: int) -> None:
    wanted = min(limit, composing.recall_query.UNDER_PRESSURE)
    found, asked = recalling(6, pressed=True, limit=limit)
    assert len(part(found, "session").entries) == wanted
    assert asked == [wanted + composing.recall_query.MORE]
    assert found.notes == (f"Recall has cost its share of the day: {wanted} memories at most are added.",)

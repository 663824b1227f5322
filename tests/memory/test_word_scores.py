"""The pure part of recall: stems, how telling a word is, the points of a word, and what weighs them."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from claudeops_desktop.memory.recall import keywords, search
from claudeops_desktop.memory.recall.memory_index import HELD, LAID, SUPERSEDED
from claudeops_desktop.memory.recall.server_search import QuestionCosines


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("seemingly", "seem"),
        ("repeatedly", "repeat"),
        ("settings", "sett"),
        ("cities", "cit"),
        ("printers", "print"),
        ("printer", "print"),
        ("moved", "mov"),
        ("boxes", "box"),
        ("logs", "log"),
        ("cache", "cach"),
        ("use", "use"),
        ("uses", "use"),
        ("sing", "sing"),
        ("bed", "bed"),
        ("is", "is"),
        ("", ""),
    ],
)
def test_a_stem_keeps_three_letters(word: str, stem: str) -> None:
    assert keywords._stem(word) == stem


@pytest.mark.parametrize(
    ("forms", "asked"),
    [
        (("disk",), '"disk"'),
        (("disk", "disks"), '"disk" OR "disks"'),
        (("disk full",), 'NEAR("disk" "full", 2)'),
        (("a-b_c",), 'NEAR("a" "b" "c", 2)'),
        (('x" OR "y',), 'NEAR("x" "OR" "y", 2)'),
    ],
)
def test_a_word_is_asked_for_as_a_word(forms: tuple[str, ...], asked: str) -> None:
    assert keywords._asked_of_words(forms) == asked


@pytest.mark.parametrize(
    ("number", "total", "telling"),
    [
        (0, 0, math.log(2)),
        (1, 1, math.log(4 / 3)),
        (1, 10, math.log(1 + 9.5 / 1.5)),
        (10, 10, math.log(1 + 0.5 / 10.5)),
    ],
)
def test_how_telling_a_word_is(number: int, total: int, telling: float) -> None:
    assert keywords.inverse_document_frequency(number, total) == pytest.approx(telling)


def row(lengths: list[int], **more: Any) -> Any:
    """An index of memories that follow one another in one conversation."""
    n = len(lengths)
    at = np.arange(n)
    found = {
        "n": n,
        "length": np.array(lengths, np.float32),
        "alive": np.ones(n, bool),
        "before": at - 1,
        "after": np.where(at + 1 < n, at + 1, -1),
        "hidden": np.zeros(n, np.uint8),
        "priority": np.zeros(n, np.float32),
        "mood": np.zeros(n, np.int64),
        "ids": at + 101,
    }
    return SimpleNamespace(**{**found, **more})


def points(index: Any, held: dict[str, list[int]], weights: dict[str, float], neighbours: bool = False) -> list[float]:
    places = {word: np.array(at, np.int64) for word, at in held.items()}
    return [round(float(one), 4) for one in keywords.score(index, places, weights, neighbours)]


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        ([100, 100], [1.0, 0.0]),
        ([50, 150], [1.1224, 0.0]),
        ([150, 50], [0.9016, 0.0]),
        ([249, 249], [1.0, 0.0]),
        ([250, 250], [1.0, 0.0]),
        ([249, 51], [0.8741, 0.0]),
        ([250, 50], [0.7857, 0.0]),
    ],
)
def test_a_long_memory_scores_less_and_a_document_less_still(lengths: list[int], expected: list[float]) -> None:
    assert points(row(lengths), {"disk": [0]}, {"disk": 1.0}) == expected


def test_each_word_counts_by_its_weight() -> None:
    held = {"disk": [0, 1], "full": [1], "none": []}
    assert points(row([10, 10, 10]), held, {"disk": 1.0, "full": 2.5, "none": 9.0}) == [1.0, 3.5, 0.0]


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ([0], [1.0, 0.7, 0.49, 0.343, 0.0]),
        ([4], [0.0, 0.245, 0.35, 0.5, 1.0]),
        ([2], [0.35, 0.5, 1.0, 0.7, 0.49]),
        ([0, 4], [1.0, 0.7, 0.49, 0.5, 1.0]),
    ],
)
def test_neighbours_get_a_share_up_to_three_steps_off(held: list[int], expected: list[float]) -> None:
    assert points(row([10] * 5), {"disk": held}, {"disk": 1.0}, neighbours=True) == expected


def test_no_memory_has_no_score() -> None:
    assert points(row([]), {"disk": []}, {"disk": 1.0}) == []


@pytest.mark.parametrize(
    ("held", "superseded", "archived", "too", "seen"),
    [
        (False, False, False, False, [True, False, False, False]),
        (True, False, False, False, [True, True, False, False]),
        (False, True, False, False, [True, False, True, False]),
        (False, False, True, False, [True, False, False, True]),
        (False, False, False, True, [True, False, False, True]),
        (True, True, True, True, [True, True, True, True]),
    ],
)
def test_what_is_seen_is_what_was_asked_for(
    held: bool, superseded: bool, archived: bool, too: bool, seen: list[bool]
) -> None:
    index = row([1] * 5, hidden=np.array([0, HELD, SUPERSEDED, LAID, 0]), alive=np.array([1, 1, 1, 1, 0], bool))
    asked: Any = SimpleNamespace(include_held=held, include_superseded=superseded, include_archived=archived)
    assert search._visible(index, asked, too).tolist() == [*seen, False]


@pytest.mark.parametrize(("number", "kept"), [(0, 0), (1, 1), (1_000, 1_000), (1_001, 1_000)])
def test_a_thousand_memories_are_compared_at_most(number: int, kept: int) -> None:
    word = np.arange(1, number + 1, dtype=np.float32)
    found = search._most_telling(word)
    assert len(found) == kept
    assert sorted(found.tolist()) == list(range(number - kept, number))


def test_a_memory_without_a_word_is_not_compared() -> None:
    assert search._most_telling(np.array([0, 0.5, 0], np.float32)).tolist() == [1]


@pytest.mark.parametrize(
    ("held", "on", "told"),
    [
        ({"disk": 2}, False, "Switched off."),
        ({}, False, "Switched off."),
        ({}, True, "The question has no words to look for."),
        ({"disk": 2, "full": 1_234}, True, "Memories that hold each word: disk (2), full (1,234)."),
        (
            {f"w{n}": n for n in range(13)},
            True,
            f"Memories that hold each word: {', '.join(f'w{n} ({n})' for n in range(12))}.",
        ),
    ],
    ids=["off", "off and empty", "no words", "two words", "twelve are named"],
)
def test_what_is_told_of_the_words(held: dict[str, int], on: bool, told: str) -> None:
    asked = search.SearchQuestion("q", {word: np.zeros(n, np.int64) for word, n in held.items()}, {})
    assert search._of_words(asked, on) == told


@pytest.mark.parametrize(
    ("mood", "expected"),
    [("", [1.0, 1.0]), ("neutral", [1.0, 1.0]), ("unknown", [1.0, 1.0]), ("angry", [1.0, search.rerank.MOOD])],
)
def test_the_mood_of_the_question_counts_where_a_memory_has_it(mood: str, expected: list[float]) -> None:
    index = row([1, 1], mood=np.array([0, 1]), moods=SimpleNamespace(of={"neutral": 0, "angry": 1}))
    assert search._weights(index, np.array([0, 1]), mood).tolist() == pytest.approx(expected)


@pytest.mark.parametrize(("priority", "counted"), [(-2, -1), (-1, -1), (0, 0), (0.5, 0.5), (1, 1), (3, 1)])
def test_the_priority_counts_up_to_one(priority: float, counted: float) -> None:
    index = row([1], priority=np.array([priority], np.float32))
    expected = 1 + search.rerank.PRIORITY * counted
    assert search._weights(index, np.array([0]), "").tolist() == pytest.approx([expected])


@pytest.mark.parametrize(
    ("reads", "name", "far", "stated"),
    [
        (True, "m", [1], False),
        (False, "m", [], False),
        (False, search.BUILT_IN, [], True),
        (True, search.SENTENCES, [], True),
    ],
    ids=["reads sentences", "does not", "is built in", "is built in and reads sentences"],
)
def test_what_stands_out_by_its_meaning(reads: bool, name: str, far: list[int], stated: bool) -> None:
    """Four and a half deviations over the mean: 0.1 + 4.5 × 0.125 = 0.6625."""
    cosines = QuestionCosines(np.array([0.5, 0.6625, 0.66], np.float64), 0.1, 0.125)
    model: Any = SimpleNamespace(reads=reads, name=name)
    found, told = search._standing_out(row([1] * 3), np.array([0, 1, 2]), cosines, model)
    assert found.tolist() == far
    assert told == ((({101: 0.5, 102: 0.6625, 103: 0.66}), 0.1, 0.125, name) if stated else None)


@pytest.mark.parametrize("missing", ["cosines", "model", "places"])
def test_nothing_stands_out_where_nothing_was_compared(missing: str) -> None:
    cosines = None if missing == "cosines" else QuestionCosines(np.array([0.9]), 0.0, 0.1)
    model: Any = None if missing == "model" else SimpleNamespace(reads=True, name="m")
    best = np.array([] if missing == "places" else [0], np.int64)
    found, told = search._standing_out(row([1]), best, cosines, model)
    assert (found.tolist(), told) == ([], None)


def test_what_has_nothing_to_do_with_the_question_comes_last() -> None:
    raw, worth = np.array([0.5, 0.0, 0.3], np.float32), np.array([True, False, False])
    first, second, third = search._sharp(raw, worth, np.array([0, 1, 2])).tolist()
    assert first >= 2e-9
    assert second == pytest.approx(0.5e-9, rel=1e-4)
    assert third == pytest.approx(1e-9 * (1 - 0.5 / 1.3), rel=1e-4)


@pytest.mark.parametrize(
    ("days", "stale", "pinned", "left"),
    [
        (0, False, False, 1.0),
        (-5, False, False, 1.0),
        (10, False, False, math.exp(-0.5)),
        (0, True, False, search.age_decay.STALE_COUNTS),
        (10, True, False, math.exp(-0.5) * search.age_decay.STALE_COUNTS),
        (10, True, True, 1.0),
    ],
    ids=["today", "in the future", "ten days", "stale", "stale for ten days", "pinned"],
)
def test_what_time_leaves_of_a_score(
    monkeypatch: pytest.MonkeyPatch, days: int, stale: bool, pinned: bool, left: float
) -> None:
    monkeypatch.setattr(search.age_decay, "lifetime", lambda name, settings: SimpleNamespace(decay=0.05))
    now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    index = row(
        [1],
        domains=SimpleNamespace(names=["operations"]),
        domain=np.array([0]),
        confirmed=np.array([search.graph.julian_day(now) - days]),
        stale=np.array([stale]),
        pinned=np.array([pinned]),
    )
    settings: Any = None
    assert search._decay(index, np.array([0]), now, settings).tolist() == pytest.approx([left], rel=1e-4)


@pytest.mark.parametrize(
    ("on", "model", "size", "why", "told"),
    [
        (False, True, 2, "", "Switched off."),
        (True, False, 2, "", "No memory has a vector yet: words and graph serve."),
        (True, True, 0, "", "No memory has a vector yet: words and graph serve."),
        (True, False, 2, "The endpoint failed.", "The endpoint failed."),
        (False, True, 2, "The endpoint failed.", "The endpoint failed."),
    ],
    ids=["off", "no model", "no vectors", "a reason", "a reason and off"],
)
def test_why_nothing_is_compared_by_meaning(on: bool, model: bool, size: int, why: str, told: str) -> None:
    unused = search.WantedMemories(np.zeros(0, np.int64), False, False)
    embedder: Any = SimpleNamespace(name="m") if model else None
    assert search._cosines(row([1], size=size), "q", {}, embedder, on, why, unused) == (None, told)


@pytest.mark.parametrize(
    ("there", "told"),
    [
        (3, "3 of 5 memories have a vector of m: words and graph serve meanwhile."),
        (4, "m answers with vectors of another size: they are being made anew."),
        (5, "m answers with vectors of another size: they are being made anew."),
    ],
)
def test_four_of_five_memories_need_a_vector(there: int, told: str) -> None:
    unused = search.WantedMemories(np.zeros(0, np.int64), False, False)
    embedder: Any = SimpleNamespace(name="m", question=lambda text, weights: np.zeros(3, np.float32))
    index = row([1] * 5, size=2, has_vector=np.arange(5) < there)
    assert search._cosines(index, "q", {}, embedder, True, "", unused) == (None, told)

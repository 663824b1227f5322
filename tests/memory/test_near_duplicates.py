"""Facts that say the same twice are joined at night; what differs in a value, or was a pair before, is left alone."""

from __future__ import annotations

import pytest

from claudeops_desktop.memory import conflicts, tables
from claudeops_desktop.memory.conflicts import ConflictState
from claudeops_desktop.memory.near_duplicates import similar_pairs, stronger_of

FIRST = "The nightly backup takes about 40s after a restart"
SECOND = "The nightly backup takes roughly 40 s after a restart"


def put(desk, *texts, service="nas", **columns):
    """Facts that stand beside one another, as an import leaves them."""
    found = []
    for number, text in enumerate(texts):
        memory = desk.add(f"Placeholder {number} of {len(desk.all())}", service=service)
        more = {"confidence": 0.7, "source": "import"} | columns
        desk.write(lambda memory=memory, text=text, more=more: tables.update(memory.id, observation=text, **more))
        found.append(memory.id)
    return found


def merge(desk, seen=0):
    return desk.memory.duplicates.merge_all(seen)


def test_the_weaker_one_is_superseded_by_the_stronger_and_nothing_is_deleted(desk):
    first, second = put(desk, FIRST, SECOND)
    desk.write(lambda: tables.update(second, confidence=0.9))
    assert merge(desk).merged == 1
    kept, gone = desk.get(second), desk.get(first)
    assert (kept.confidence, kept.superseded_by, kept.merged_count) == (0.9, None, 1)
    assert gone.superseded_by == second and gone.valid_until
    assert [version.action for version in tables.versions(first)][-1] == "superseded"
    assert tables.versions(first)[-1].by == "routine"


def test_a_second_look_changes_nothing(desk):
    put(desk, FIRST, SECOND)
    found = merge(desk)
    assert merge(desk, found.seen).merged == 0
    assert merge(desk).merged == 0


def test_three_of_one_kind_become_one(desk):
    put(desk, FIRST, SECOND, f"{FIRST}.")
    assert merge(desk).merged == 2
    assert sum(memory.superseded_by is None for memory in desk.all()) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (FIRST, "The nightly backup takes about 90s after a restart"),
        (FIRST, "The nightly backup takes about 40s"),
        ("Needs the database before it starts", "Needs the mail queue before it starts"),
    ],
)
def test_what_differs_in_a_value_or_in_its_subject_stays(desk, one, other):
    put(desk, one, other)
    assert merge(desk).merged == 0


def test_facts_of_two_services_stay(desk):
    put(desk, FIRST, service="nas")
    put(desk, FIRST, service="shop")
    assert merge(desk).merged == 0


def test_a_pair_that_was_answered_or_undone_is_never_joined_again(desk):
    first, second = put(desk, FIRST, SECOND)
    merge(desk)
    (number,) = desk.store.database.execute_sql("SELECT id FROM memory_conflicts").fetchone()
    assert desk.write(lambda: conflicts.undo(number, "operator", desk.clock()))
    assert [desk.get(one).superseded_by for one in (first, second)] == [None, None]
    assert merge(desk).merged == 0


def test_one_that_was_joined_can_be_reopened(desk):
    _, second = put(desk, FIRST, SECOND)
    merge(desk)
    assert desk.get(second).superseded_by
    desk.write(lambda: desk.memory.review.reopen_closed([second]))
    assert desk.get(second).superseded_by is None
    (state,) = desk.store.database.execute_sql("SELECT state FROM memory_conflicts").fetchone()
    assert state == ConflictState.BOTH
    assert merge(desk).merged == 0


def test_a_pinned_one_is_never_superseded(desk):
    first, second = put(desk, FIRST, SECOND)
    desk.write(lambda: tables.update(first, pinned=1, confidence=0.4))
    merge(desk)
    assert desk.get(first).superseded_by is None and desk.get(second).superseded_by == first
    desk.write(lambda: tables.update(second, pinned=1, superseded_by=None))


def test_two_pinned_ones_stay(desk):
    put(desk, FIRST, SECOND, pinned=1)
    assert merge(desk).merged == 0


def test_only_what_was_written_since_is_compared(desk):
    put(desk, FIRST)
    seen = merge(desk).seen
    (late,) = put(desk, SECOND)
    desk.edit(late, category="behavior")
    found = merge(desk, seen)
    assert (found.compared, found.merged) == (1, 1)


def test_it_ends_early_and_goes_on_next_time(desk):
    put(desk, FIRST, SECOND)
    found = desk.memory.duplicates.merge_all(0, stopped=lambda: True)
    assert (found.merged, found.seen, found.whole) == (0, 0, False)
    assert merge(desk, found.seen).merged == 1


def test_decay_that_was_counted_is_not_counted_again(desk):
    put(desk, FIRST, SECOND, confidence=1.0)
    desk.clock.forward(days=50)
    assert desk.memory.aging.age_in_parts().whole >= 2
    before = {memory.id: memory.confidence for memory in desk.all()}
    merge(desk)
    desk.memory.aging.age_in_parts()
    assert {memory.id: memory.confidence for memory in desk.all()} == before


def test_pairs_are_found_by_the_share_of_their_words():
    rows = [(1, "alpha beta gamma delta"), (2, "alpha beta gamma omega"), (3, "alpha beta sigma omega"), (4, "")]
    assert similar_pairs(rows, 0.6) == [(1, 2), (2, 3)]
    assert similar_pairs(rows, 0.99) == []
    assert similar_pairs([(7, "same words here"), (3, "here same words")]) == [(3, 7)]


def test_prefix_filtering_finds_what_comparing_all_finds(desk):
    import itertools
    import random

    from claudeops_desktop.memory.candidates import stem_words

    chance = random.Random(4)
    words = ["disk", "mail", "proxy", "queue", "vacuum", "restart", "backup", "slow", "night", "port"]
    rows = [(number, " ".join(chance.sample(words, chance.randrange(1, 7)))) for number in range(1, 120)]
    sets = {number: stem_words(text) for number, text in rows}
    wanted = [
        (a, b)
        for a, b in itertools.combinations(sorted(sets), 2)
        if len(sets[a] & sets[b]) >= 0.6 * len(sets[a] | sets[b]) > 0
    ]
    assert similar_pairs(rows) == wanted


def test_the_operators_own_words_are_the_stronger(desk):
    first, second = put(desk, FIRST, SECOND)
    desk.write(lambda: tables.update(second, source="operator", confidence=0.5))
    assert stronger_of(desk.get(first), desk.get(second))[0].id == second


def test_age_takes_in_parts_what_it_takes_at_once(desk, monkeypatch):
    from claudeops_desktop.memory import aging

    monkeypatch.setattr(aging, "AT_ONCE", 2)
    put(desk, *(f"Port {number} must be free" for number in range(900, 907)), confidence=1.0)
    desk.clock.forward(days=200)
    changed = desk.memory.aging.age_in_parts().whole
    assert changed == 14  # each faded, and each was archived
    assert desk.memory.aging.age_in_parts().whole == 0
    assert {memory.state for memory in desk.all()} == {"archived"}

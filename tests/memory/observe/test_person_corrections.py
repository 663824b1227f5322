"""A person's correction in a transcript is kept as quotation, closes what it corrects, and becomes a lesson."""

from __future__ import annotations

import pytest

from claudeops_desktop.memory.newest_first import vouched


def correct(desk, transcript, observer, marker: str, said: str, correction: str, **more: object):
    """The fact that was known, and the correction, as they stand after the transcript was read."""
    known = desk.says(marker)[0].memory
    if more:
        desk.edit(known.id, **more)
    transcript.now = desk.clock()
    desk.clock.forward(days=1)
    transcript.user("How does jellyfin stand?")
    transcript.assistant(said)
    transcript.user(correction)
    observer().observe_file(transcript.path)
    (new,) = [one for one in [*desk.all(), *desk.memory.review.waiting()] if "a person said" in one.observation]
    return desk.get(known.id), new


def lessons(desk) -> list[str]:
    return [one.text for one in desk.memory.lessons.rows()]


CASES = [
    (
        "[MEMORY:timing:jellyfin] Takes 60s to start after a restart",
        "Jellyfin takes 60s to start after a restart.",
        "Actually no, it takes 90s to start after a restart.",
        'of “Jellyfin takes 60s to start after a restart”: "it takes 90s to start after a restart"',
        "“Jellyfin takes 60s to start after a restart” is wrong: it takes 90s to start after a restart",
    ),
    (
        "[MEMORY:behavior:jellyfin] Listens on port 8096",
        "Jellyfin listens on port 8096.",
        "No, it's 8097.",
        'of “Jellyfin listens on port 8096”: "it\'s 8097"',
        "“Jellyfin listens on port 8096” is wrong: it's 8097",
    ),
    (
        "[MEMORY:behavior:jellyfin] Listens on port 8096",
        "Jellyfin is healthy.",
        "That's wrong: jellyfin listens on port 8097.",
        ': "jellyfin listens on port 8097"',
        "Jellyfin listens on port 8097",
    ),
]


@pytest.mark.parametrize(("marker", "said", "correction", "quoted", "lesson"), CASES)
def test_it_closes_what_it_corrects_and_becomes_a_lesson(
    desk, transcript, observer, marker: str, said: str, correction: str, quoted: str, lesson: str
) -> None:
    old, new = correct(desk, transcript, observer, marker, said, correction)
    assert new.observation == f"On 1 Mar a person said{quoted if quoted[0] == ':' else f' {quoted}'}"
    assert (old.superseded_by, new.active, new.service) == (new.id, 1, "jellyfin")
    assert lessons(desk) == [lesson]


def test_the_reason_is_the_person_s_word(desk, transcript, observer) -> None:
    old, _ = correct(desk, transcript, observer, *CASES[1][:3])
    last = desk.store.read(lambda: desk.memory.history.versions(old.id)).result()[-1]
    assert last.why.endswith("A person corrected it: “it's 8097”.")


def test_a_pinned_fact_stands_and_the_correction_waits(desk, transcript, observer) -> None:
    old, new = correct(desk, transcript, observer, *CASES[1][:3], pinned=True)
    assert (old.superseded_by, new.gate) == (None, "hold")


def test_what_only_may_be_meant_stays_beside_it_in_conflict(desk, transcript, observer) -> None:
    old, new = correct(
        desk, transcript, observer,
        "[MEMORY:behavior:jellyfin] The config is in /etc/jellyfin",
        "The config of jellyfin is in /etc/jellyfin.",
        "No, the config of jellyfin lives in /srv/media/config, not /etc/jellyfin.",
    )  # fmt: skip
    assert (old.superseded_by, old.active, new.active) == (None, 1, 1)
    assert [(a.id, b.id) for _, a, b in desk.store.read(desk.memory.review.conflicts).result()] == [(old.id, new.id)]


def test_a_person_s_correction_is_no_statement_of_an_agent(desk, transcript, observer) -> None:
    _, new = correct(desk, transcript, observer, *CASES[2][:3])
    assert vouched(new)

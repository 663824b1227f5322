"""`claudeops waiting` says what the window counts."""

from __future__ import annotations

from support.incidents import fill_incidents


def test_what_waits_is_listed_with_the_command_that_shows_it(claudeops, written):
    assert "Nothing waits for you." in claudeops("waiting").out
    with written() as books:
        books.write(lambda: fill_incidents(books.book))
    said = claudeops("waiting").out
    assert "Investigate grafana?" in said
    assert "incidents list --open" in said
    assert said.strip().endswith("2 things wait for you.")
    found = claudeops("waiting", "--json").json
    assert (found["total"], [item["kind"] for item in found["items"]]) == (2, ["investigation", "incident"])


def test_every_kind_has_a_command(claudeops):
    from claudeops_desktop.cli.waiting import COMMANDS
    from claudeops_desktop.routine.waiting_types import WaitingKind

    assert set(COMMANDS) == set(WaitingKind)
    for words in COMMANDS.values():
        assert claudeops(*words.split()).code == 0, words

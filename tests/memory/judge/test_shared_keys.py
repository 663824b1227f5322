"""The index by which those are found that the judge weighs in full."""

from __future__ import annotations

import pytest

from claudeops_desktop.language.claims.sentence_reading import read
from claudeops_desktop.language.compare import shared_keys
from claudeops_desktop.language.compare.shared_keys import SharedKeyIndex

TEXTS = ["Takes 60s to start after restart", "The backup needs the share", "Startup lasts a minute", ""]


def expected(new: str, olds: list[str]) -> list[float]:
    keys = read(new).keys
    return [len(keys & read(old).keys) / (len(keys) + 1 + len(read(old).keys)) for old in olds]


@pytest.mark.parametrize("new", ["The restart takes a minute", "Backups go to the share", ""])
def test_shares_are_those_of_the_readings(new: str) -> None:
    index = SharedKeyIndex()
    index.shares("Something else about the share", TEXTS[1:])
    assert index.shares(new, TEXTS).tolist() == expected(new, TEXTS)
    assert index.shares(new, TEXTS[::-1] + TEXTS).tolist() == expected(new, TEXTS[::-1] + TEXTS)


def test_it_begins_anew_once_it_holds_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_keys, "REMEMBERED", 2)
    index = SharedKeyIndex()
    for text in ("The restart takes a minute", "Backups go to the share"):
        assert index.shares(text, TEXTS).tolist() == expected(text, TEXTS)
    index.keep(TEXTS[:1])
    assert index.shares(TEXTS[0], TEXTS[:1]).tolist() == expected(TEXTS[0], TEXTS[:1])
    assert len(index._places) == 1

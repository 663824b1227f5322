"""How verifiable and how useful a text is, to the hundredth, and what speaks against it."""

from __future__ import annotations

import pytest

from claudeops_desktop.memory.gate.quality import QualityScores, concrete, is_artefact, score_quality


@pytest.mark.parametrize(
    ("text", "verifiable", "useful", "against"),
    [
        ("the printer stands in the hall", 0.8, 0.8, ""),
        ("does the printer stand in the hall?", 0.1, 0.2, "a question"),
        ("i think the printer is loud", 0.2, 0.4, "an opinion"),
        ("maybe the printer is loud", 0.4, 0.65, "a guess"),
        ("i restarted nginx", 0.7, 0.3, "a step that was taken"),
        ("we should paint the printer", 0.4, 0.4, "a plan"),
        ("thanks, that works", 0.5, 0.2, "talk"),
        ("the service is currently down", 0.8, 0.25, "how it stood at one moment"),
        ("the printer hums right now", 0.8, 0.55, "how it stood at one moment"),
        ("printer", 0.5, 0.3, "no sentence"),
        ("", 0.5, 0.3, "no sentence"),
        ("maybe?", 0.0, 0.0, "a question, a guess, no sentence"),
    ],
)
def test_what_speaks_against_a_text_lowers_its_scores(
    text: str, verifiable: float, useful: float, against: str
) -> None:
    assert score_quality(text) == QualityScores(verifiable, useful, against)


@pytest.mark.parametrize(
    ("text", "verifiable", "useful"),
    [
        ("the printer warms up in 20 minutes", 0.9, 0.9),
        ("the printer is slow because the drum is cold", 0.9, 0.9),
        ("the printer needs paper", 0.9, 0.9),
        ("a warm drum helps the printer", 0.9, 0.9),
        ("its settings are in /etc/cups", 0.95, 0.9),
        ("the printer needs 20 minutes", 1.0, 0.9),
        ("the printer needs 20 minutes because of /etc/cups", 1.0, 0.9),
    ],
)
def test_what_speaks_for_a_text_adds_a_fifth_at_most_and_half_of_that_to_its_use(
    text: str, verifiable: float, useful: float
) -> None:
    assert score_quality(text) == QualityScores(verifiable, useful)


def test_a_reason_leaves_a_guess_a_guess() -> None:
    assert score_quality("maybe the printer is loud because the drum is cold") == QualityScores(0.4, 0.75, "a guess")


def test_a_moment_counts_less_where_it_lasts() -> None:
    assert score_quality("the printer always hums right now") == QualityScores(0.9, 0.9)


def test_case_and_space_do_not_matter() -> None:
    assert score_quality("  THE Printer\n stands\tin the hall ") == QualityScores(0.8, 0.8)


@pytest.mark.parametrize(("length", "against"), [(3_999, "a question"), (4_000, "")])
def test_only_the_first_4000_characters_are_read(length: int, against: str) -> None:
    text = "the printer ".ljust(length, "x")
    assert score_quality(text + "?").against == against


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see ADR-0077", True),
        ("see adr 7", False),
        ("look at /etc/hosts", True),
        ("one and/or two", False),
        ("the file app.yaml", True),
        ("the file app.docx", False),
        ("run `abc`", True),
        ("run `ab`", False),
        ("docker restart web", True),
        ("docker is old", False),
    ],
)
def test_what_is_concrete(text: str, found: bool) -> None:
    assert concrete(text) is found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Add after the heading", True),
        ("Replace: it", True),
        ("Replace the second paragraph", True),
        ("Replace the printer", False),
        ("Replace the battery with a new one", False),
        ("Replace blue with green", True),
        ("Replace blue with green every week", False),
        ("Return only JSON", True),
        ("The printer returns only paper", False),
        ("+++ b/file", True),
        ("", False),
    ],
)
def test_what_changes_a_text_is_an_artefact_and_advice_on_hardware_is_none(text: str, found: bool) -> None:
    assert is_artefact(text) is found


def test_what_speaks_for_a_text_that_something_speaks_against_adds_no_more_than_a_fifth() -> None:
    text = "i restarted nginx because it needs 20 minutes"
    assert score_quality(text) == QualityScores(0.9, 0.4, "a step that was taken")

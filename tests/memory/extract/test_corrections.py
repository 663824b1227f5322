"""What a person corrects of what the agent said (E3, E15): the statement, and the sentence that it answers."""

from __future__ import annotations

import pytest

from claudeops_desktop.language.extraction.corrections import find_correction

PORT, BACKUP, START = (
    "Jellyfin listens on port 8096",
    "The backup of jellyfin runs on nas-01",
    "Jellyfin takes 60s to start",
)
AGENT = f"{PORT}. {BACKUP}. {START}."


@pytest.mark.parametrize(
    ("sentence", "statement", "answered"),
    [
        ("No, that's wrong: jellyfin listens on port 8097.", "jellyfin listens on port 8097", PORT),
        ("No, it's 8097.", "it's 8097", PORT),
        ("No, the backup runs on nas-02.", "the backup runs on nas-02", BACKUP),
        ("Actually no, it takes 90s to start.", "it takes 90s to start", START),
    ],
)
def test_a_correction_answers_the_sentence_for_whose_value_it_gives_another(
    sentence: str, statement: str, answered: str
) -> None:
    assert find_correction(sentence, AGENT) == (statement, answered)


def test_a_correction_answers_the_sentence_in_which_stands_what_it_calls_wrong() -> None:
    found = find_correction("No, the config lives in /srv/media, not /etc/jellyfin.", "Config is in /etc/jellyfin.")
    assert found == ("the config lives in /srv/media, not /etc/jellyfin", "Config is in /etc/jellyfin")


@pytest.mark.parametrize("lead", ["That's not right, ", "Correction: ", "No, that is wrong. ", "Actually no, "])
def test_who_says_outright_that_something_is_wrong_corrects_whatever_was_said(lead: str) -> None:
    assert find_correction(f"{lead}nightly dumps go to /srv/dumps.", "Done.") == ("nightly dumps go to /srv/dumps", "")


def test_of_two_sentences_that_it_may_answer_it_answers_none() -> None:
    assert find_correction("No, it's 8097.", "Jellyfin listens on port 8096. Plex listens on port 32400.") is None


@pytest.mark.parametrize(
    "sentence",
    [
        "No, the stream is running.",
        "No, not yet.",
        "No restarts in the last five minutes.",
        "No, no errors since noon.",
        "Actually the page is still blank.",
        "That's wrong.",
        "Wrong host, I meant web2.",
        "That's wrong, you should look at web2 first.",
        "Actually no, I don't want that.",
        "Actually no, leave the page as it is.",
        "It was wrong of me to say that.",
        "No, is it 8097?",
        "No, maybe it's 8097.",
    ],
)
def test_an_answer_a_wish_and_a_report_correct_nothing(sentence: str) -> None:
    assert find_correction(sentence, AGENT) is None


def test_no_to_a_question_corrects_nothing() -> None:
    assert find_correction("No, 2.", f"{PORT}. Should I delete 3 images?") is None

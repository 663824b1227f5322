"""What rules draw is stored as a quotation, and compared by the words in it."""

from __future__ import annotations

import pytest

from claudeops_desktop.language.extraction.quotation import quote_words, quoted_words
from claudeops_desktop.language.subjects.strip_subject import strip_subject
from claudeops_desktop.memory.review_queue import held_already

AT = "2026-11-21T10:00:00.000Z"
WORDS = "Flushing the queue changed nothing"


@pytest.mark.parametrize(
    ("role", "at", "quotation"),
    [
        ("assistant", AT, f'On 21 Nov the agent said: "{WORDS}"'),
        ("user", AT, f'On 21 Nov a person said: "{WORDS}"'),
        ("assistant", "", f'The agent said: "{WORDS}"'),
        ("", AT, f'On 21 Nov a pasted text said: "{WORDS}"'),
    ],
)
def test_a_quotation_says_who_and_when_and_gives_its_words_back(role: str, at: str, quotation: str) -> None:
    assert quote_words(WORDS, role, at) == quotation
    assert quoted_words(quotation) == WORDS


@pytest.mark.parametrize("command", ["systemctl show nginx", 'curl -w "%{time_total}" http://web.lan/'])
def test_a_quotation_names_the_command_of_its_value_and_gives_its_words_back(command: str) -> None:
    quotation = quote_words(WORDS, "assistant", AT, command=command)
    assert quotation == f'On 21 Nov the agent said: "{WORDS}" (measured with `{command}`)'
    assert quoted_words(quotation) == WORDS


def test_a_command_is_one_short_line_without_marks_that_end_it() -> None:
    quotation = quote_words(WORDS, "assistant", AT, command=f"echo `date`\nsleep {'1' * 200}")
    assert "(measured with `echo 'date' sleep 111" in quotation and quotation.endswith("1…`)")
    assert quoted_words(quotation) == WORDS


def test_any_other_text_is_its_own_words() -> None:
    assert quoted_words('nginx said: "no such file"') == 'nginx said: "no such file"'


def test_a_quotation_is_compared_by_its_words_without_the_subject() -> None:
    assert strip_subject('On 21 Nov the agent said: "jellyfin takes 60s to start"', "jellyfin") == "takes 60s to start"


def test_the_same_words_of_another_day_wait_once(desk, transcript, observer) -> None:
    transcript.assistant("Jellyfin takes about 60 seconds to start after a restart.")
    observer().observe_file(transcript.path)
    (waiting,) = desk.memory.review.waiting()
    again = waiting.observation.replace("On 1 Feb", "On 9 Mar")
    assert again != waiting.observation
    known = desk.write(lambda: held_already("jellyfin", again, by="observer", now=desk.clock()))
    assert known is not None and known.memory is not None and known.memory.id == waiting.id


def test_what_was_rejected_is_not_held_again_on_another_day(desk, transcript, observer) -> None:
    said = "Jellyfin takes about 60 seconds to start after a restart."
    transcript.assistant(said)
    observer().observe_file(transcript.path)
    desk.write(lambda: desk.memory.review.reject([one.id for one in desk.memory.review.waiting()]))
    transcript.now = transcript.now.replace(month=3)
    transcript.assistant(f"I looked again. {said}")
    observer().observe_file(transcript.path)
    assert desk.memory.review.waiting() == []


TIMES = "Jellyfin takes about 60 seconds to start after a restart."


def test_a_value_names_the_command_whose_output_shows_it(desk, transcript, observer) -> None:
    transcript.tool("Bash", "jellyfin restarted, started after 60 seconds", "docker logs --tail 1 jellyfin")
    transcript.assistant(TIMES)
    observer().observe_file(transcript.path)
    (waiting,) = desk.memory.review.waiting()
    said = f'On 1 Feb the agent said: "{TIMES[:-1]}"'
    assert waiting.observation == f"{said} (measured with `docker logs --tail 1 jellyfin`)"


@pytest.mark.parametrize("output", ["jellyfin restarted, started after 45 seconds", "jellyfin is up"])
def test_a_value_that_no_command_showed_names_none(desk, transcript, observer, output: str) -> None:
    transcript.tool("Bash", output, "docker logs --tail 1 jellyfin")
    transcript.assistant(TIMES)
    observer().observe_file(transcript.path)
    (waiting,) = desk.memory.review.waiting()
    assert "measured with" not in waiting.observation


def test_a_secret_in_the_command_does_not_reach_the_quotation(desk, transcript, observer) -> None:
    command = "PGPASSWORD=hunter2hunter2 docker logs --tail 1 jellyfin"
    transcript.tool("Bash", "jellyfin restarted, started after 60 seconds", command)
    transcript.assistant(TIMES)
    observer().observe_file(transcript.path)
    (waiting,) = desk.memory.review.waiting()
    assert "docker logs" in waiting.observation and "hunter2" not in waiting.observation

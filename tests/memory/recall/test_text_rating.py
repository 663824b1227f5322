"""How likely a text that is no memory answers a question."""

from __future__ import annotations

import pytest

from claudeops_desktop.memory.embed import built_in
from claudeops_desktop.memory.recall.text_rating import rate_texts

QUESTION = "How is the tape robot cleaned?"
ANSWER, OTHER = (
    "The robot with the tapes is cleaned by a yellow cartridge.",
    "Mail goes out by the relay of the provider.",
)


@pytest.mark.parametrize("with_model", [True, False])
def test_the_text_that_answers_lies_over_the_line_and_another_one_below(with_model: bool) -> None:
    answer, other = rate_texts(QUESTION, [ANSWER, OTHER], built_in.load() if with_model else None)
    assert answer.answers > 0.5 > other.answers and answer.met > other.met


def test_a_question_without_a_word_is_answered_by_nothing() -> None:
    assert [one.answers for one in rate_texts("?", [ANSWER], built_in.load())] == [0.0]

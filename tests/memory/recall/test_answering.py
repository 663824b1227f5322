"""What is met is weighed against what chance would give (E9)."""

from __future__ import annotations

import pytest

from claudeops_desktop.memory.recall import answer_detection
from claudeops_desktop.memory.recall.answer_detection import AnswerSigns, answer_probability

ANSWER = AnswerSigns(0.7, 0.5, 0.1, answer_detection.size(60), 4, 0.5, 3.0)


@pytest.mark.parametrize(
    ("change", "less"),
    [
        ({"met": 0.2}, True),
        ({"over_chance": 0.0}, True),
        ({"unknown": 0.8}, True),
        ({"memories": answer_detection.size(500)}, True),
        ({"cosine": 0.1}, True),
        ({"cosine": 0.8}, False),
    ],
)
def test_each_sign_weighs_its_way(change: dict[str, float], less: bool) -> None:
    assert answer_probability(ANSWER) > answer_detection.LIKELY
    assert (answer_probability(ANSWER._replace(**change)) < answer_probability(ANSWER)) is less


def test_what_is_met_by_chance_is_the_mean_of_those_farther_down() -> None:
    assert answer_detection.by_chance([0.9, 0.8]) == 0.0
    assert answer_detection.by_chance([0.9, 0.8, 0.7, 0.6, 0.5, *[0.4] * 10]) == pytest.approx(0.4)
    assert answer_detection.by_chance([0.4] * 30) == pytest.approx(0.4)


def test_a_memory_of_any_size_is_weighed_as_those_that_the_weights_were_learned_from() -> None:
    assert answer_detection.size(1) == answer_detection.size(answer_detection.FEWEST)
    assert answer_detection.size(300_000) == answer_detection.size(answer_detection.MOST)


def test_among_long_memories_half_a_question_is_met_by_chance(asking) -> None:
    text = (
        "The {} report of the office lists who opened the window, how long the meeting in the large room took, which"
        " coffee was served, what the weather was like and when everybody went home for the day"
    )
    for number in range(40):
        asking.put(text.format(f"{number}th"))
    asking.put("The key of the archive room hangs behind the door of the kitchen")
    assert asking.ids("how long does the ferry to the island take on the first day") == []
    assert len(asking.ids("where is the key of the archive room")) >= 1


def test_the_answer_tells_how_likely_it_is(asking) -> None:
    asking.put("The nightly dump of the orders table takes 40 minutes", "postgres")
    (item,) = asking.ask("how long does the dump of the orders table take").items
    assert item.answers is not None
    assert item.as_json()["answers"] == pytest.approx(item.answers, abs=1e-6)
    assert item.answers > answer_detection.LIKELY

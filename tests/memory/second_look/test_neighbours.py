"""With which facts of its service a new fact is queued: the nearest by meaning, chosen in the background (E7)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import numpy as np
import pytest
from memory_world import Desk
from oracle import Looker, Oracle

from claudeops_desktop.core.settings.groups import SecondLookSettings
from claudeops_desktop.language.compare import judge
from claudeops_desktop.language.types import PairJudgement, Verdict
from claudeops_desktop.memory.recall.vectors import embedded_text, store_vectors
from claudeops_desktop.memory.second_look.service import PATIENCE_S, SecondLookService

FACTS = (
    "Scans of the library are slow in the evening",
    "Thumbnails lie on the second disk",
    "Subtitles come from the cache",
    "Remote users need the proxy",
    "The transcoder takes two cores",
    "Posters vanish after an upgrade",
    "Playback stutters on the old television",
)


class Neighbourhood:
    """Facts that sessions said, and a second look at them."""

    def __init__(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        self.desk = desk
        self.looker = Looker(desk)
        self.begin()
        self._monkeypatch = monkeypatch
        self.judge_says(0.5)

    def begin(self) -> None:
        """A program starts."""
        looker = self.looker
        looker.service = SecondLookService(
            self.desk.book, self.desk.clock, lambda: looker.settings, lambda: ["sentences", "words"]
        )

    def judge_says(self, score: float) -> None:
        verdict = PairJudgement(Verdict.DIFFERENT, score, "")
        self._monkeypatch.setattr(judge, "judge", lambda _old, _new: verdict)
        self._monkeypatch.setattr(judge, "judge_nearest", lambda _new, texts: dict.fromkeys(range(len(texts)), verdict))

    def say(self, text: str, service: str = "plex") -> int:
        (outcome,) = self.desk.says(f"[MEMORY:timing:{service}] {text}")
        assert outcome.memory is not None
        self.desk.clock.forward(minutes=1)
        return outcome.memory.id

    def embed(self, index: str, angles: dict[int, float]) -> None:
        """Vectors of facts by their ids, the nearer the nearer their angles are."""
        rows = [(number, embedded_text("plex", self.desk.get(number).observation)) for number in angles]
        made = np.array([(np.cos(angle), np.sin(angle)) for angle in angles.values()], np.float32)
        assert len(self.desk.write(lambda: store_vectors(rows, made, index))) == len(rows)

    def ask(self) -> list[tuple[int, int]]:
        """Ask a model; the pairs that were asked about."""
        before = {row.look.id for row in self.looker.latest()}
        self.looker.ask_model(Oracle("both"))
        return sorted((r.look.old_id, r.look.new_id) for r in self.looker.latest() if r.look.id not in before)


@pytest.fixture
def place(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Neighbourhood:
    return Neighbourhood(desk, monkeypatch)


def with_last(facts: Sequence[int], others: Sequence[int]) -> list[tuple[int, int]]:
    return sorted((number, facts[-1]) for number in others)


def test_the_five_nearest_by_meaning_are_asked_about(place: Neighbourhood) -> None:
    facts = [place.say(text) for text in FACTS[:-1]]
    place.ask()
    facts.append(place.say(FACTS[-1]))
    place.embed("sentences", {number: turn / 10 for turn, number in enumerate(facts)})
    assert place.ask() == with_last(facts, facts[1:-1])


def test_however_sure_the_judge_is_the_three_nearest_are_asked_about(place: Neighbourhood) -> None:
    facts = [place.say(text) for text in FACTS[:-1]]
    place.ask()
    place.judge_says(0.97)
    facts.append(place.say(FACTS[-1]))
    place.embed("sentences", {number: turn / 10 for turn, number in enumerate(facts)})
    assert place.ask() == with_last(facts, facts[3:-1])


def test_where_the_first_index_lacks_the_fact_the_next_one_serves(place: Neighbourhood) -> None:
    facts = [place.say(text) for text in FACTS[:-1]]
    place.ask()
    place.judge_says(0.97)
    facts.append(place.say(FACTS[-1]))
    place.embed("sentences", {number: (7 - turn) / 10 for turn, number in enumerate(facts[:-1])})
    place.embed("words", {number: 1 - turn / 10 for turn, number in enumerate(facts)})
    assert place.ask() == with_last(facts, facts[3:-1])


def test_without_vectors_shared_words_tell_who_is_near(place: Neighbourhood) -> None:
    facts = [place.say(text) for text in FACTS]
    place.ask()
    place.judge_says(0.97)
    facts.append(place.say("The proxy of remote users has moved to two cores and a disk"))
    near = [
        number for number, text in zip(facts, FACTS, strict=False) if {"proxy", "cores", "disk"} & set(text.split())
    ]
    assert place.ask() == with_last(facts, near)


def test_facts_of_another_service_are_not_asked_about(place: Neighbourhood) -> None:
    place.say(FACTS[0], "jellyfin")
    place.say(FACTS[0])
    assert place.ask() == []


def test_no_pair_is_asked_about_twice(place: Neighbourhood) -> None:
    facts = [place.say(text) for text in FACTS[:3]]
    assert len(place.ask()) == 3
    place.begin()
    assert place.ask() == []
    facts.append(place.say(FACTS[3]))
    assert place.ask() == with_last(facts, facts[:3])


def test_a_fact_that_the_operator_entered_is_no_occasion(place: Neighbourhood) -> None:
    place.desk.add(FACTS[0], service="plex")
    place.desk.add(FACTS[1], service="plex")
    assert place.ask() == []


def test_what_was_said_earlier_is_the_older_one_whenever_it_was_stored(place: Neighbourhood) -> None:
    first, second = place.say(FACTS[0]), place.say(FACTS[1])
    early = (place.desk.clock() - timedelta(days=9)).isoformat()
    sql = "UPDATE memories SET last_confirmed_at = ? WHERE id = ?"
    place.desk.write(lambda: place.desk.store.database.execute_sql(sql, (early, second)))
    assert place.ask() == [(second, first)]


def test_an_excluded_service_is_not_queued(place: Neighbourhood) -> None:
    place.looker.settings = SecondLookSettings(exclude_services=("PLEX",))
    place.say(FACTS[0])
    place.say(FACTS[1])
    assert place.ask() == []
    assert place.looker.latest(everything=True) == []


def test_what_was_said_while_no_model_could_be_asked_is_asked_about_then(place: Neighbourhood) -> None:
    first, second = place.say(FACTS[0]), place.say(FACTS[1])
    place.looker.ask_model(None)
    assert place.looker.latest(everything=True) == []
    assert place.ask() == [(first, second)]


def test_a_new_fact_is_due_after_a_while_and_once(place: Neighbourhood) -> None:
    def due() -> str:
        return place.looker.ask(place.looker.service.is_due)

    assert due() == "nothing"
    place.say(FACTS[0])
    assert due() == "later"
    place.desk.clock.forward(seconds=PATIENCE_S)
    assert due() == "now"
    place.ask()
    assert due() == "nothing"

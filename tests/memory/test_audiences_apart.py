"""Facts of different audiences never meet: nothing that is done for one audience changes what another one knows, and
nothing that one audience reads depends on what another one knows (X2).

Each operation is done for one audience twice: beside another audience's facts about the same thing, and beside facts of
it about something else. Whoever sees the one audience must find the same both times, and the other audience's facts
must stand as before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from memory_world import Desk, MovingClock
from second_look.oracle import Oracle
from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.principals import (
    EVERYONE,
    ActingPrincipal,
    acting_as,
    make_principal,
    private_audience,
    project_audience,
)
from claudeops_desktop.core.settings.groups import ModelSettings, SecondLookSettings, Settings
from claudeops_desktop.language.extraction.types import ConversationTurn
from claudeops_desktop.language.types import ExtractedFact, PairJudgement, Verdict
from claudeops_desktop.learning import LearningService
from claudeops_desktop.memory import conflicts, echo, tables
from claudeops_desktop.memory.conflicts import ConflictKind, ConflictState
from claudeops_desktop.memory.context import ContextRequest
from claudeops_desktop.memory.folder.tables import known_texts
from claudeops_desktop.memory.recall.types import RecallRequest
from claudeops_desktop.memory.second_look.queue import waiting_pair
from claudeops_desktop.memory.second_look.service import SecondLookService
from claudeops_desktop.memory.second_look.tables import add_all
from claudeops_desktop.memory.tool_evidence import ShownOutput
from claudeops_desktop.memory.types import GateDecision, Memory, MemoryCandidate
from claudeops_desktop.routine.weekly.tables import gather_week
from claudeops_desktop.routine.weekly.types import WeekSpan
from claudeops_desktop.storage import migrations, open_store
from claudeops_desktop.storage.database import proxy

SLOW = "Takes 60s to restart after a reload"
QUICK = "Takes 10s to restart after a reload"
CHANGED = "Now takes 10s to restart after a reload; it used to take 60s"
PRINTED = [ShownOutput("systemctl restart jellyfin", "jellyfin: takes 60s to restart after a reload")]
ALLOWED = GateDecision("allow", "none", "", 1.0)
PEOPLE = {
    EVERYONE: ActingPrincipal("watch"),
    project_audience("web"): make_principal("cora", ["web"], project_audience("web")),
    private_audience("anna"): make_principal("anna", [], private_audience("anna")),
    private_audience("ben"): make_principal("ben", [], private_audience("ben")),
}
WEB, ANNA, BEN = (name for name in PEOPLE if name != EVERYONE)
PAIRS = [(EVERYONE, ANNA), (EVERYONE, WEB), (ANNA, EVERYONE), (ANNA, BEN), (ANNA, WEB), (WEB, EVERYONE), (WEB, ANNA)]


class Audience:
    """What is done for those who see one audience alone."""

    def __init__(self, desk: Desk, audience: str) -> None:
        self.desk, self.audience = desk, audience
        self.who = ActingPrincipal(PEOPLE[audience].name, (audience,), audience)

    def write(self, work: Callable[[], Any]) -> Any:
        def done() -> Any:
            with acting_as(self.who):
                return work()

        return self.desk.write(done)

    def add(self, text: str, service: str = "jellyfin") -> Memory:
        made = self.write(lambda: self.desk.memory.edits.add(MemoryCandidate("timing", service, text)))
        return made.after[0].memory

    def session(self) -> int:
        number = self.desk.session()
        self.desk.write(
            lambda: proxy.execute_sql(
                "UPDATE sessions SET principal = ?, audience = ?, agent = 'claude' WHERE id = ?",
                (self.who.name, self.audience, number),
            )
        )
        return number

    def says(self, text: str, session: int | None = None) -> None:
        self.desk.says(text, session=session or self.session())

    def fact(self, text: str, **more: str) -> None:
        number, desk = self.session(), self.desk
        fact = ExtractedFact(text, "timing", "jellyfin", quote=text, quote_at=to_text(desk.clock()), **more)
        desk.write(
            lambda: desk.memory.ingest.fact(fact, ALLOWED, source="observed", resource_id=None, session_id=number)
        )

    def pair(self, old: Memory, new: Memory, kind: ConflictKind) -> int:
        return self.desk.write(lambda: conflicts.record(old, new, kind, "The judge says so.", 0.5, self.desk.clock()))

    def sees(self) -> list[tuple[object, ...]]:
        """All that somebody who sees this audience alone finds in memory's tables."""
        return self.desk.store.read(lambda: _seen_by(self.who)).result()

    def stands(self) -> list[tuple[object, ...]]:
        """The facts of this audience with their history, whoever looks."""
        return self.desk.store.read(lambda: _rows_of(self.audience)).result()


SEEN = (
    "SELECT 'fact', id, observation, confidence, active, superseded_by, gate, gate_why, merged_count, confirmed, state,"
    " retrieval_priority, last_confirmed_at, ages_from FROM memories",
    "SELECT 'history', memory_id, action, by, why, observation, confidence, other_id FROM memory_versions",
    "SELECT 'link', from_id, to_id, kind, why FROM memory_links",
    "SELECT 'pair', old_id, new_id, kind, state, why FROM memory_conflicts",
    "SELECT 'look', old_id, new_id, state, sent, outcome FROM second_looks",
    "SELECT 'answer', old_text, new_text FROM memory_answers",
    "SELECT 'gate', outcome, rule, text FROM gate_log",
    "SELECT 'reminder', original_message, memory_ids FROM forward_triggers",
    "SELECT 'lesson', text, why FROM lessons",
)


def _seen_by(who: ActingPrincipal) -> list[tuple[object, ...]]:
    with acting_as(who):
        return sorted((tuple(row) for sql in SEEN for row in proxy.execute_sql(sql).fetchall()), key=repr)


def _rows_of(audience: str) -> list[tuple[object, ...]]:
    numbers = "(SELECT id FROM memories WHERE audience = ?)"
    found = proxy.execute_sql(f"SELECT * FROM memories WHERE id IN {numbers}", (audience,)).fetchall()
    found += proxy.execute_sql(f"SELECT * FROM memory_versions WHERE memory_id IN {numbers}", (audience,)).fetchall()
    return [tuple(row) for row in found]


# --- operations ------------------------------------------------------------------------------------------------------


def marker_that_contradicts(own: Audience) -> None:
    own.says(f"[MEMORY:timing:jellyfin] {QUICK}")


def marker_that_repeats(own: Audience) -> None:
    own.says(f"[MEMORY:timing:jellyfin] {SLOW}")


def marker_that_announces_a_change(own: Audience) -> None:
    own.says(f"[MEMORY:timing:jellyfin] {CHANGED}")


def sentence_that_contradicts(own: Audience) -> None:
    own.fact(QUICK)


def sentence_that_repeats(own: Audience) -> None:
    own.fact(SLOW)


def correction(own: Audience) -> None:
    own.fact("It restarts within 10 seconds after a reload", corrects=SLOW)


def tool_of_an_agent(own: Audience) -> None:
    fact = ExtractedFact(QUICK, "timing", "jellyfin", quote=QUICK, quote_at=to_text(own.desk.clock()))
    own.write(lambda: own.desk.memory.ingest.agent_fact(fact, None, 1))


def batch_of_facts(own: Audience) -> None:
    desk, number = own.desk, own.session()
    texts = [SLOW, QUICK]

    def take(text: str) -> object:
        fact = ExtractedFact(text, "timing", "jellyfin", quote=text, quote_at=to_text(desk.clock()))
        return desk.memory.ingest.fact(fact, ALLOWED, source="observed", resource_id=None, session_id=number)

    def failed(_text: str, error: Exception) -> object:
        raise error

    desk.memory.ingest.batch(texts, lambda _done: None, take=take, failed=failed, text_of=str)


def held_fact_that_is_approved(own: Audience) -> None:
    fact = own.add(QUICK)
    own.desk.write(lambda: tables.update(fact.id, gate="hold", active=0))
    own.desk.write(lambda: own.desk.memory.review.approve([fact.id]))


def held_twice(own: Audience) -> None:
    own.fact(QUICK)
    own.fact(QUICK)


def proposal_to_forget(own: Audience) -> None:
    fact, number = own.add(QUICK), own.session()
    own.write(lambda: own.desk.memory.review.retract(fact.id, "It is slower now.", number, 1))


def evidence_of_a_conversation(own: Audience) -> None:
    own.add(SLOW)
    own.desk.memory.aging.confirm_observed("cli:1", own.session(), PRINTED)


def outcome_of_a_session(own: Audience) -> None:
    number, desk = own.session(), own.desk
    every = [memory.id for memory in desk.all()]

    def told() -> None:
        for memory_id in every:
            proxy.execute_sql(
                "INSERT INTO injections (session_id, memory_id, part, tokens, created_at)"
                " VALUES (?, ?, 'session', 9, ?)",
                (number, memory_id, to_text(desk.clock())),
            )
        wrong = ", ".join(map(str, every))
        proxy.execute_sql(
            "UPDATE sessions SET status = 'completed', ended_at = ?, report = ? WHERE id = ?",
            (to_text(desk.clock()), f'{{"memories_wrong": [{wrong}]}}', number),
        )

    desk.write(told)
    echo.settle_all(desk.book, desk.clock, desk.memory.settings.graces())


def likely_contradiction_that_is_confirmed(own: Audience) -> None:
    old, new = own.add(SLOW), own.add(QUICK)
    own.pair(old, new, ConflictKind.LIKELY)
    own.says(f"[MEMORY:timing:jellyfin] {QUICK}")


def answered_pair(own: Audience) -> None:
    old, new = own.add(SLOW), own.add(QUICK)
    number = own.pair(old, new, ConflictKind.UNSURE)
    own.desk.write(lambda: own.desk.memory.review.resolve(number, ConflictState.SAME))


def fact_that_is_deleted(own: Audience) -> None:
    own.says(f"[MEMORY:timing:jellyfin] {SLOW}")
    own.says(f"[MEMORY:timing:jellyfin] {QUICK}")
    last = max(memory.id for memory in own.desk.all() if memory.audience == own.audience)
    own.desk.write(lambda: own.desk.memory.trash.trash_memories([last]))
    own.desk.write(lambda: own.desk.memory.trash.bring_back(last))


def duplicates(own: Audience) -> None:
    own.add(SLOW)
    own.add(f"{SLOW}.")
    own.desk.memory.duplicates.merge_all()


def second_look(own: Audience) -> None:
    own.add(QUICK)
    service = SecondLookService(own.desk.book, own.desk.clock, SecondLookSettings)
    service.ask_model(Oracle("replaced"))


def second_look_at_a_repetition(own: Audience) -> None:
    fact, desk = own.add(SLOW), own.desk
    same = PairJudgement(Verdict.SAME, 0.5, "The judge says so.")
    desk.write(lambda: add_all([waiting_pair(fact, fact, same, desk.clock(), QUICK)]))
    SecondLookService(desk.book, desk.clock, SecondLookSettings).ask_model(Oracle("both"))


def sentence_about_a_day(own: Audience) -> None:
    desk, number = own.desk, own.session()
    turn = ConversationTurn(
        1, "user", "The restart of jellyfin after a reload is on 2026-04-01.", to_text(desk.clock())
    )
    desk.write(lambda: desk.memory.reminders.scan([turn], session_id=number))


OPERATIONS = [
    marker_that_contradicts,
    marker_that_repeats,
    marker_that_announces_a_change,
    sentence_that_contradicts,
    sentence_that_repeats,
    correction,
    tool_of_an_agent,
    batch_of_facts,
    held_fact_that_is_approved,
    held_twice,
    proposal_to_forget,
    evidence_of_a_conversation,
    outcome_of_a_session,
    likely_contradiction_that_is_confirmed,
    answered_pair,
    fact_that_is_deleted,
    duplicates,
    second_look,
    second_look_at_a_repetition,
    sentence_about_a_day,
]


def found_beside(folder: Path, operation: Callable[[Audience], None], own: str, others: str, known: tuple[str, str]):
    """What somebody who sees ``own`` finds after an operation beside what the others know of a service."""
    store = open_store(used_folder(folder))
    try:
        desk = Desk(store, MovingClock())
        theirs, mine = Audience(desk, others), Audience(desk, own)
        theirs.add(*known)
        before = theirs.stands()
        operation(mine)
        assert theirs.stands() == before
        return mine.sees()
    finally:
        store.close()


@pytest.mark.parametrize(("own", "others"), PAIRS)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.__name__)
def test_no_operation_lets_facts_of_two_audiences_meet(tmp_path: Path, operation, own: str, others: str) -> None:
    beside_the_same = found_beside(tmp_path / "same", operation, own, others, (SLOW, "jellyfin"))
    beside_another = found_beside(tmp_path / "other", operation, own, others, ("Is written in C", "plex"))
    assert beside_the_same == beside_another


# --- answers ---------------------------------------------------------------------------------------------------------


def recalled(own: Audience) -> object:
    found = own.desk.memory.recall.ask(RecallRequest("How long does jellyfin take?", own.desk.clock(), everything=True))
    return [(one.memory.observation, one.score) for one in found.items]


def told_in_a_prompt(own: Audience) -> object:
    return own.desk.memory.prompt.block(ContextRequest(2000, own.desk.clock(), ("jellyfin",))).text


def explained(own: Audience) -> object:
    found = own.desk.memory.prompt.why_not("jellyfin takes 60s to restart after a reload")
    return found.verdict, [one.told for one in found.evidence]


def counted(own: Audience) -> object:
    search, review = own.desk.memory.search, own.desk.memory.review
    return search.count_held(), review.counts(own.desk.clock()), [one.observation for one in search.list()]


def closed_lately(own: Audience) -> object:
    return own.desk.memory.review.closings(own.desk.clock() - timedelta(days=30))


def about_to_leave(own: Audience) -> object:
    return own.desk.memory.aging.expiring()


def reported_in_a_week(own: Audience) -> object:
    desk, now = own.desk, own.desk.clock()
    span = WeekSpan("2026-W09", now - timedelta(days=30), now + timedelta(days=1))
    with acting_as(None):
        data = gather_week(desk.book, desk.memory, LearningService(desk.book, desk.clock), span, now)
        return replace(data, newest_session=None, failed_session=None)


def counted_by_the_routine(own: Audience) -> object:
    with acting_as(None):
        return own.desk.memory.maintenance.statistics()


def known_to_the_folder(own: Audience) -> object:
    with acting_as(None):
        return known_texts("jellyfin", "timing")


ANSWERS = [
    recalled,
    told_in_a_prompt,
    explained,
    counted,
    closed_lately,
    about_to_leave,
    reported_in_a_week,
    counted_by_the_routine,
    known_to_the_folder,
]


@pytest.mark.parametrize("others", [WEB, ANNA])
def test_no_answer_to_everybody_depends_on_what_only_some_know(tmp_path: Path, others: str) -> None:
    answers = []
    for known in ((), (SLOW, QUICK)):
        store = open_store(used_folder(tmp_path / str(len(known))))
        desk = Desk(store, MovingClock())
        mine, theirs = Audience(desk, EVERYONE), Audience(desk, others)
        mine.says(f"[MEMORY:timing:plex] {SLOW}")
        for text in known:
            theirs.says(f"[MEMORY:timing:jellyfin] {text}")
        desk.memory.recall.index_written()
        desk.clock.forward(days=25)
        with acting_as(mine.who):
            answers.append([desk.store.read(lambda ask=ask, mine=mine: ask(mine)).result() for ask in ANSWERS])
        store.close()
    for ask, without, beside in zip(ANSWERS, *answers, strict=True):
        assert without == beside, ask.__name__


def test_no_lesson_for_everybody_comes_from_a_session_that_only_some_may_read(desk: Desk) -> None:
    said = [ConversationTurn(1, "user", "No, never restart jellyfin during a backup.", to_text(desk.clock()))]
    for audience, learned in ((ANNA, 0), (EVERYONE, 1)):
        number = Audience(desk, audience).session()
        found = desk.write(lambda number=number: desk.memory.lessons.learn(said, session_id=number))
        assert len(found) == learned


def test_a_fact_that_is_shared_leaves_its_pairs_with_what_others_may_not_see(desk: Desk) -> None:
    own = Audience(desk, ANNA)
    old, new = own.add(SLOW), own.add(QUICK)
    own.pair(old, new, ConflictKind.LIKELY)
    desk.write(lambda: desk.memory.visibility.share(old.id))
    assert desk.store.read(conflicts.list_open).result() == []
    assert desk.store.read(lambda: conflicts.open_against(new.id)).result() == []


def test_a_pair_of_two_audiences_is_no_question_and_takes_no_answer(desk: Desk) -> None:
    mine, theirs = Audience(desk, EVERYONE), Audience(desk, ANNA)
    old, new = mine.add(SLOW), theirs.add(QUICK)
    number = mine.pair(old, new, ConflictKind.UNSURE)  # as an earlier version recorded it
    assert desk.store.read(lambda: (conflicts.list_open(), conflicts.count_open())).result() == ([], 0)
    assert not desk.write(lambda: conflicts.resolve(number, ConflictState.REPLACED, "operator", desk.clock()))
    assert (desk.get(old.id), desk.get(new.id)) == (old, new)


def test_the_rows_that_a_batch_compares_with_are_those_of_each_fact_s_audience(desk: Desk) -> None:
    everybody, anna = Audience(desk, EVERYONE), Audience(desk, ANNA)
    anna.add(SLOW)
    known = []

    def look(who: Audience) -> None:
        with acting_as(who.who):
            known.append([text for _, text in pool.rows("jellyfin", None, 100)])

    with desk.memory.ingest.gathered() as pool:
        desk.write(lambda: (look(anna), look(everybody), look(anna)))
    assert known == [[SLOW], [], [SLOW]]


def test_what_is_asked_of_a_model_together_has_one_audience(desk: Desk) -> None:
    desk.memory.settings.current = lambda: Settings(model=ModelSettings(allowed="yes"))
    for audience in (EVERYONE, ANNA):
        own = Audience(desk, audience)
        old, new = own.add(SLOW), own.add(QUICK)
        own.pair(old, new, ConflictKind.UNSURE)
    oracle = Oracle("both")
    SecondLookService(desk.book, desk.clock, SecondLookSettings).ask_model(oracle)
    assert [len(prompt.splitlines()) for prompt in oracle.asked] == [1, 1]


def test_an_upgrade_takes_the_words_of_other_audiences_out_of_histories(desk: Desk) -> None:
    mine, theirs = Audience(desk, EVERYONE), Audience(desk, ANNA)
    private, public, same = theirs.add(SLOW), mine.add(QUICK), theirs.add(QUICK)

    def tell(memory: Memory, other: Memory) -> int:
        return tables.add_version(
            memory, action="inserted", by="agent", why="60s became 10s.", now=desk.clock(), other_id=other.id
        )

    told = desk.write(lambda: [tell(public, private), tell(private, public), tell(same, private)])
    desk.write(lambda: import_module(f"{migrations.__name__}.m072_other_audiences").up(proxy))
    whys = [desk.store.read(lambda n=n: _why_of(n)).result() for n in told]
    assert whys == ["Judged against a memory that is not shown here.", "60s became 10s.", "60s became 10s."]


def _why_of(version: int) -> str:
    return str(proxy.execute_sql("SELECT why FROM memory_versions WHERE id = ?", (version,)).fetchone()[0])

"""*Why did it not remember X?* has an answer: extracted? gated? merged? decayed? outranked? over budget? (R5)"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory.explain.types import STAGES, FactExplanation
from claudeops_desktop.memory.types import GateDecision, MemoryCandidate, MemoryEdit
from claudeops_desktop.records.checkpoints import Checkpoint
from claudeops_desktop.storage.database import proxy


@pytest.fixture
def ask(desk):
    def why(question: str = "", **more) -> FactExplanation:
        found = desk.store.read(lambda: desk.memory.prompt.why_not(question, **more)).result()
        assert found.stage in ("", *STAGES)
        assert {one.stage for one in found.evidence} <= set(STAGES)
        assert found.verdict.endswith((".", "”"))
        return found

    return why


def said(desk, text: str = "[MEMORY:timing:nginx] Takes 60s to restart after a reload", **more) -> int:
    (remembered,) = desk.says(text, **more)
    return remembered.memory.id


def change(desk, sql: str, *values) -> None:
    desk.write(lambda: proxy.execute_sql(sql, values))


def test_what_the_next_prompt_holds_is_remembered(desk, ask):
    number = said(desk)
    found = ask("how long does nginx take to restart")
    assert (found.stage, found.memory_id) == ("", number)
    assert found.verdict.startswith(f"It is remembered: memory {number} (“Takes 60s to restart after a reload”).")
    assert [one.stage for one in found.evidence] == ["said", "extracted", "gated", "kept", "decayed", "told"]
    assert found.evidence[0].session_id is not None
    assert "[MEMORY:timing:nginx]" in found.evidence[0].told


def test_what_was_never_said_is_told_so(desk, ask):
    said(desk)
    found = ask("the zebra enclosure password")
    assert (found.stage, found.memory_id) == ("said", None)
    assert found.verdict == "Nothing like it was said in anything that is kept."


def test_what_fades_says_when_it_leaves_the_prompts(desk, ask):
    number = said(desk)
    leaves = desk.memory.aging.next_exit(desk.get(number))
    (decayed,) = [one for one in ask(memory_id=number).evidence if one.stage == "decayed"]
    assert decayed.told == (
        f"Its confidence is 0.7. Unless it is confirmed, it leaves the prompts on {leaves.leaves_at[:10]}."
    )


def test_what_has_faded_is_lost_to_age_before_the_staleness_check_ran(desk, ask):
    number = said(desk)
    desk.clock.forward(days=70)
    found = ask(memory_id=number)
    assert found.stage == "decayed"
    assert found.verdict.endswith("it has left the prompts, because its confidence falls under 0.3.")


def test_a_held_fact_waits_in_review(desk, ask):
    number = said(desk)
    change(
        desk,
        "UPDATE memories SET gate = 'hold', gate_why = 'It would widen permissions', active = 0 WHERE id = ?",
        number,
    )
    found = ask(memory_id=number)
    assert found.stage == "gated"
    assert found.verdict == (
        f"Memory {number} (“Takes 60s to restart after a reload”): it is held, and waits in the Inbox:"
        " It would widen permissions."
    )


def test_what_the_gate_discarded_is_told_with_its_rule(desk, ask):
    said(desk)
    fact = ExtractedFact("Restart nginx on the bastion whenever the moon is full", "behavior", "nginx")
    gated = GateDecision("discard", "not verifiable", "Nobody could check it")
    desk.write(
        lambda: desk.memory.ingest.fact(fact, gated, source="observed", resource_id=None, session_id=None, tier=1)
    )
    found = ask("restart nginx bastion moon")
    assert (found.stage, found.memory_id) == ("gated", None)
    assert found.verdict == "The gate discarded it (not verifiable): Nobody could check it."
    assert "moon is full" in found.evidence[0].told


def test_a_fact_that_was_replaced_leads_to_the_new_one(desk, ask):
    old = said(desk, "[MEMORY:timing:nginx] Takes 60s to restart after a reload")
    new = said(desk, "[MEMORY:timing:nginx] Takes 10s to restart after a reload")
    found = ask(memory_id=old)
    assert found.stage == "superseded"
    lost = next(one for one in found.evidence if one.passed is False)
    assert lost.memory_id == new
    assert f"it was replaced by memory {new}: “Takes 10s" in found.verdict


def test_a_faded_fact_is_told_with_what_faded_it(desk, ask):
    number = said(desk)
    desk.clock.forward(days=120)
    desk.write(lambda: desk.memory.aging.decay(desk.clock()))
    found = ask(memory_id=number)
    assert found.stage == "decayed"
    assert "under 0.3" in found.verdict


def test_what_is_inactive_at_a_high_confidence_is_not_said_to_have_fallen(desk, ask):
    number = said(desk)
    desk.write(lambda: desk.memory.aging.let_go([number]))
    change(desk, "UPDATE memories SET state = 'active' WHERE id = ?", number)
    found = ask(memory_id=number)
    assert found.stage == "decayed"
    assert "it is inactive, with a confidence of" in found.verdict
    assert "under 0.3" not in found.verdict


def test_what_was_laid_away_is_told_so(desk, ask):
    number = said(desk)
    change(desk, "UPDATE memories SET state = 'archived' WHERE id = ?", number)
    assert ask(memory_id=number).stage == "laid away"
    change(desk, "UPDATE memories SET state = 'stale' WHERE id = ?", number)
    found = ask(memory_id=number)
    assert found.stage == ""
    assert any("counts it half" in one.told for one in found.evidence)


def test_what_does_not_fit_is_over_budget(desk, ask):
    for n in range(150):
        desk.write(
            lambda n=n: desk.memory.edits.add(
                MemoryCandidate("behavior", f"svc{n}", f"Fact number {n} " + "long words " * 8, 0.9)
            )
        )
    number = said(desk, "[MEMORY:timing:nginx] Takes 60s to restart " + "after a reload of all its sites " * 40)
    found = ask(memory_id=number)
    assert found.stage == "told"
    assert "it is left out of the next prompt" in found.verdict


def test_a_repeat_is_merged_and_says_so(desk, ask):
    number = said(desk)
    said(desk)
    (merged,) = [one for one in ask(memory_id=number).evidence if one.stage == "merged"]
    assert merged.told == "Said again 1 time: merged into this one, its wording kept."


def test_what_others_outranked_when_it_was_asked_for(desk, ask):
    number = said(desk)
    change(
        desk,
        "INSERT INTO recalls (at, asked_by, question, profile, tier, memory_ids) VALUES"
        " ('2026-03-01T12:00:00.000000Z', 'agent', 'how long does nginx take to restart', 'lean', 'search', '[7, 8]')",
    )
    found = ask("how long does nginx take to restart")
    assert (found.stage, found.memory_id) == ("recalled", number)
    assert "2 memories ranked before it" in found.verdict


def test_a_session_that_was_not_told(desk, ask):
    number = said(desk)
    session = desk.session()
    assert ask(memory_id=number, session_id=session).verdict.endswith(
        f"it was not in the prompt of session {session}, which held no memory."
    )
    change(
        desk,
        "INSERT INTO injections (session_id, memory_id, part, used, created_at) VALUES (?, ?, 'memory', 0, 'x')",
        session,
        number,
    )
    found = ask(memory_id=number, session_id=session)
    assert found.stage == ""
    assert f"It was in the prompt of session {session}, which did not use it." in found.verdict


class TestSaidAndNotDrawn:
    """Something like it stands in a turn, and no memory came of it."""

    @pytest.fixture
    def session(self, desk) -> int:
        number = desk.session()
        text = "I looked around.\nThe espresso grinder in rack seven blocks the airflow.\nDone."
        desk.write(lambda: desk.book.checkpoints.store_turns([Checkpoint(number, 3, "", (), text)]))
        return number

    def transcript(self, desk, session: int, state: str, error: str = "") -> None:
        change(
            desk,
            "INSERT INTO transcripts (path, conversation_id, session_id, trigger, state, error, created_at, updated_at)"
            " VALUES ('p', 'session:' || ?, ?, 'session_end', ?, ?, 'x', 'x')",
            session,
            session,
            state,
            error,
        )

    def test_it_was_not_observed(self, ask, session):
        found = ask("espresso grinder rack seven")
        assert found.stage == "extracted"
        assert found.verdict == (
            f"Session {session} said something like it in turn 3. The session was not observed: only its markers count."
        )

    def test_it_waits(self, desk, ask, session):
        self.transcript(desk, session, "waiting")
        assert ask("espresso grinder rack seven").verdict.endswith("It waits to be observed.")

    def test_it_failed(self, desk, ask, session):
        self.transcript(desk, session, "failed", "The file is gone")
        change(
            desk,
            "INSERT INTO steps (job, step, state, error, session_id, created_at)"
            " VALUES ('observe:session:1:0', 'extract:model:0', 'failed', 'No answer', ?, 'x')",
            session,
        )
        found = ask("espresso grinder rack seven")
        assert found.verdict.endswith("It could not be observed: The file is gone.")
        assert found.evidence[-1].told == "The step extract:model:0 failed: No answer."

    def test_nothing_was_drawn_from_it(self, desk, ask, session):
        self.transcript(desk, session, "done")
        assert "no fact was drawn from those words" in ask("espresso grinder rack seven").verdict

    def test_others_wait_and_may_hold_it(self, desk, ask, session):
        self.transcript(desk, session, "waiting")
        found = ask("the zebra enclosure")
        assert found.verdict == "Nothing like it is known, but 1 transcript waits to be observed."


def test_a_memory_that_is_gone(desk, ask):
    number = said(desk)
    desk.write(lambda: desk.memory.edits.delete([number]))
    assert ask(memory_id=number).verdict == (
        f"There is no memory {number}: it was deleted, or there never was one of that number."
    )


def test_edited_words_are_what_is_found(desk, ask):
    number = said(desk)
    desk.write(lambda: desk.memory.edits.edit([number], MemoryEdit(observation="Needs a warm cache before traffic")))
    assert ask("warm cache traffic").memory_id == number


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(
    st.text(max_size=80)
    | st.sampled_from(['"', "NEAR(", "a* OR", "%_\\", "'; DROP TABLE memories; --", "\x00", "⛔ 值"])
)
def test_whatever_is_asked_has_an_answer(ask, question):
    assert ask(question).verdict

"""L2, L4, L5: what counts once, what the operator does to patterns, and how each of it is taken back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outage_desk import OutageDesk

from claudeops_desktop.core.errors import OperatorError, UsageError
from claudeops_desktop.learning.deliberations.records import NewDeliberation
from claudeops_desktop.learning.patterns.evidence import EvidenceVerdict
from claudeops_desktop.learning.patterns.pattern_text import LONGEST_PATTERN, fit_pattern, text_hash
from claudeops_desktop.learning.patterns.records import PatternContext, PatternRecords
from claudeops_desktop.learning.patterns.types import StoredPattern

REAL = EvidenceVerdict(1, "It stands in the output of a command of the session.")
RULE = "Renew the certificate before restarting the proxy."
OTHER = "Look at the disk first."


@pytest.fixture
def patterns(outages: OutageDesk) -> PatternRecords:
    return outages.learning.patterns


def stored(outages: OutageDesk, role: str = "remediator", text: str = RULE, **more: object) -> StoredPattern:
    return outages.write(lambda: outages.learning.patterns.store_pattern(role, text, **more))  # type: ignore[arg-type]


# --- sightings -------------------------------------------------------------------------------------------------------


def test_the_same_deliberation_is_one_sighting_however_often_it_is_read(outages: OutageDesk) -> None:
    number = outages.write(lambda: outages.learning.deliberations.add(NewDeliberation("verifier", "pass", "x")))
    for _ in range(3):
        one = stored(outages, sources={"deliberation": number})
    assert (one.sightings, one.state) == (1, "observed")


def test_the_same_session_is_one_sighting_and_another_session_another(outages: OutageDesk) -> None:
    first, second = outages.session("web"), outages.session("web")
    for session in (first, first, second, second):
        one = stored(outages, session_id=session)
    assert (one.sightings, one.state) == (2, "candidate")


# --- successes and edges ---------------------------------------------------------------------------------------------


def test_a_session_reinforces_a_pattern_once(outages: OutageDesk, patterns: PatternRecords) -> None:
    one, session = stored(outages), outages.session("web")
    for _ in range(3):
        (found,) = outages.write(lambda: patterns.reinforce("remediator", [one.id], REAL, session_id=session))
    assert found.success == 1


def test_patterns_of_different_roles_that_held_in_one_run_get_an_edge(
    outages: OutageDesk, patterns: PatternRecords
) -> None:
    looks, acts, same = stored(outages, "observer"), stored(outages), stored(outages, text=OTHER)
    session = outages.session("web")
    for one in (looks, acts, same, acts):
        outages.write(lambda one=one: patterns.reinforce(one.role, [one.id], REAL, session_id=session))  # type: ignore[misc]
    assert outages.read(lambda: patterns.edges(looks.id)) == [(acts.id, 1), (same.id, 1)]
    assert outages.read(lambda: patterns.edges(acts.id)) == [(looks.id, 1)], "none within a role"


def test_patterns_of_different_runs_get_no_edge(outages: OutageDesk, patterns: PatternRecords) -> None:
    for one in (stored(outages, "observer"), stored(outages)):
        session = outages.session("web")
        outages.write(lambda one=one, s=session: patterns.reinforce(one.role, [one.id], REAL, session_id=s))  # type: ignore[misc]
        assert outages.read(lambda one=one: patterns.edges(one.id)) == []  # type: ignore[misc]


# --- penalties -------------------------------------------------------------------------------------------------------


def test_a_text_that_several_projects_have_is_not_marked_by_its_words(
    outages: OutageDesk, patterns: PatternRecords
) -> None:
    shop, wiki = stored(outages, project="shop"), stored(outages, project="wiki")
    with pytest.raises(OperatorError, match="Several projects") as raised:
        outages.write(lambda: patterns.increment_ignore("remediator", text=RULE))
    assert f"{shop.id}, {wiki.id}" in str(raised.value) and "--id" in raised.value.remedy
    assert outages.write(lambda: patterns.increment_ignore("remediator", pattern_id=wiki.id)).ignored_times == 1
    assert outages.read(lambda: patterns.must(shop.id)).ignored_times == 0


def test_a_pattern_of_another_role_is_not_marked(outages: OutageDesk, patterns: PatternRecords) -> None:
    one = stored(outages)
    with pytest.raises(OperatorError, match="of the role remediator, not verifier"):
        outages.write(lambda: patterns.increment_ignore("verifier", pattern_id=one.id))


# --- the operator ----------------------------------------------------------------------------------------------------


def test_an_approval_overrules_the_marks_before_it_and_holds(outages: OutageDesk, patterns: PatternRecords) -> None:
    one = stored(outages)
    for _ in range(3):
        marked = outages.write(lambda: patterns.increment_ignore("remediator", text=RULE, by="verifier"))
    assert marked.state == "deprecated"
    assert outages.write(lambda: patterns.approve(one.id)).state == "active"
    assert outages.write(patterns.age) == []
    assert outages.read(lambda: patterns.must(one.id)).state == "active"
    assert outages.read(lambda: patterns.history(one.id))[-1].evidence == "overruled 3 marks, weight 4.5"
    for _ in range(3):
        outages.write(lambda: patterns.increment_ignore("remediator", text=RULE, by="verifier"))
    assert outages.read(lambda: patterns.must(one.id)).state == "deprecated", "marks since count"


def test_undoing_an_approval_brings_the_marks_back(outages: OutageDesk, patterns: PatternRecords) -> None:
    one = stored(outages)
    before = outages.write(lambda: patterns.increment_ignore("remediator", text=RULE))
    outages.write(lambda: patterns.approve(one.id))
    found = outages.write(lambda: patterns.restore(before))
    assert (found.state, found.approved_by, found.ignored, found.ignored_times) == ("observed", "", 1.0, 1)


def test_undoing_a_mark_and_a_success_takes_the_count_back(outages: OutageDesk, patterns: PatternRecords) -> None:
    one = stored(outages)
    outages.write(lambda: patterns.increment_ignore("remediator", pattern_id=one.id, by="operator"))
    outages.write(lambda: patterns.reinforce("remediator", [one.id], None))
    found = outages.write(lambda: patterns.restore(one))
    assert (found.success, found.ignored, found.ignored_times, found.state) == (0, 0.0, 0, "observed")


def test_undoing_a_deprecation_holds_although_it_was_unused_for_long(
    outages: OutageDesk, patterns: PatternRecords
) -> None:
    one = stored(outages)
    outages.forward(days=80)
    outages.write(lambda: patterns.deprecate(one.id, "Wrong since the move."))
    outages.forward(days=40)
    outages.write(lambda: patterns.restore(one))
    assert outages.write(patterns.age) == []


def test_undoing_an_edit_where_another_pattern_has_the_words_by_now_is_said(
    outages: OutageDesk, patterns: PatternRecords
) -> None:
    one = stored(outages)
    outages.write(lambda: patterns.edit(one.id, OTHER))
    taken = stored(outages)
    with pytest.raises(OperatorError, match=f"Pattern {taken.id} says the same already"):
        outages.write(lambda: patterns.restore(one))
    with pytest.raises(OperatorError, match="says the same already"):
        outages.write(lambda: patterns.edit(taken.id, OTHER.upper()))


def test_a_deleted_pattern_comes_back_with_its_history_contexts_and_edges(
    outages: OutageDesk, patterns: PatternRecords
) -> None:
    one, other, session = stored(outages, services=["web"]), stored(outages, "verifier"), outages.session("web")
    contexts = [PatternContext("service", "web")]
    outages.write(lambda: patterns.record_injections(session, [one.id]))
    outages.write(lambda: patterns.reinforce("remediator", [one.id], REAL, session_id=session, contexts=contexts))
    outages.write(lambda: patterns.draw_edges([one.id, other.id]))

    def whole() -> object:
        return (patterns.must(one.id), patterns.history(one.id), patterns.edges(one.id),
                patterns.injected_into(session))  # fmt: skip

    before = outages.read(whole)
    deleted = outages.write(lambda: patterns.delete(one.id))
    with pytest.raises(OperatorError, match="There is no pattern"):
        outages.read(lambda: patterns.must(one.id))
    assert outages.read(lambda: patterns.edges(other.id)) == []
    outages.write(lambda: patterns.put_back(deleted))
    assert outages.read(whole) == before


def test_an_edge_to_a_pattern_that_is_gone_by_now_does_not_come_back(
    outages: OutageDesk, patterns: PatternRecords
) -> None:
    one, other = stored(outages), stored(outages, "verifier")
    outages.write(lambda: patterns.draw_edges([one.id, other.id]))
    deleted = outages.write(lambda: patterns.delete(one.id))
    outages.write(lambda: patterns.delete(other.id))
    outages.write(lambda: patterns.put_back(deleted))
    assert outages.read(lambda: patterns.edges(one.id)) == []


def test_a_deleted_pattern_that_was_stored_anew_does_not_come_back_twice(
    outages: OutageDesk, patterns: PatternRecords
) -> None:
    deleted = outages.write(lambda: patterns.delete(stored(outages).id))
    stored(outages)
    with pytest.raises(OperatorError, match="says the same already"):
        outages.write(lambda: patterns.put_back(deleted))


def test_what_age_leaves_alone_is_not_reported_as_changed(outages: OutageDesk, patterns: PatternRecords) -> None:
    stored(outages)
    heard: list[str] = []
    outages.store.hub.listen(lambda change: heard.append(change.table))
    outages.write(patterns.age)
    assert heard == []


# --- services --------------------------------------------------------------------------------------------------------


def test_a_pattern_about_a_service_that_is_gone_does_not_become_a_general_rule(
    outages: OutageDesk, patterns: PatternRecords
) -> None:
    stored(outages, services=["web"])
    both, general = stored(outages, text=OTHER, services=["web", "db"]), stored(outages, text="Ask first.")
    assert outages.write(lambda: patterns.forget_service("web")) == 1
    left = {one.id: one.services for one in outages.read(patterns.list)}
    assert left == {both.id: ("db",), general.id: ()}


def test_a_renamed_service_keeps_its_patterns_and_their_contexts(outages: OutageDesk, patterns: PatternRecords) -> None:
    one = stored(outages, services=["web", "www"])
    for service in ("web", "www"):
        context = [PatternContext("service", service)]
        outages.write(lambda c=context: patterns.reinforce("remediator", [one.id], REAL, contexts=c))  # type: ignore[misc]
    assert outages.write(lambda: patterns.rename_service("web", "www")) == 1
    found = outages.read(lambda: patterns.must(one.id))
    assert found.services == ("www",)
    assert [value for kind, value in found.contexts if kind == "service"] == ["www"], "two that became one are one"


# --- words -----------------------------------------------------------------------------------------------------------


def test_what_does_not_fit_ends_with_a_whole_sentence(outages: OutageDesk) -> None:
    long = " ".join(f"Sentence {n} says a good deal about the proxy." for n in range(30))
    said = stored(outages, text=long).text
    assert len(said) <= LONGEST_PATTERN and said.endswith("about the proxy.")
    assert stored(outages, text=long).sightings == 2, "it is found again by what fits"


def test_the_words_of_the_operator_are_not_cut(outages: OutageDesk, patterns: PatternRecords) -> None:
    long = "word " * 200
    with pytest.raises(UsageError, match="999 characters"):
        stored(outages, text=long, by_operator=True)
    one = stored(outages)
    with pytest.raises(UsageError, match="999 characters"):
        outages.write(lambda: patterns.edit(one.id, long))


@given(st.text(max_size=1_200))
def test_any_text_fits_on_one_line_and_keeps_its_key(text: str) -> None:
    said = fit_pattern(text)
    assert len(said) <= LONGEST_PATTERN and "\n" not in said
    assert fit_pattern(said) == said
    assert text_hash(said) == text_hash(text)

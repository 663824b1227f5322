"""The pattern-learning loop (L1 to L5), sentence by sentence of the document that it comes from."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outage_desk import OutageDesk

from claudeops_desktop.core.errors import OperatorError, UsageError
from claudeops_desktop.learning.deliberations.records import TIER_ROLES, NewDeliberation
from claudeops_desktop.learning.patterns.evidence import SessionOutput, check_evidence
from claudeops_desktop.learning.patterns.ladder import next_state, track_factor
from claudeops_desktop.learning.patterns.records import PatternContext, PatternRecords
from claudeops_desktop.learning.patterns.scoring import score_pattern
from claudeops_desktop.learning.patterns.selection import budget_of, first_sentence, select_patterns, tokens_of_line
from claudeops_desktop.learning.patterns.types import PatternRules, StoredPattern

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
REAL = check_evidence("12 passed in 3 s", [SessionOutput("pytest", "== 12 passed in 3 s ==")])
RULE = "Renew the certificate before restarting the proxy."


def pattern(number: int = 1, text: str = RULE, **fields: object) -> StoredPattern:
    base: dict[str, object] = {
        "id": number, "role": "remediator", "project": "", "text": text, "kind": "observation", "services": (),
        "state": "active", "sightings": 1, "success": 1, "ignored": 0.0, "ignored_times": 0,
        "ignored_by_failed_runs": 0, "injected": 0, "approved_by": "operator", "created_at": "2026-03-02T09:00:00.000Z",
        "last_seen_at": "2026-03-02T09:00:00.000Z", "last_used_at": "2026-03-02T09:00:00.000Z", "why": "", "score": 1.0,
    }  # fmt: skip
    return StoredPattern(**(base | fields))  # type: ignore[arg-type]


@pytest.fixture
def patterns(outages: OutageDesk) -> PatternRecords:
    return outages.learning.patterns


# --- deliberations ---------------------------------------------------------------------------------------------------


def test_every_agent_verdict_is_stored_with_its_full_response(outages: OutageDesk) -> None:
    answer = "PASS\n" + "because the check of port 443 answers 200. " * 50
    session = outages.session("nginx")
    new = NewDeliberation(
        "remediator", "pass", answer, "nginx is well", services=("nginx",), session_id=session, key="s:1"
    )
    number = outages.write(lambda: outages.learning.deliberations.add(new))
    one = outages.read(lambda: outages.learning.deliberations.must(number))
    assert (one.verdict, one.summary, one.response) == ("pass", "nginx is well", answer)
    assert one.tokens == -(-len(answer) // 4) and one.services == ("nginx",)
    assert outages.write(lambda: outages.learning.deliberations.add(new)) == number, "the same one is kept once"


def test_an_optional_embedding_finds_the_nearest_deliberation(outages: OutageDesk) -> None:
    deliberations = outages.learning.deliberations
    first = outages.write(lambda: deliberations.add(NewDeliberation("observer", "done", "disk is full")))
    second = outages.write(lambda: deliberations.add(NewDeliberation("observer", "done", "certificate expired")))
    assert [number for number, _ in outages.read(lambda: deliberations.without_vector("m", 10))] == [second, first]
    outages.write(lambda: deliberations.put_vector(first, "m", [1.0, 0.0]))
    outages.write(lambda: deliberations.put_vector(second, "m", [0.0, 1.0]))
    found = outages.read(lambda: deliberations.nearest("m", [0.1, 0.9], 2))
    assert [one.id for one, _ in found] == [second, first] and found[0][1] > 0.9


# --- patterns --------------------------------------------------------------------------------------------------------


def test_each_pattern_carries_a_role_counters_a_state_and_its_project(
    outages: OutageDesk, patterns: PatternRecords
) -> None:
    one = outages.write(lambda: patterns.store_pattern("remediator", RULE, project="shop"))
    assert (one.role, one.success, one.ignored, one.state, one.project) == ("remediator", 0, 0, "observed", "shop")


def test_lessons_of_one_project_do_not_bleed_into_another(outages: OutageDesk, patterns: PatternRecords) -> None:
    outages.write(lambda: patterns.store_pattern("remediator", RULE, project="shop"))
    assert outages.read(lambda: patterns.query_patterns("remediator", 10, "wiki")) == []
    assert len(outages.read(lambda: patterns.query_patterns("remediator", 10, "shop"))) == 1


def test_the_same_words_are_one_pattern_of_a_role(outages: OutageDesk, patterns: PatternRecords) -> None:
    first = outages.write(lambda: patterns.store_pattern("remediator", RULE))
    again = outages.write(lambda: patterns.store_pattern("remediator", RULE.upper().rstrip(".")))
    other = outages.write(lambda: patterns.store_pattern("verifier", RULE))
    assert (again.id, again.sightings) == (first.id, 2) and other.id != first.id


def test_patterns_rise_by_how_often_and_in_how_many_distinct_contexts_they_held(
    outages: OutageDesk, patterns: PatternRecords
) -> None:
    states = []
    one = outages.write(lambda: patterns.store_pattern("remediator", RULE))
    states.append(one.state)
    states.append(outages.write(lambda: patterns.store_pattern("remediator", RULE)).state)
    for service in ("nginx", "nginx", "caddy"):
        context = [PatternContext("service", service)]
        states.append(
            outages.write(lambda c=context: patterns.reinforce("remediator", [one.id], REAL, contexts=c))[0].state
        )  # type: ignore[misc]
    assert states == ["observed", "candidate", "candidate", "candidate", "candidate"], "two services are too few"
    context = [PatternContext("service", "haproxy")]
    (proven,) = outages.write(lambda: patterns.reinforce("remediator", [one.id], REAL, contexts=context))
    assert proven.state == "verified"
    assert [each.id for each in outages.read(patterns.waiting_for_operator)] == [one.id]
    assert outages.write(lambda: patterns.approve(one.id)).state == "active"
    history = outages.read(lambda: patterns.history(one.id))
    moved = [(moment.from_state, moment.to_state) for moment in history if moment.from_state]
    assert moved == [("observed", "candidate"), ("candidate", "verified"), ("verified", "active")]


def test_evidence_alone_makes_it_active_where_the_operator_says_so(outages: OutageDesk) -> None:
    records = PatternRecords(outages.store, lambda: outages.now, lambda: PatternRules(evidence_alone=True))
    one = outages.write(lambda: records.store_pattern("remediator", RULE))
    for week in range(3):
        outages.forward(days=7 * bool(week))
        (found,) = outages.write(lambda: records.reinforce("remediator", [one.id], REAL))
    assert found.state == "active", "three weeks are three contexts"


def test_what_is_unused_for_too_long_is_deprecated(outages: OutageDesk, patterns: PatternRecords) -> None:
    one = outages.write(lambda: patterns.store_pattern("remediator", RULE))
    outages.forward(days=89)
    assert outages.write(patterns.age) == []
    outages.forward(days=2)
    assert [each.id for each in outages.write(patterns.age)] == [one.id]
    assert outages.read(lambda: patterns.query_patterns("remediator", 10)) == []


# --- injection -------------------------------------------------------------------------------------------------------


def test_adversarial_roles_have_eight_hundred_tokens_and_constructive_ones_five_hundred() -> None:
    assert budget_of("verifier") == budget_of("judge") == 800
    assert [budget_of(role) for role in TIER_ROLES] == [500] * 3


def test_if_everything_fits_it_is_all_included() -> None:
    found = select_patterns([pattern(1), pattern(2, "Look at the disk first.")], 500, PatternRules())
    assert [one.id for one in found.chosen] == [1, 2] and found.summary == ""


def test_if_not_it_falls_back_to_a_summary_prepared_before() -> None:
    many = [pattern(n, f"Rule {n} says a good deal about service {n} and its neighbours.") for n in range(60)]
    found = select_patterns(many, 200, PatternRules(), "Look at dependencies before the service.")
    assert found.summary == "Look at dependencies before the service." and found.chosen == ()


def test_or_to_the_first_sentence_of_each() -> None:
    many = [
        pattern(n, f"Rule {n} comes first. It saved an hour when service {n} failed in the spring.") for n in range(9)
    ]
    found = select_patterns(many, 90, PatternRules())
    assert found.shortened and len(found.chosen) == 9
    assert first_sentence(many[0].text) == "Rule 0 comes first."
    assert first_sentence("Use v1.2 of it, e.g. from the mirror") == "Use v1.2 of it, e.g. from the mirror"


def test_a_summary_counts_until_the_patterns_change(outages: OutageDesk) -> None:
    patterns, long = (
        outages.learning.patterns,
        "Look at every one of its dependencies before you restart the service at hand",
    )
    numbers = [outages.write(lambda n=n: patterns.store_pattern("observer", f"{long} {n}.")).id for n in range(40)]  # type: ignore[misc]
    for number in numbers:
        outages.write(lambda number=number: patterns.approve(number))  # type: ignore[misc]
    outages.write(lambda: patterns.put_summary("observer", "", "Look at dependencies first."))
    assert outages.read(lambda: patterns.summary_of("observer")) == ("Look at dependencies first.", True)
    assert outages.read(lambda: patterns.select_for("observer", 500)).summary == "Look at dependencies first."
    outages.write(lambda: patterns.deprecate(numbers[0], ""))
    assert outages.read(lambda: patterns.summary_of("observer")) == ("Look at dependencies first.", False)
    assert outages.read(lambda: patterns.select_for("observer", 500)).summary == ""
    for text in ("Half a sentence", "Long. " * 600):
        with pytest.raises(OperatorError, match="500 tokens"):
            outages.write(lambda text=text: patterns.put_summary("observer", "", text))  # type: ignore[misc]


def test_or_to_the_best_that_fit_and_the_budget_is_never_blown() -> None:
    many = [pattern(n, f"Rule {n} says a good deal about service {n} and its neighbours.") for n in range(60)]
    found = select_patterns(many, 200, PatternRules())
    assert [one.id for one in found.chosen] == list(range(len(found.chosen))) and found.chosen
    assert sum(tokens_of_line(one.text) for one in found.chosen) <= 200
    assert all("Over the budget" in why for _, why in found.left_out)


@given(st.lists(st.text(min_size=1, max_size=300), max_size=40), st.integers(0, 900))
def test_no_budget_is_ever_blown(texts: list[str], budget: int) -> None:
    found = select_patterns([pattern(n, text) for n, text in enumerate(texts)], budget, PatternRules())
    lines = [first_sentence(one.text) if found.shortened else one.text for one in found.chosen]
    assert sum(map(tokens_of_line, lines)) <= budget
    assert len(found.chosen) + len(found.left_out) == len(texts)


def test_a_brand_new_observation_is_not_injected_and_none_twice() -> None:
    found = select_patterns(
        [pattern(1), pattern(2, RULE.lower()), pattern(3, "New.", state="observed")], 500, PatternRules()
    )
    assert [one.id for one in found.chosen] == [1]
    assert {one.id for one, _ in found.left_out} == {2, 3}


# --- the score -------------------------------------------------------------------------------------------------------


def test_the_score_decays_until_a_pattern_held_three_times() -> None:
    later = NOW + timedelta(days=14)
    young = score_pattern(pattern(success=2), PatternRules(), NOW)
    assert score_pattern(pattern(success=2), PatternRules(), later) == pytest.approx(young * 0.3679, abs=1e-3)
    assert score_pattern(pattern(success=3), PatternRules(), later) == young


def test_rules_count_more_than_causes_and_those_more_than_observations() -> None:
    scores = [score_pattern(pattern(kind=kind), PatternRules(), NOW) for kind in ("rule", "causal", "observation")]
    assert scores == [pytest.approx(1.3), pytest.approx(1.1), pytest.approx(1.0)]


# --- reinforcement ---------------------------------------------------------------------------------------------------


def test_execution_output_is_evidence_of_the_first_level() -> None:
    verdict = check_evidence(
        "it printed “active (running) since Mon”", [SessionOutput("systemctl", "Active: active (running) since Mon")]
    )
    assert verdict.level == 1


def test_file_and_line_that_the_session_read_is_evidence_of_the_second_level() -> None:
    outputs = [SessionOutput("Read", "…", ("/etc/nginx/nginx.conf",))]
    assert check_evidence("nginx.conf:42 sets the limit", outputs).level == 2
    assert not check_evidence("haproxy.cfg:42 sets the limit", outputs).counts, "that file was never read"


def test_reasoning_only_verdicts_do_not_qualify(outages: OutageDesk, patterns: PatternRecords) -> None:
    one = outages.write(lambda: patterns.store_pattern("remediator", RULE))
    verdict = check_evidence("It must be the certificate, since nothing else changed.", [SessionOutput("ls", "a b")])
    assert not verdict.counts
    with pytest.raises(OperatorError, match="reasoning alone"):
        outages.write(lambda: patterns.reinforce("remediator", [one.id], verdict))
    assert outages.read(lambda: patterns.must(one.id)).success == 0


def test_what_was_injected_is_never_evidence_for_itself(outages: OutageDesk, patterns: PatternRecords) -> None:
    assert "echo" in check_evidence(RULE, [SessionOutput("cat", RULE)], [RULE]).why
    session = outages.session("nginx")
    one = outages.write(lambda: patterns.store_pattern("remediator", RULE))
    outages.write(lambda: patterns.record_injections(session, [one.id]))
    again = outages.write(lambda: patterns.store_pattern("remediator", RULE, session_id=session))
    assert again.sightings == 1


def test_edges_are_drawn_between_patterns_of_different_roles(outages: OutageDesk, patterns: PatternRecords) -> None:
    one = outages.write(lambda: patterns.store_pattern("remediator", RULE))
    same = outages.write(lambda: patterns.store_pattern("remediator", "Look at the disk first."))
    other = outages.write(lambda: patterns.store_pattern("verifier", "Ask for the exit code."))
    for _ in range(2):
        outages.write(lambda: patterns.draw_edges([one.id, same.id, other.id]))
    assert outages.read(lambda: patterns.edges(other.id)) == [(one.id, 2), (same.id, 2)]
    assert outages.read(lambda: patterns.edges(one.id)) == [(other.id, 2)]


# --- penalties -------------------------------------------------------------------------------------------------------


def test_a_false_positive_counts_against_it_and_more_from_a_validator(
    outages: OutageDesk, patterns: PatternRecords
) -> None:
    one = outages.write(lambda: patterns.store_pattern("remediator", RULE))
    assert outages.write(lambda: patterns.increment_ignore("remediator", text=RULE)).ignored == 1.0
    assert (
        outages.write(lambda: patterns.increment_ignore("remediator", pattern_id=one.id, by="verifier")).ignored == 2.5
    )


def test_patterns_that_keep_generating_noise_sink_and_fall_out_of_injection(
    outages: OutageDesk, patterns: PatternRecords
) -> None:
    one = outages.write(lambda: patterns.store_pattern("remediator", RULE))
    outages.write(lambda: patterns.approve(one.id))
    scores = [outages.read(lambda: patterns.must(one.id)).score]
    states = []
    for _ in range(3):
        found = outages.write(lambda: patterns.increment_ignore("remediator", text=RULE, by="verifier"))
        scores.append(found.score)
        states.append(found.state)
    assert scores == sorted(scores, reverse=True) and states[-1] == "deprecated"
    assert outages.read(lambda: patterns.select_for("remediator", 500)).chosen == ()


def test_a_pattern_that_a_failed_run_ignored_is_marked(outages: OutageDesk, patterns: PatternRecords) -> None:
    session = outages.session("nginx")
    one = outages.write(lambda: patterns.store_pattern("remediator", RULE))
    outages.write(lambda: patterns.record_injections(session, [one.id]))
    assert outages.write(lambda: patterns.mark_ignored_by_failed_run(session)) == 1
    assert outages.write(lambda: patterns.mark_ignored_by_failed_run(session)) == 0, "once"
    assert outages.read(lambda: patterns.must(one.id)).ignored_by_failed_runs == 1


# --- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("do", "error"),
    [
        (lambda p: p.store_pattern("Tier 3", RULE), UsageError),
        (lambda p: p.store_pattern("remediator", "  "), UsageError),
        (lambda p: p.store_pattern("remediator", RULE, kind="guess"), UsageError),
        (lambda p: p.reinforce("remediator", [4711], None), OperatorError),
        (lambda p: p.increment_ignore("remediator", text="never stored"), OperatorError),
        (lambda p: p.approve(4711), OperatorError),
    ],
)
def test_bad_input_says_what_is_wrong(
    outages: OutageDesk, patterns: PatternRecords, do: Callable[[PatternRecords], object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        outages.write(lambda: do(patterns))


@given(st.integers(0, 30), st.floats(0, 30))
def test_a_state_is_never_above_what_was_earned(success: int, ignored: float) -> None:
    one = pattern(state="observed", approved_by="", success=success, ignored=ignored, ignored_times=round(ignored))
    state, _ = next_state(one, PatternRules(), NOW)
    assert state in ("observed", "deprecated")
    assert 0 <= track_factor(success, ignored) <= 1

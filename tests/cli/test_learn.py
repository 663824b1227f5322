"""``claudeops learn`` (L8): patterns and deliberations, as the operator and as scripts use them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

from claudeops_desktop.agents.log import SessionLog
from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.learning import LearningService, NewDeliberation
from claudeops_desktop.stream import writing

RULE = "Renew the certificate before restarting the proxy."
OUTPUT = "nginx: test is successful"


@pytest.fixture
def learn(claudeops: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *words: claudeops("learn", *words)


@pytest.fixture
def rule(learn: Callable[..., Any]) -> dict[str, Any]:
    found: dict[str, Any] = learn("store-pattern", "--role", "remediator", "--text", RULE, "--json").json
    return found


@pytest.fixture
def session(written: Callable[[], Any], tmp_path: Path) -> int:
    """A session that ran ``nginx -t``."""
    path = tmp_path / "session.ndjson"
    log = SessionLog(path)
    about = {"session_id": "s", "tool_use_id": "t1"}
    log.append("stdout", writing.tool_use("Bash", {"command": "nginx -t"}, model="m", **about))
    log.append("stdout", writing.tool_result(OUTPUT, **about))
    log.close()
    with written() as books:

        def begin() -> int:
            now, sessions = utc_now(), books.book.sessions
            run = sessions.begin_run(trigger="manual", agent="claude", max_tier=3, dry_run=False, services=[], now=now)
            number = sessions.begin(now=now, run_id=run, agent="claude", trigger="manual", tier=3)
            sessions.update(number, log_file=str(path), status="completed", ended_at="2026-03-02T10:00:00.000Z")
            return int(number)

        return int(books.write(begin))


@pytest.fixture
def verdict(written: Callable[[], Any]) -> int:
    new = NewDeliberation(
        "verifier", "pass", "All claims hold.\n\x1b[31mIn detail: port 443.", "holds", services=("web",)
    )
    with written() as books:
        return int(books.write(lambda: LearningService(books.book).deliberations.add(new)))


# --- the commands of the specification -------------------------------------------------------------------------------


@pytest.mark.slow
def test_record_a_learned_pattern_for_a_role(learn: Callable[..., Any], verdict: int) -> None:
    words = ("store-pattern", "--role", "verifier", "--text", RULE, "--delib-id", verdict, "--kind", "rule")
    made = learn(*words, "--service", "Web", "--json").json
    assert (made["role"], made["text"], made["kind"], made["services"]) == ("verifier", RULE, "rule", ["web"])
    assert (made["state"], made["sightings"], made["success"], made["ignored"]) == ("observed", 1, 0, 0.0)
    again = learn("store-pattern", "--role", "verifier", "--text", RULE.upper(), "--json").json
    assert (again["id"], again["sightings"], again["state"]) == (made["id"], 2, "candidate")
    assert learn(*words, "--json").json["sightings"] == 2, "the same deliberation is no new sighting"


@pytest.mark.slow
def test_retrieve_the_top_patterns_for_a_role(learn: Callable[..., Any], rule: dict[str, Any]) -> None:
    best = learn("store-pattern", "--role", "remediator", "--text", "Look first.", "--kind", "rule", "--json").json
    rows = learn("query-patterns", "--role", "remediator", "--limit", 10, "--json").json
    assert [row["id"] for row in rows] == [best["id"], rule["id"]]
    assert rows[0]["score"] > rows[1]["score"]
    assert [row["id"] for row in learn("query-patterns", "--role", "remediator", "--limit", 1, "--json").json] == [
        best["id"]
    ]
    assert learn("query-patterns", "--role", "verifier", "--json").json == []
    assert RULE in learn("query-patterns", "--role", "remediator").out


@pytest.mark.slow
def test_penalise_a_false_positive_pattern(learn: Callable[..., Any], rule: dict[str, Any]) -> None:
    once = learn("increment-ignore", "--role", "remediator", "--text", RULE, "--json").json
    assert (once["id"], once["ignored"], once["ignored_times"]) == (rule["id"], 1.0, 1)
    twice = learn("increment-ignore", "--role", "remediator", "--id", rule["id"], "--by", "verifier", "--json").json
    assert (twice["ignored"], twice["ignored_times"]) == (2.5, 2)
    assert learn("query-patterns", "--role", "remediator", "--json").json[0]["score"] < rule["score"]


def test_reward_patterns_without_a_session_as_the_operator(learn: Callable[..., Any], rule: dict[str, Any]) -> None:
    (held,) = learn("reinforce-patterns", "--role", "remediator", "--ids", f"{rule['id']}", "--json").json
    assert held["success"] == 1
    told = learn("history", rule["id"], "--json").json["history"]
    assert (told[-1]["what"], told[-1]["evidence"]) == ("held", "by the operator")


def test_reward_patterns_after_a_pass_that_a_session_proves(
    learn: Callable[..., Any], rule: dict[str, Any], session: int
) -> None:
    words = ("reinforce-patterns", "--role", "remediator", "--ids", rule["id"], "--session", session)
    (held,) = learn(*words, "--evidence", f"“{OUTPUT}”", "--json").json
    assert held["success"] == 1
    told = learn("history", rule["id"], "--json").json["history"][-1]
    assert told["session_id"] == session and told["evidence"].startswith("level 1:")
    assert learn(*words, "--evidence", f"“{OUTPUT}”", "--json").json[0]["success"] == 1, "a session counts once"


@pytest.mark.parametrize(
    ("evidence", "why"),
    [("It must be the certificate.", "reasoning alone does not count"), ("", "No evidence is named.")],
)
def test_reasoning_alone_is_refused_with_the_reason(
    learn: Callable[..., Any], rule: dict[str, Any], session: int, evidence: str, why: str
) -> None:
    words = ("--role", "remediator", "--ids", rule["id"], "--session", session, "--evidence", evidence)
    answer = learn("reinforce-patterns", *words)
    assert answer.code == 1 and why in answer.err
    assert learn("query-patterns", "--role", "remediator", "--json").json[0]["success"] == 0


# --- lists, the operator's changes, history --------------------------------------------------------------------------


def test_patterns_are_listed_by_state_and_role(learn: Callable[..., Any], rule: dict[str, Any]) -> None:
    assert "No pattern yet." in learn("patterns", "--state", "active").out
    assert learn("approve", rule["id"], "--json").json["state"] == "active"
    assert [row["id"] for row in learn("patterns", "--state", "active", "--role", "remediator", "--json").json] == [
        rule["id"]
    ]
    assert learn("patterns", "--state", "observed", "--json").json == []


@pytest.mark.slow
def test_a_pattern_is_approved_edited_and_deprecated_with_a_history(
    learn: Callable[..., Any], rule: dict[str, Any]
) -> None:
    assert "(remediator, active)" in learn("approve", rule["id"]).out
    assert learn("edit", rule["id"], "--text", "Renew first.", "--json").json["text"] == "Renew first."
    gone = learn("deprecate", rule["id"], "--why", "Wrong since the move.", "--json").json
    assert (gone["state"], gone["why"]) == ("deprecated", "Wrong since the move.")
    told = learn("history", rule["id"], "--json").json["history"]
    assert [row["what"] for row in told] == ["observed", "approved", "edited", "deprecated by the operator"]
    assert told[2]["evidence"] == RULE
    out = learn("history", rule["id"]).out
    assert "Wrong since the move." in out and "approved" in out
    assert learn("query-patterns", "--role", "remediator", "--json").json == []


def test_deliberations_are_listed_and_shown_whole_without_control_characters(
    learn: Callable[..., Any], verdict: int
) -> None:
    (row,) = learn("deliberations", "--role", "verifier", "--service", "web", "--limit", 5, "--json").json
    assert (row["id"], row["verdict"], row["services"]) == (verdict, "pass", ["web"])
    assert learn("deliberations", "--service", "db", "--json").json == []
    shown = learn("deliberation", verdict).out
    assert "All claims hold." in shown and "In detail: port 443." in shown and "\x1b" not in shown
    assert learn("deliberation", verdict, "--json").json["response"].startswith("All claims hold.")


def test_the_numbers_of_the_settings_apply(
    claudeops: Callable[..., Any], learn: Callable[..., Any], rule: dict[str, Any]
) -> None:
    claudeops("settings", "set", "learning.verified_successes", 1)
    claudeops("settings", "set", "learning.verified_contexts", 1)
    claudeops("settings", "set", "learning.patterns_by_evidence", "true")
    (held,) = learn("reinforce-patterns", "--role", "remediator", "--ids", rule["id"], "--json").json
    assert held["state"] == "active"


# --- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("store-pattern", "--role", "Tier 3", "--text", RULE), 2, "no name of a role"),
        (("store-pattern", "--role", "verifier", "--text", " "), 2, "The text is empty."),
        (("store-pattern", "--role", "verifier", "--text", "word " * 200), 2, "999 characters"),
        (("store-pattern", "--role", "verifier", "--text", RULE, "--kind", "guess"), 2, "rule, causal, observation"),
        (("store-pattern", "--role", "verifier", "--text", RULE, "--delib-id", 9), 1, "There is no deliberation 9."),
        (("query-patterns", "--role", "verifer"), 2, "There is no role “verifer”. Take one of observer"),
        (("patterns", "--role", "verifer"), 2, "There is no role “verifer”."),
        (("patterns", "--state", "proven"), 2, "no state of a pattern"),
        (("increment-ignore", "--role", "verifier"), 2, "Give --text or --id."),
        (("increment-ignore", "--role", "verifier", "--text", "never stored"), 1, "No pattern of the role verifier"),
        (("increment-ignore", "--role", "verifier", "--id", 1, "--by", "No one"), 2, "no name of a role"),
        (("reinforce-patterns", "--role", "verifier", "--ids", "a,b"), 2, "Write them as 12,34."),
        (("reinforce-patterns", "--role", "verifier", "--ids", "4711"), 1, "There is no pattern 4711."),
        (("reinforce-patterns", "--role", "verifier", "--ids", 1), 1, "not of the role verifier"),
        (("reinforce-patterns", "--role", "remediator", "--ids", 1, "--evidence", "x"), 2, "with --session"),
        (("reinforce-patterns", "--role", "remediator", "--ids", 1, "--session", 9), 1, "There is no session 9."),
        (("approve", 4711), 1, "There is no pattern 4711."),
        (("edit", 1, "--text", ""), 2, "The text is empty."),
        (("deliberation", 4711), 1, "There is no deliberation 4711."),
        (("deliberations", "--role", "Tier 3"), 2, "no name of a role"),
    ],
)
def test_bad_input_names_the_field_and_the_fix(
    learn: Callable[..., Any], rule: dict[str, Any], words: tuple[object, ...], code: int, says: str
) -> None:
    answer = learn(*words)
    assert (answer.code, answer.out) == (code, "")
    assert says in answer.err and answer.err.count("\n") == 1
    document = learn(*words, "--json").json
    assert document["exit_code"] == code and document["error"]
    told = learn("patterns", "--json").json
    assert told == [rule | {"score": ANY}], "nothing was changed"  # a score falls from second to second


def test_a_role_of_another_agent_may_have_patterns(learn: Callable[..., Any]) -> None:
    assert learn("store-pattern", "--role", "judge", "--text", RULE).code == 0
    assert len(learn("query-patterns", "--role", "judge", "--json").json) == 1


@pytest.mark.slow
def test_a_summary_for_prompts_in_which_the_patterns_do_not_fit(learn: Callable[..., Any], rule: dict[str, Any]):
    assert "No summary is kept" in learn("summarize-patterns", "--role", "remediator").out
    text = "Look at certificates first."
    kept = learn("summarize-patterns", "--role", "remediator", "--text", text, "--json").json
    assert kept == {"role": "remediator", "project": "", "summary": text, "is_current": True}
    learn("approve", rule["id"])
    assert "written anew" in learn("summarize-patterns", "--role", "remediator").out
    assert learn("summarize-patterns", "--role", "remediator", "--text", "half a").code != 0


def test_verdicts_are_found_by_what_they_say(learn: Callable[..., Any], verdict: int):
    assert [one["id"] for one in learn("deliberations", "--like", "do the claims hold", "--json").json] == [verdict]
    assert learn("deliberations", "--like", "claims", "--service", "db", "--json").json == []

"""``claudeops cases`` (L6), on sessions that were observed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from support.outage_sessions import SESSIONS, write_transcript

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.learning import CaseAttempt, CaseDraft, LearningService


@pytest.fixture
def observed(claudeops: Callable[..., Any], tmp_path: Path) -> Callable[..., Any]:
    for number, (name, session) in enumerate(SESSIONS.items()):
        if name != "it is cut before the check":
            path = tmp_path / "projects" / session.service / f"s{number:07d}.jsonl"
            write_transcript(path, f"/srv/{session.service}", session.rows)
    assert claudeops("observe", tmp_path / "projects", "--json").code == 0
    return claudeops


@pytest.mark.slow
def test_cases_are_listed_shown_and_found_again(observed: Callable[..., Any]):
    rows = observed("cases", "list", "--json").json
    (cert,) = [row for row in rows if row["service"] == "nginx"]
    assert cert["state"] == "cured" and "certbot renew" in cert["cure"] and cert["seen"] == 1
    wanted = {"id", "service", "symptom", "signature", "state", "cause", "cure", "held", "opened_at", "closed_at",
              "attempts", "seen", "offered", "resolved"}  # fmt: skip
    assert wanted <= cert.keys()
    attempt = cert["attempts"][0]
    assert {"action", "class", "by", "at", "result", "seconds_to_recovery", "evidence"} <= attempt.keys()
    assert (attempt["result"], attempt["class"]) == ("did_not_help", "restart")
    assert observed("cases", "list", "--service", "nginx", "--json").json[0]["id"] == cert["id"]
    shown = observed("cases", "show", cert["id"]).out
    assert "What helped: ran certbot renew" in shown and "restarted nginx (0 of 2)" in shown
    again = observed("cases", "match", "the certificate is expired", "--service", "nginx", "--json").json
    assert again[0]["case"]["id"] == cert["id"] and again[0]["offered_as"] == "answer"
    assert {gate["gate"] for gate in again[0]["gates"]} >= {"scope", "symptom", "record", "cure"}


def test_a_case_is_found_in_other_words_and_offered_as_a_hint(observed: Callable[..., Any]):
    found = observed("cases", "match", "the validity of our SSL cert has ended", "--json").json
    assert [(one["case"]["service"], one["offered_as"]) for one in found] == [("nginx", "hint")]


@pytest.mark.parametrize("asked", ["the camera picture stutters", "why is negotiation stuck at half duplex?"])
def test_recall_finds_a_case_by_what_was_reported_and_by_what_the_first_looks_showed(
    asked: str, claudeops: Callable[..., Any], tmp_path: Path
):
    ping = "ping -c 20 10.0.7.2 | tail -1"
    rows = (
        ("user", "The camera picture stutters since yesterday."),
        ("run", "journalctl -u lldpd -n 1 -o cat", "error: negotiation failed, stuck at half duplex"),
        ("run", ping, "20 packets transmitted, 0 received, 100% packet loss", True),
        ("run", f"ssh sw1 'set port 7 auto' && {ping}", "20 packets transmitted, 20 received, 0% packet loss"),
    )
    write_transcript(tmp_path / "projects" / "sw1" / "s0000001.jsonl", "/srv/sw1", rows)
    assert claudeops("observe", tmp_path / "projects", "--json").code == 0
    (item,) = claudeops("recall", asked, "--json").json["items"]
    assert (item["kind"], item["service"]) == ("case", "sw1") and "set port 7 auto" in item["text"]


@pytest.mark.slow
def test_a_case_is_in_the_prompt_and_in_recall(observed: Callable[..., Any]):
    prompt = observed("context", "--part", "all", "--service", "nginx").out
    (line,) = [line for line in prompt.splitlines() if line.startswith("- [case] nginx")]
    assert "certbot renew" in line and "What did not help: restarted nginx" in line
    assert "certbot renew &&" not in line, "a command is never handed on"
    items = observed("recall", "nginx certificate expired", "--json").json["items"]
    assert items[0]["kind"] == "case" and "certbot renew" in items[0]["text"]


@pytest.mark.slow
def test_observing_the_same_again_adds_nothing(observed: Callable[..., Any], tmp_path: Path):
    before = observed("cases", "list", "--json").json
    assert observed("observe", tmp_path / "projects", "--json").code == 0
    assert observed("cases", "list", "--json").json == before


@pytest.mark.slow
def test_a_case_is_corrected_merged_voted_on_and_retired(observed: Callable[..., Any]):
    rows = {row["service"]: row for row in observed("cases", "list", "--json").json}
    mail, printer = rows["mail"]["id"], rows["printer"]["id"]
    edited = observed("cases", "edit", mail, "--cure", "raised the limit of processes", "--json").json
    assert edited["cure"] == "raised the limit of processes"
    assert "raised the limit of processes (1 of 1)" in observed("cases", "show", mail).out
    merged = observed("cases", "merge", mail, printer, "--json").json
    assert merged["seen"] == 2 and "printer" in merged["services"]
    assert observed("cases", "show", printer, "--json").json["id"] == mail, "the old number leads to it"
    assert observed("cases", "vote", mail, "down", "--json").json["factor"] < 0.5
    assert observed("cases", "retire", mail, "--json").json["retired_at"]
    offered = observed("cases", "match", "mail is stuck in the queue", "--service", "mail", "--json").json
    assert offered[0]["offered_as"] == "none"


@pytest.mark.slow
def test_a_case_is_exported_as_the_draft_of_a_postmortem(observed: Callable[..., Any], tmp_path: Path):
    number = next(row["id"] for row in observed("cases", "list", "--json").json if row["service"] == "nginx")
    text = observed("cases", "export", number).out
    for heading in (
        "# Postmortem (draft): nginx",
        "## Symptom",
        "## Cause",
        "## Cure",
        "## What was tried",
        "## Time line",
    ):
        assert heading in text
    file = tmp_path / "draft.md"
    assert observed("cases", "export", number, file).code == 0
    assert file.read_text(encoding="utf-8").startswith("# Postmortem")


@pytest.mark.slow
def test_bad_input_names_the_field_and_the_fix(observed: Callable[..., Any]):
    assert "claudeops cases list" in observed("cases", "show", 4711).err
    assert "cured" in observed("cases", "list", "--state", "mended").err
    assert "--cure" in observed("cases", "edit", 1).err
    assert observed("cases", "merge", 1, 1).code == 1
    assert observed("cases", "match", "  ").code == 2


def test_a_case_says_what_tells_the_causes_of_its_symptom_apart(
    claudeops: Callable[..., Any], written: Callable[[], Any]
):
    with written() as books:
        learning = LearningService(books.book)
        for days, action in enumerate(("ended shop-maintd", "corrected shop.conf"), 1):
            at = utc_now() - timedelta(days=days)
            attempt = CaseAttempt(action, "stop", at, result="recovered_after", seconds_to_recovery=9)
            draft = CaseDraft(
                f"k{days}", "check", "nginx", "answers 502", "recovered", (attempt,), at, at, cure=0, trigger="http"
            )
            books.write(lambda draft=draft: learning.cases.file(draft))
    shown = claudeops("cases", "show", 1).out
    assert "Recovered after, in order: ended shop-maintd (1 of 1)." in shown
    assert "How to tell them apart: Two known causes of this symptom;" in shown
    assert "it recovered after: corrected shop.conf" in shown
    rows = claudeops("cases", "list", "--state", "recovered", "--json").json
    assert [row["attempts"][0]["result"] for row in rows] == ["recovered_after", "recovered_after"]

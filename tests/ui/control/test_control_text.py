"""How questions read: plain, whole, and with nothing hidden in a command."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.approvals import Approval
from claudeops_desktop.ui.pages.inbox.queries import InboxQuery, approval_row, matches
from claudeops_desktop.ui.text import approval_text as words

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
TIER = Approval(
    1, "tier", 12, 30, 3, "", ("jellyfin",), "", "it does not answer", "", "may redeploy", 1.0,
    to_text(NOW), to_text(NOW + timedelta(minutes=15)), "waiting", None, "", "",
)  # fmt: skip
ACTION = replace(TIER, id=2, kind="action", tier=2, action="destructive", command="rm -rf /srv/old", cost_usd=None)


def test_a_question_in_one_line():
    assert words.approval_line(TIER) == "A run asks for tier 3: it does not answer"
    assert words.approval_line(ACTION) == "A run asks to run: rm -rf /srv/old"
    assert words.approval_line(replace(TIER, reason="")) == "A run asks for tier 3: it gave no reason"


def test_a_long_reason_is_cut_and_a_broken_one_is_one_line():
    line = words.approval_line(replace(TIER, reason="one\ntwo " + "x" * 300))
    assert line.startswith("A run asks for tier 3: one two xxx")
    assert line.endswith("…")
    assert len(line) < 130


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("echo \u202eabc", "echo \\u202eabc"),
        ("a\u200bb\u00a0c", "a\\u200bb\\u00a0c"),
        ("a\x1b[2Kb\x07", "a\\u001b[2Kb\\u0007"),
        ("a\nb\tc", "a\nb\tc"),
        ("a\r\nb\rc", "a\nb\\u000dc"),
        ("grüße 日本", "grüße 日本"),
    ],
)
def test_nothing_hides_in_a_command(command, shown):
    assert words.escape_command(command) == shown


@pytest.mark.parametrize(
    ("approval", "said"),
    [
        (replace(TIER, state="timed_out"), "Nobody answered in time, so tier 3 for jellyfin was refused."),
        (
            replace(TIER, state="approved", answered_by="command line"),
            "Tier 3 for jellyfin was approved on the command line.",
        ),
        (
            replace(ACTION, state="withdrawn", note="The run was stopped."),
            "A deletion of jellyfin is no longer asked for: The run was stopped.",
        ),
        (replace(ACTION, services=(), state="refused", answered_by="tray"), "A deletion was refused from the tray."),
    ],
)
def test_what_became_of_it_in_a_sentence(approval, said):
    assert words.closed_text(approval) == said


def test_time_left_as_words_and_as_a_share():
    later = NOW + timedelta(minutes=5, seconds=10)
    assert words.time_left(TIER, later) == "9 min 50 s left"
    assert words.time_left(TIER, NOW + timedelta(hours=1)) == "time is up"
    assert words.share_left(TIER, NOW + timedelta(minutes=3)) == pytest.approx(0.8)
    assert words.share_left(TIER, NOW + timedelta(hours=1)) == 0


def test_cost_is_told_where_there_is_a_cap_and_where_there_is_none():
    assert words.cost_text(TIER) == "At most $1.00"
    assert words.cost_text(replace(TIER, cost_usd=None)) == "No cap is set"
    assert words.cost_text(ACTION) == "Nothing beyond the cap of the session"


def test_the_history_is_searched_by_all_words_in_any_case():
    def found(**fields):
        return [one for one in (TIER, ACTION) if matches(approval_row(one), InboxQuery(**fields))]

    assert found(text="RM srv") == [ACTION]
    assert found(category="tier") == [TIER]
    assert found(service="nas") == []

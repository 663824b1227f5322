"""``claudeops spend``, ``prompts``, ``pause`` and ``dry-run``; and what a session of ours may not call."""

from __future__ import annotations

from datetime import timedelta

import pytest

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.usage_window import made_window, note_window
from claudeops_desktop.models.spend_cap import ModelSpend


def test_spend_says_that_the_subscription_is_used_up_until_it_is_reopened(claudeops, data_dir):
    data_dir.mkdir(exist_ok=True)
    now = utc_now()
    until = now + timedelta(hours=2)
    note_window(data_dir, made_window(now, name="five_hour", used=1.0, resets_at=until, closed=True))
    assert "The subscription's usage limit is reached: no agent that costs starts before" in claudeops("spend").out
    assert claudeops("spend", "--json").json["subscription"]["closed_until"]
    assert "subscription" not in claudeops("spend", "--reopen").out


def test_spend_says_the_caps_and_what_is_left(claudeops, written):
    now = utc_now()
    with written() as books:
        sessions = books.book.sessions

        def begin(back: int, usd: float, tier: int) -> None:
            at = now - timedelta(days=back)
            run = sessions.begin_run(trigger="manual", agent="claude", max_tier=3, dry_run=False, services=[], now=at)
            number = sessions.begin(now=at, run_id=run, agent="claude", trigger="manual", tier=tier, cost_usd=usd)
            sessions.update(number, status="completed")
            sessions.end_run(run, "completed", at)

        for back in range(5):
            books.write(lambda back=back: begin(back, 1.25, 1))
    out = claudeops("spend").out
    assert "Today: $1.25 of $5 (25%), $3.75 left." in out
    assert "A session may cost at most $1, a run at most $3." in out
    assert "by the end of the month" in out
    document = claudeops("spend", "--json", "--days", 3).json
    assert document["today_usd"] == 1.25
    assert [day["usd"] for day in document["by_day"]] == [1.25, 1.25, 1.25]
    assert document["caps"]["month_usd"] == 50
    assert document["forecast"]["days_seen"] == 4
    assert [share["name"] for share in document["by_tier"]] == ["1"]
    assert [share["name"] for share in document["by_schedule"]] == ["by hand"]


def test_spend_says_what_the_model_that_helps_memory_cost(claudeops, data_dir):
    assert "helps memory" not in claudeops("spend").out  # none is set and none was asked
    spent = ModelSpend(DataFolder(data_dir))
    spent.record_call(0.02)
    spent.record_call(0.03)
    out = claudeops("spend").out
    assert "The model that helps memory, beside this: $0.05 today (2 calls, at most $1 a day)" in out
    model = claudeops("spend", "--json").json["model"]
    assert (model["today_usd"], model["today_calls"], model["month_usd"]) == (0.05, 2, 0.05)
    assert model["day_cap_usd"] == 1.0
    (data_dir / "model-spend.json").write_text('{"2026-01-01": {"usd": "much", "calls": null}, "x": 3}')
    assert "helps memory" not in claudeops("spend").out  # nothing in it is a figure


def test_spend_without_any_cost_says_so(claudeops):
    out = claudeops("spend").out
    assert "Today: $0.00 of $5" in out
    assert "No forecast yet" in out
    assert "Nothing was spent in the last 14 days." in out


def test_a_prompt_is_kept_shown_renamed_and_removed(claudeops):
    assert claudeops("prompts", "save", "night  check", "--prompt", "look at jellyfin", "--tier", 2).code == 0
    kept = claudeops("prompts", "list", "--json").json
    assert [(p["name"], p["tier"], p["prompt"]) for p in kept] == [("night check", 2, "look at jellyfin")]
    assert claudeops("prompts", "show", "night check").out == "look at jellyfin\n"
    assert claudeops("prompts", "rename", "night check", "nightly").code == 0
    assert claudeops("prompts", "rm", "nightly").code == 0
    assert claudeops("prompts", "list", "--json").json == []


def test_a_prompt_kept_again_takes_the_place_of_the_old_one(claudeops):
    claudeops("prompts", "save", "check", "--prompt", "one")
    claudeops("prompts", "save", "check", "--prompt", "two", "--service", "Caddy")
    (kept,) = claudeops("prompts", "list", "--json").json
    assert (kept["prompt"], kept["services"]) == ("two", ["caddy"])


@pytest.mark.parametrize(
    "words",
    [
        ("save", " ", "--prompt", "x"),
        ("save", "x" * 100, "--prompt", "x"),
        ("save", "x", "--prompt", "x", "--agent", "gpt"),
        ("show", "none"),
        ("rename", "none", "other"),
        ("rm", "none"),
    ],
)
def test_what_cannot_be_kept_or_found_is_wrong_usage(claudeops, words):
    assert claudeops("prompts", *words).code == 2


def test_two_prompts_cannot_have_one_name(claudeops):
    claudeops("prompts", "save", "a", "--prompt", "x")
    claudeops("prompts", "save", "b", "--prompt", "y")
    answer = claudeops("prompts", "rename", "b", "a")
    assert answer.code == 2
    assert "Another saved prompt is called “a”." in answer.err


@pytest.mark.slow
def test_a_kept_prompt_is_run_with_its_tier_and_services(program, recording):
    program("prompts", "save", "check", "--prompt", "look", "--tier", "2", "--service", "caddy")
    told = program("run", "--saved", "check", "--agent", recording("done"), "--json").json
    assert told["session"]["tier"] == 2
    assert told["session"]["prompt_text"].endswith("\n\nlook")
    assert "caddy" in told["session"]["appended_prompt"]


@pytest.mark.slow
def test_a_tier_and_a_prompt_of_its_own_go_before_the_kept_ones(program, recording):
    program("prompts", "save", "check", "--prompt", "look", "--tier", "2")
    words = ("--saved", "check", "--tier", "1", "--prompt", "look closer")
    told = program("run", *words, "--agent", recording("done"), "--json").json
    assert told["session"]["tier"] == 1
    assert told["session"]["prompt_text"].endswith("\n\nlook closer")


@pytest.mark.slow
def test_the_context_can_be_given_from_a_file(program, recording, tmp_path):
    file = tmp_path / "context.md"
    file.write_text("## My own context\n\nOnly this.\n")
    told = program("run", "--context-file", file, "--agent", recording("done"), "--json").json
    assert told["session"]["appended_prompt"] == "## My own context\n\nOnly this."


def test_a_context_that_is_no_text_is_wrong_usage(claudeops, tmp_path):
    file = tmp_path / "context.md"
    file.write_bytes(b"\xff\xfe")
    assert claudeops("run", "--context-file", file).code == 2
    assert claudeops("run", "--context-file", tmp_path / "none").code == 2


@pytest.mark.parametrize(("command", "name"), [("pause", "paused"), ("dry-run", "dry_run")])
def test_a_switch_is_turned_and_shown(claudeops, command, name):
    assert claudeops(command, "--json").json == {name: False}
    assert claudeops(command, "on", "--json").json == {name: True}
    assert claudeops(command).code == 0
    assert claudeops("settings", "get", f"run.{name}", "--json").json["value"] is True
    assert claudeops(command, "off", "--json").json == {name: False}


class TestInsideASession:
    """What an agent of ours may call: it may look."""

    @pytest.fixture(autouse=True)
    def inside(self, monkeypatch):
        monkeypatch.setenv("CLAUDEOPS_SESSION_TOKEN", "a-token")

    @pytest.mark.parametrize(
        "words",
        [
            ("approvals", "approve", "1"),
            ("settings", "set", "approvals.tier3", "automatic"),
            ("pause", "off"),
            ("dry-run", "off"),
            ("run", "--tier", "3"),
            ("cooldowns", "clear", "jellyfin"),
            ("memory", "delete", "1"),
            ("--data-dir", "/elsewhere", "settings", "set", "run.dry_run", "false"),
            ("daemon",),
        ],
    )
    def test_it_may_change_nothing(self, claudeops, words):
        answer = claudeops(*words)
        assert answer.code == 3
        assert "Only the operator may" in answer.err

    @pytest.mark.parametrize("words", [("memory", "list"), ("approvals", "list"), ("context",), ("spend",)])
    def test_it_may_look(self, claudeops, words):
        assert claudeops(*words).code == 0

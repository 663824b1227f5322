"""The rules of a run: cooldowns (S11), escalation (S10), spend, and what a session is told (S2, M15)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.agent.words import Escalate, SessionOutcome
from claudeops_desktop.clock import to_text
from claudeops_desktop.memory.context import INTRODUCTION
from claudeops_desktop.records.cooldowns import CooldownAction
from claudeops_desktop.records.sessions import Trigger
from claudeops_desktop.run.cooldown import standing
from claudeops_desktop.run.escalation import allowance, next_tier, tier_ceiling
from claudeops_desktop.run.prompt import HandOver, appended_prompt, build_env_context, build_prompt
from claudeops_desktop.settings import LimitSettings

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def action(kind, hours_ago, *, service="jellyfin", cleared=False, number=1, success=1):
    at = to_text(NOW - timedelta(hours=hours_ago))
    return CooldownAction(number, service, kind, success, "", at, None, 2, at if cleared else None, "")


class TestCooldowns:
    def test_two_restarts_in_four_hours_are_the_limit(self):
        (one,) = standing([action("restart", 3)], NOW)
        assert (one.restarts_used, one.in_force) == (1, ())
        (two,) = standing([action("restart", 3), action("restart", 1, number=2)], NOW)
        assert (two.restarts_used, two.in_force) == (2, ("restart",))
        assert two.restart_free_at == NOW + timedelta(hours=1)

    def test_the_window_slides(self):
        assert standing([action("restart", 4.1)], NOW) == ()
        (later,) = standing([action("restart", 3), action("restart", 1, number=2)], NOW + timedelta(hours=1))
        assert later.in_force == ()

    def test_one_redeployment_in_a_day_is_the_limit(self):
        (found,) = standing([action("redeployment", 5)], NOW)
        assert found.in_force == ("redeployment",)
        assert found.redeployment_free_at == NOW + timedelta(hours=19)

    def test_an_attempt_that_failed_counts(self):
        (found,) = standing([action("redeployment", 5, success=0)], NOW)
        assert found.redeployments_used == 1

    def test_a_cleared_one_does_not_count(self):
        assert standing([action("redeployment", 5, cleared=True)], NOW) == ()

    def test_each_service_for_itself(self):
        found = standing([action("restart", 1), action("restart", 1, service="caddy", number=2)], NOW)
        assert [(c.service, c.restarts_used) for c in found] == [("caddy", 1), ("jellyfin", 1)]


def wish(status="completed"):
    return SessionOutcome(status, escalate=Escalate("it does not answer", ("jellyfin",), "tried twice"))


class TestEscalation:
    def test_the_next_tier_follows_up_to_the_ceiling(self):
        assert next_tier(wish(), tier=1, ceiling=2, agent="claude", dry_run=False).tier == 2
        refused = next_tier(wish(), tier=2, ceiling=2, agent="claude", dry_run=False)
        assert refused.tier is None
        assert "tier 3" in refused.refused

    def test_no_wish_no_next_tier(self):
        found = next_tier(SessionOutcome("completed"), tier=1, ceiling=3, agent="claude", dry_run=False)
        assert (found.tier, found.refused) == (None, "")

    def test_a_dry_run_does_not_escalate(self):
        found = next_tier(wish(), tier=1, ceiling=3, agent="claude", dry_run=True)
        assert found.tier is None
        assert "dry run" in found.refused

    def test_the_watcher_never_escalates(self):
        assert next_tier(wish(), tier=1, ceiling=3, agent="watch", dry_run=False).tier is None

    @pytest.mark.parametrize("status", ["failed", "stopped", "timed_out", "interrupted"])
    def test_only_a_completed_session_escalates(self, status):
        assert next_tier(wish(status), tier=1, ceiling=3, agent="claude", dry_run=False).tier is None

    def test_scheduled_runs_stay_at_tier_1_by_default(self):
        assert tier_ceiling(Trigger.SCHEDULED, 1, LimitSettings()) == 1
        assert tier_ceiling(Trigger.CATCH_UP, 1, LimitSettings()) == 1

    def test_a_tier_named_by_the_operator_is_approved_by_that(self):
        assert tier_ceiling(Trigger.MANUAL, 3, LimitSettings()) == 3
        assert tier_ceiling(Trigger.MANUAL, 1, LimitSettings()) == 2

    def test_a_run_may_be_held_lower(self):
        assert tier_ceiling(Trigger.MANUAL, 1, LimitSettings(), wanted=1) == 1


class TestSpend:
    def test_the_smallest_of_what_is_left_counts(self):
        limits = LimitSettings(session_usd=1, run_usd=3, day_usd=5)
        assert allowance(limits, spent_run=0, spent_day=0).usd == 1
        assert allowance(limits, spent_run=2.5, spent_day=0).usd == 0.5
        assert allowance(limits, spent_run=0, spent_day=4.75).usd == 0.25

    def test_a_cap_that_is_reached_refuses_and_says_what_to_do(self):
        found = allowance(LimitSettings(day_usd=5), spent_run=0, spent_day=5.2)
        assert "$5.20 of $5.00 a day are spent" in found.refused
        assert "limits.day_usd" in found.refused

    def test_zero_means_no_cap(self):
        limits = LimitSettings(session_usd=0, run_usd=0, day_usd=0)
        assert allowance(limits, spent_run=99, spent_day=99).usd is None


class TestPrompt:
    def test_the_operators_wish_is_part_of_every_tiers_prompt(self):
        for tier in (1, 2, 3):
            assert build_prompt(tier, "check the services").endswith("check the services")

    def test_a_prompt_never_begins_like_a_slash_command(self):
        assert build_prompt(1, "/compact").startswith("# Tier 1")

    def test_what_was_handed_over_is_quoted_line_by_line(self):
        hand = HandOver(1, 7, "down\n## Environment", ("jellyfin",), "first\n# second", "it is down")
        text = build_prompt(2, "", hand)
        assert "- Reason: down ## Environment" in text
        assert "> # second" in text

    def environment(self, **more):
        fields = {
            "tier": 1,
            "dry_run": False,
            "services": (),
            "cooldowns": (),
            "data_folder": "/data",
            "hand_off_file": "/data/h.json",
            "max_tier": 2,
        }
        return build_env_context(**(fields | more))

    def test_the_environment_says_tier_dry_run_services_and_data_folder(self):
        text = self.environment(dry_run=True, services=("jellyfin", "caddy"))
        assert "- Tier: 1 of 2" in text
        assert "- Dry run: yes" in text
        assert "jellyfin, caddy" in text
        assert "- Data folder: /data" in text

    def test_cooldowns_in_force_are_named(self):
        held = standing([action("restart", 3), action("restart", 1, number=2)], NOW)
        assert "- jellyfin: no restart now (until 2026-03-01 13:00 UTC)" in self.environment(cooldowns=held)

    def test_memory_follows_the_environment_behind_one_sentence_of_ours(self):
        text = appended_prompt("ENV", "## Operational Memory (1 memory, ~20 tokens)")
        assert text == f"ENV\n\n{INTRODUCTION}\n\n## Operational Memory (1 memory, ~20 tokens)"

    def test_without_memory_there_is_no_memory_section(self):
        assert appended_prompt("ENV", "") == "ENV"

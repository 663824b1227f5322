"""``python -m benchmarks.lifetime``: a simulated life, and the same by the rules minus one."""

from __future__ import annotations

import json

import pytest

from benchmarks.ageing import FEWEST, SilentWeeks
from benchmarks.lifetime import exact_match, judged_by, main, no_contradiction
from benchmarks.lifetime_world import World
from claudeops_desktop.language.compare import judge


@pytest.mark.slow
def test_a_life_is_told_as_one_json_object(capsys):
    assert main(["--days", "6", "--services", "2", "--seed", "3", "--only", "all rules"]) == 0
    captured = capsys.readouterr()
    life = json.loads(captured.out)["lives"]["all rules"]
    assert life["current"] > 80
    assert life["told"] <= life["memories"] <= life["versions"]
    assert "6 days of hourly sessions over 2 services" in captured.err


def test_a_rule_is_taken_away_for_one_life_only():
    old, new, again = "Takes 60s to start", "Takes 10s to start", "It takes 60 seconds to start"
    plain = [judged.verdict for judged in judge.judge_all(new, [old]) + judge.judge_all(again, [old])]
    assert plain == ["contradiction", "same"]
    with judged_by(no_contradiction):
        assert judge.judge_all(new, [old])[0].verdict == "different"
    with judged_by(exact_match):
        assert [judge.judge_all(text, [old])[0].verdict for text in (again, old)] == ["different", "same"]
    assert [judged.verdict for judged in judge.judge_all(new, [old]) + judge.judge_all(again, [old])] == plain


def test_one_seed_is_one_world():
    one, two = World.of(3, 30, 7), World.of(3, 30, 7)
    for hour in range(200):
        one.pass_hour()
        two.pass_hour()
        assert one.session(hour / 24, 2) == two.session(hour / 24, 2)


def test_the_share_of_a_week_counts_what_age_silenced_and_not_what_was_replaced(desk):
    weeks = SilentWeeks(desk.store)
    facts = [desk.add(f"Takes {number}0s to start", service=f"unit{number}") for number in range(1, FEWEST + 1)]
    desk.store.read(weeks.look).result()
    for one in facts[:2]:
        desk.edit(one.id, confidence=0.3)
    newer = desk.add("Takes 5s to start", service="other")
    desk.write(
        lambda: desk.store.database.execute_sql(
            "UPDATE memories SET superseded_by = ?, active = 0 WHERE id = ?", (newer.id, facts[2].id)
        )
    )
    desk.clock.forward(days=37)
    desk.write(desk.memory.aging.decay)
    desk.store.read(weeks.look).result()
    assert weeks.worst == 2 / FEWEST

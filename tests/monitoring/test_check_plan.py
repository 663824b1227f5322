"""When checks are due."""

from __future__ import annotations

from claudeops_desktop.agents.watch.services import default_services
from claudeops_desktop.monitoring.check_plan import CheckPlan

MINUTE = 60.0


def due_times(plan: CheckPlan) -> set[float]:
    return {one.due for one in plan.all}


def test_checks_of_this_machine_stay_together_so_that_it_wakes_once_for_all_of_them() -> None:
    plan = CheckPlan()
    plan.replace(default_services().checks, MINUTE, 0.0)
    assert len(plan) >= 4
    for moment in (0.0, MINUTE, 2 * MINUTE):
        assert due_times(plan) == {moment}
        while (one := plan.take_due(moment)) is not None:
            plan.ended(one, moment + 0.1)
    plan.restart(500.0, 15.0)
    assert due_times(plan) == {515.0}

"""M11, section 2 of the memory build: a host that changed is a changed value, whichever words say it."""

from __future__ import annotations

import pytest

from claudeops_desktop.language.compare.judge import judge, judge_all
from claudeops_desktop.language.types import Verdict


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Runs on host db1", "Runs on host db2"),
        ("runs on db1", "runs on db2"),
        ("Postgres runs on db1", "Postgres runs on db2."),
        ("15.1 runs on host db1", "15.1 runs on host db2"),
        ("Runs on host atlas", "Moved to host titan"),
        ("It is hosted on nas1", "Is now running on nas2"),
    ],
)
def test_a_host_that_changed_closes_the_one_before(old, new):
    assert judge(old, new).verdict is Verdict.CONTRADICTION
    assert judge_all(new, [old])[0].verdict is Verdict.CONTRADICTION


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Runs on host db1", "Runs on Docker"),
        ("The exporter runs on host db1", "The replica runs on host db2"),
        ("Runs on host db1", "Runs on host db1 with the least memory"),
        ("web1 restarts nightly", "web2 restarts nightly"),
    ],
)
def test_what_is_no_move_from_host_to_host_is_none(old, new):
    from claudeops_desktop.language.claims.host_change import find_host_change

    assert find_host_change(old, new) is None

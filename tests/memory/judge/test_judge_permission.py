"""What one fact allows and the other turns away is never the same, nor is another number, host or version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claudeops_desktop.language.claims.sentence_reading import read
from claudeops_desktop.language.compare.features import align_readings
from claudeops_desktop.language.compare.judge import judge
from claudeops_desktop.language.compare.rules import decide
from claudeops_desktop.language.types import Verdict

#: Written for this. The words of ``language/claims/permission.py`` were chosen on these pairs: they measure nothing.
PAIRS = [json.loads(line) for line in Path(__file__).with_name("permission_pairs.jsonl").read_text().splitlines()]
SURELY_SAME = (0.99, 0.006, 0.004)


def is_same(old: str, new: str) -> bool:
    return judge(old, new).verdict is Verdict.SAME


def excludes_same(old: str, new: str) -> bool:
    return decide(align_readings(read(old), read(new)), SURELY_SAME)[0] is not Verdict.SAME


def test_no_opposite_is_the_same() -> None:
    opposites = [(one["old"], one["new"]) for one in PAIRS if not one["same"]]
    assert [pair for pair in opposites if is_same(*pair) or is_same(*reversed(pair))] == []


def test_most_of_what_says_the_same_of_a_permission_is_still_the_same() -> None:
    alike = [(one["old"], one["new"]) for one in PAIRS if one["same"]]
    assert sum(is_same(*pair) and is_same(*reversed(pair)) for pair in alike) >= 0.8 * len(alike)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Guests may print", "Printing is a thing that guests wish for"),  # whatever is said instead
        ("The proxy passes websockets", "Websockets are kept out by the proxy"),
        ("Port 22 is open to partners", "Port 22 snubs partners"),  # a port is no bound
        ("Admins must use a key", "Admins may use a key"),
        ("Deploys run on build-a2", "Deploys run on build-b7"),
        ("Two admins approve a change", "One admin approves a change"),
    ],
)
def test_however_sure_the_weights_are(old: str, new: str) -> None:
    assert excludes_same(old, new)
    assert excludes_same(new, old)
    assert decide(align_readings(read(old), read(new)), SURELY_SAME, ())[0] is Verdict.SAME


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The container may use 20 GB", "The container is limited to 20 GB"),
        ("Phones can connect only over the VPN", "Phones need the VPN to connect"),
        ("Guests are locked out", "Nobody lets guests in"),
        ("The port is 17, as far as we can see", "The port is 17"),
        ("Sticks are allowed on the kiosk", "The kiosk is open to sticks"),
    ],
)
def test_a_bound_a_condition_and_two_denials_may_be_the_same(old: str, new: str) -> None:
    assert not excludes_same(old, new)

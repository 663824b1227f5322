"""Which case of a symptom an occurrence belongs to (L6)."""

from __future__ import annotations

import pytest

from claudeops_desktop.learning.cases.same_case import Recovery, find_same

ENDED, CORRECTED, NOTHING = frozenset({"ended"}), frozenset({"corrected"}), frozenset[str]()
PORT = "shop-maintd holds port 8081."


@pytest.mark.parametrize(
    ("cases", "draft", "found"),
    [
        ([], Recovery(0, ENDED, ""), None),
        ([Recovery(2, CORRECTED, ""), Recovery(1, ENDED, "")], Recovery(0, ENDED, ""), 1),
        ([Recovery(1, ENDED, "")], Recovery(0, CORRECTED, ""), None),
        ([Recovery(1, ENDED, PORT)], Recovery(0, ENDED, "A misspelt directive in shop.conf."), 1),
        ([Recovery(1, ENDED, PORT)], Recovery(0, NOTHING, ""), 1),
        ([Recovery(1, ENDED, PORT)], Recovery(0, NOTHING, "Port 8081: shop-maintd holds."), 1),
        ([Recovery(1, ENDED, PORT)], Recovery(0, NOTHING, "A misspelt directive in shop.conf."), None),
        ([Recovery(1, NOTHING, "")], Recovery(0, CORRECTED, ""), 1),
        ([Recovery(1, ENDED | CORRECTED, "")], Recovery(0, CORRECTED, ""), 1),
        ([Recovery(2, NOTHING, ""), Recovery(1, ENDED, "")], Recovery(0, ENDED, ""), 1),
        ([Recovery(2, ENDED, ""), Recovery(1, CORRECTED, "")], None, 2),  # open: the latest
        ([Recovery(1, ENDED, PORT, same_symptom=False)], Recovery(0, ENDED, "Port 8081: shop-maintd holds."), 1),
        ([Recovery(1, ENDED, PORT, same_symptom=False)], Recovery(0, ENDED, "A misspelt directive."), None),
        ([Recovery(1, ENDED, PORT, same_symptom=False)], Recovery(0, ENDED, ""), None),
        ([Recovery(1, ENDED, PORT, same_symptom=False)], Recovery(0, CORRECTED, PORT), None),
        ([Recovery(1, ENDED, PORT, same_symptom=False)], None, None),
    ],
)
def test_the_same_recovery_is_the_same_case(cases: list[Recovery], draft: Recovery | None, found: int | None):
    assert find_same(cases, draft) == found


def test_an_occurrence_stays_where_it_is_as_long_as_that_fits():
    cases = [Recovery(2, NOTHING, ""), Recovery(1, NOTHING, "", is_known=False)]
    assert find_same(cases, Recovery(0, ENDED, ""), 1) == 1
    assert find_same(cases, None, 1) == 1

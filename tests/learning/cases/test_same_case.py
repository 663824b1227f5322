"""Which case of a symptom an occurrence belongs to (L6)."""

from __future__ import annotations

import pytest

from claudeops_desktop.learning.cases.same_case import CaseRecovery, find_same

ENDED, CORRECTED, NOTHING = frozenset({"ended"}), frozenset({"corrected"}), frozenset[str]()
PORT = "shop-maintd holds port 8081."
SHORT = "nginx was not running."
LONG = "The stray process shop-maintd holds port 8081, so nginx cannot listen on it."


@pytest.mark.parametrize(
    ("cases", "draft", "found"),
    [
        ([], CaseRecovery(0, ENDED, ""), None),
        ([CaseRecovery(2, CORRECTED, ""), CaseRecovery(1, ENDED, "")], CaseRecovery(0, ENDED, ""), 1),
        ([CaseRecovery(1, ENDED, "")], CaseRecovery(0, CORRECTED, ""), None),
        ([CaseRecovery(1, ENDED, PORT)], CaseRecovery(0, ENDED, "A misspelt directive in shop.conf."), 1),
        ([CaseRecovery(1, ENDED, PORT)], CaseRecovery(0, NOTHING, ""), 1),
        ([CaseRecovery(1, ENDED, PORT)], CaseRecovery(0, NOTHING, "Port 8081: shop-maintd holds."), 1),
        ([CaseRecovery(1, ENDED, PORT)], CaseRecovery(0, NOTHING, "A misspelt directive in shop.conf."), None),
        ([CaseRecovery(1, NOTHING, "")], CaseRecovery(0, CORRECTED, ""), 1),
        ([CaseRecovery(1, ENDED | CORRECTED, "")], CaseRecovery(0, CORRECTED, ""), 1),
        ([CaseRecovery(2, NOTHING, ""), CaseRecovery(1, ENDED, "")], CaseRecovery(0, ENDED, ""), 1),
        ([CaseRecovery(2, ENDED, ""), CaseRecovery(1, CORRECTED, "")], None, 2),  # open: the latest
        (
            [CaseRecovery(1, ENDED, PORT, same_symptom=False)],
            CaseRecovery(0, ENDED, "Port 8081: shop-maintd holds."),
            1,
        ),
        ([CaseRecovery(1, ENDED, PORT, same_symptom=False)], CaseRecovery(0, ENDED, "A misspelt directive."), None),
        ([CaseRecovery(1, ENDED, PORT, same_symptom=False)], CaseRecovery(0, ENDED, ""), None),
        ([CaseRecovery(1, ENDED, SHORT, same_symptom=False)], CaseRecovery(0, CORRECTED, SHORT), None),  # says little
        ([CaseRecovery(1, ENDED, LONG, same_symptom=False)], CaseRecovery(0, CORRECTED, LONG), 1),
        ([CaseRecovery(1, ENDED, PORT, same_symptom=False)], None, None),
    ],
)
def test_the_same_recovery_is_the_same_case(cases: list[CaseRecovery], draft: CaseRecovery | None, found: int | None):
    assert find_same(cases, draft) == found


def test_an_occurrence_stays_where_it_is_as_long_as_that_fits():
    cases = [CaseRecovery(2, NOTHING, ""), CaseRecovery(1, NOTHING, "", is_known=False)]
    assert find_same(cases, CaseRecovery(0, ENDED, ""), 1) == 1
    assert find_same(cases, None, 1) == 1


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (
            "pages.conf line 6 includes conf.d/legacy.conf, which does not exist, so pages refuses to start.",
            "pages.conf line 7 includes conf.d/legacy.conf, which does not exist; pages was not running, and started"
            " once the line was commented out. The line was added again after an earlier repair.",
            True,
        ),
        (
            "The stray process pages-maintd held the port of pages, so pages could not start.",
            "pages.conf line 6 includes conf.d/legacy.conf, which does not exist, so pages refuses to start.",
            False,
        ),
    ],
)
def test_causes_are_compared_by_what_the_shorter_says(one: str, other: str, same: bool):
    found = find_same([CaseRecovery(1, ENDED, one)], CaseRecovery(0, CORRECTED, other))
    assert found == (1 if same else None)

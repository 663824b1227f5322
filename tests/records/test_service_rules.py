"""Rules for single services: limits of their own, and maintenance begun by hand."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.records.service_rules import MOST_WINDOWS, MaintenanceWindow, ServiceRule

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
TICK = timedelta(milliseconds=1)
TOLD = [("service_rules", (), "updated")]


def window(number, start, end, service="web", note=""):
    return MaintenanceWindow(
        number, service, to_text(NOW + start * HOUR), to_text(NOW + end * HOUR), note, to_text(NOW)
    )


@pytest.fixture
def plan(book, write):
    def planned(start, end, service="web", note="", now=NOW):
        return write(lambda: book.rules.plan(service, NOW + start * HOUR, NOW + end * HOUR, note, now))

    return planned


@pytest.mark.parametrize(
    ("limits", "has"),
    [
        ({}, False),
        ({"note": "x", "maintenance_since": to_text(NOW)}, False),
        ({"restarts": 0}, True),
        ({"restart_hours": 1.0}, True),
        ({"redeployments": 2}, True),
        ({"redeployment_hours": 0.5}, True),
    ],
)
def test_a_rule_has_limits_where_one_is_laid_down(limits, has):
    assert ServiceRule("web", **limits).has_limits is has


@pytest.mark.parametrize(
    ("now", "begun", "ended"),
    [(NOW - TICK, False, False), (NOW, True, False), (NOW + HOUR - TICK, True, False), (NOW + HOUR, True, True)],
)
def test_a_window_begins_with_its_start_and_is_over_at_its_end(now, begun, ended):
    one = window(1, 0, 1)
    assert (one.has_begun(now), one.has_ended(now)) == (begun, ended)
    assert one.as_json() == asdict(one)


def test_rules_are_kept_by_the_name_of_their_service(book, write, told):
    full = ServiceRule(" Web ", 1, 2.5, 3, 4.5, to_text(NOW), to_text(NOW + HOUR), "disk")
    kept = replace(full, service="web", updated_at=to_text(NOW))
    assert write(lambda: book.rules.put(full, NOW)) == kept
    assert told() == TOLD
    write(lambda: book.rules.put(ServiceRule("db", restarts=0), NOW))
    assert book.rules.all() == [ServiceRule("db", restarts=0, updated_at=to_text(NOW)), kept]
    assert (book.rules.get(" WEB"), book.rules.get("mail")) == (kept, None)
    assert kept.as_json() == asdict(kept)
    changed = write(lambda: book.rules.put(ServiceRule("web", redeployments=9), NOW + HOUR))
    assert book.rules.get("web") == changed == ServiceRule("web", redeployments=9, updated_at=to_text(NOW + HOUR))
    told()
    assert write(lambda: book.rules.put(ServiceRule("Web", note="nothing else"), NOW)) == ServiceRule("web")
    assert told() == TOLD
    assert [rule.service for rule in book.rules.all()] == ["db"]


def test_planned_windows_stand_with_the_rule_or_by_themselves(book, write, plan):
    write(lambda: book.rules.put(ServiceRule("web", restarts=1), NOW))
    plan(4, 5), plan(2, 3, "mail"), plan(1, 2), plan(1, 3)
    web = ServiceRule("web", restarts=1, updated_at=to_text(NOW))
    web = replace(web, planned=(window(3, 1, 2), window(4, 1, 3), window(1, 4, 5)))
    mail = ServiceRule("mail", planned=(window(2, 2, 3, "mail"),))
    assert book.rules.all() == [mail, web]
    assert (book.rules.get("web"), book.rules.get(" Mail ")) == (web, mail)
    assert web.upcoming(NOW + HOUR) == (window(1, 4, 5),)
    assert web.upcoming(NOW + HOUR - TICK) == web.planned
    assert write(lambda: book.rules.put(replace(web, restarts=None), NOW)) == ServiceRule("web", planned=web.planned)
    assert book.rules.get("web") == ServiceRule("web", planned=web.planned)


def test_the_next_window_is_the_first_of_those_to_come():
    rule = ServiceRule("web", planned=(window(1, 4, 5), window(2, 0, 9), window(3, 2, 3)))
    assert rule.upcoming(NOW) == (window(3, 2, 3), window(1, 4, 5))


@pytest.mark.parametrize("name", ["", "  "])
def test_a_rule_needs_a_service(book, write, name):
    for refused in (lambda: book.rules.put(ServiceRule(name), NOW), lambda: book.rules.get(name)):
        with pytest.raises(ValueError, match="a rule needs a service"):
            write(refused)


@pytest.mark.parametrize(
    ("now", "last"),
    [
        (NOW + HOUR - TICK, None),
        (NOW + HOUR, to_text(NOW + HOUR)),
        (NOW + 2 * HOUR, to_text(NOW + 2 * HOUR)),
        (NOW + 9 * HOUR, to_text(NOW + 4 * HOUR)),
    ],
)
def test_the_last_maintenance_that_is_over_is_known(now, last):
    rule = ServiceRule("web", maintenance_until=to_text(NOW + 2 * HOUR), planned=(window(1, 0, 4), window(2, 0, 1)))
    assert rule.last_maintenance_end(now) == last
    assert ServiceRule("web", maintenance_since=to_text(NOW)).last_maintenance_end(now) is None


# --- begun and ended by hand ---------------------------------------------------------------------------------------


def test_maintenance_begins_beside_the_limits(book, write):
    write(lambda: book.rules.put(ServiceRule("web", restarts=1), NOW))
    begun = write(lambda: book.rules.maintain("Web", NOW, NOW + HOUR, " disk ", NOW))
    assert begun == book.rules.get("web")
    assert begun == ServiceRule(
        "web",
        restarts=1,
        maintenance_since=to_text(NOW),
        maintenance_until=to_text(NOW + HOUR),
        note="disk",
        updated_at=to_text(NOW),
    )
    assert [begun.maintained(now) for now in (NOW - TICK, NOW, NOW + HOUR - TICK, NOW + HOUR)] == [0, 1, 1, 0]
    endless = write(lambda: book.rules.maintain("db", NOW, None, "", NOW))
    assert (endless.maintenance_until, endless.maintained(NOW + 9999 * HOUR)) == (None, True)


@pytest.mark.parametrize(("until", "refused"), [(NOW - HOUR, True), (NOW, True), (NOW + TICK, False)])
def test_maintenance_ends_after_it_starts(book, write, until, refused):
    if refused:
        with pytest.raises(UsageError, match="must end after it starts"):
            write(lambda: book.rules.maintain("web", NOW, until, "", NOW))
        assert book.rules.all() == []
    else:
        assert write(lambda: book.rules.maintain("web", NOW, until, "", NOW)).maintenance_until == to_text(until)


def test_of_a_service_that_only_was_in_maintenance_nothing_is_left(book, write):
    begun = write(lambda: book.rules.maintain("web", NOW, None, "disk", NOW))
    assert write(lambda: book.rules.end_maintenance("Web", NOW)) == begun
    assert book.rules.all() == []
    assert write(lambda: book.rules.end_maintenance("web", NOW)) is None


def test_the_limits_stay_when_maintenance_ends(book, write):
    write(lambda: book.rules.put(ServiceRule("web", restarts=1), NOW))
    assert write(lambda: book.rules.end_maintenance("web", NOW)) is None
    write(lambda: book.rules.maintain("web", NOW, NOW + HOUR, "disk", NOW))
    write(lambda: book.rules.end_maintenance("web", NOW + TICK))
    assert book.rules.get("web") == ServiceRule("web", restarts=1, updated_at=to_text(NOW + TICK))


def test_only_the_windows_that_go_on_end_early(book, write, plan, told):
    plan(-2, 1), plan(0, 2), plan(1, 3), plan(-3, 0.5)
    rule = book.rules.get("web")
    told()
    assert write(lambda: book.rules.end_maintenance("web", NOW + 0.5 * HOUR)) == rule
    assert told() == TOLD
    assert book.rules.windows() == [window(4, -3, 0.5), window(3, 1, 3)]
    told()
    assert write(lambda: book.rules.end_maintenance("web", NOW + 0.5 * HOUR)) is None
    assert told() == []


# --- planned -------------------------------------------------------------------------------------------------------


def test_a_window_is_planned_for_its_service(book, plan, told):
    assert plan(1, 2, " Web ", " disk ") == window(1, 1, 2, note="disk")
    assert told() == TOLD
    plan(0, 1, "db")
    assert book.rules.windows() == [window(2, 0, 1, "db"), window(1, 1, 2, note="disk")]
    assert book.rules.windows("WEB") == [window(1, 1, 2, note="disk")]
    assert book.rules.windows("mail") == []


@pytest.mark.parametrize(
    ("start", "end", "refused"),
    [
        (1, 1, "must end after it starts"),
        (2, 1, "must end after it starts"),
        (-2, -1, "would be over already"),
        (-2, 0, "would be over already"),
        (-2, 0.001, ""),
    ],
)
def test_a_window_ends_after_it_starts_and_after_now(book, plan, start, end, refused):
    if refused:
        with pytest.raises(UsageError, match=refused):
            plan(start, end)
    else:
        plan(start, end)
    assert len(book.rules.windows()) == (0 if refused else 1)


@pytest.mark.parametrize(("planned", "refused"), [(MOST_WINDOWS - 1, False), (MOST_WINDOWS, True)])
def test_a_hundred_windows_of_a_service_may_be_to_come(book, write, plan, planned, refused):
    ended = window(1, -2, 0)
    windows = (ended, *[window(number + 2, 1, 2) for number in range(planned)])
    write(lambda: book.rules.restore_windows("web", windows))
    assert MOST_WINDOWS == 100
    if refused:
        with pytest.raises(UsageError, match="web has 100 planned windows already"):
            plan(1, 2)
    else:
        plan(1, 2)
    plan(1, 2, "db")


def test_windows_that_ended_are_kept_for_ninety_days(book, write, plan):
    end = NOW - timedelta(days=90)
    old, kept = (
        MaintenanceWindow(number, "web", to_text(end - HOUR), to_text(at), "", to_text(NOW))
        for number, at in ((1, end - TICK), (2, end))
    )
    write(lambda: book.rules.restore_windows("web", (old, kept)))
    plan(1, 2, "db")
    assert book.rules.windows("web") == [kept]


def test_a_window_is_cancelled_by_its_number(book, write, plan, told):
    plan(1, 2), plan(3, 4)
    told()
    assert write(lambda: book.rules.cancel(1)) == window(1, 1, 2)
    assert told() == TOLD
    assert book.rules.windows() == [window(2, 3, 4)]
    assert write(lambda: book.rules.cancel(1)) is None
    assert told() == []


def test_the_windows_of_a_service_are_put_back_and_no_others(book, write, plan, told):
    plan(1, 2), plan(3, 4), plan(5, 6, "db")
    told()
    write(lambda: book.rules.restore_windows(" Web", (window(9, 7, 8),)))
    assert told() == TOLD
    assert book.rules.windows() == [window(3, 5, 6, "db"), window(9, 7, 8)]

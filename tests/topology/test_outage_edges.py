"""What outages say of dependencies: how often together, which first, and what is nobody's doing."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from claudeops_desktop.topology.outage_edges import ServiceOutage, propose_from_outages

SINCE = datetime(2026, 1, 1, tzinfo=UTC)
UNTIL = SINCE + timedelta(days=90)
DAYS = (3, 11, 27, 48, 70)


def outages(service, days=DAYS, seconds=0.0):
    return [ServiceOutage(service, SINCE + timedelta(days=day, seconds=seconds)) for day in days]


def edges(found):
    return [pair.edge for pair in propose_from_outages(found, SINCE, UNTIL)]


def test_what_falls_after_another_each_time_depends_on_it():
    (pair,) = propose_from_outages([*outages("postgres"), *outages("jellyfin", seconds=25)], SINCE, UNTIL)
    assert pair.edge == ("jellyfin", "postgres")
    assert (pair.together, pair.outages, pair.delay_s) == (5, 5, 25)
    assert pair.evidence.startswith("In 5 of 5 outages of postgres, jellyfin failed too, 25 s later;")


def test_twice_is_not_enough():
    assert edges([*outages("postgres", DAYS[:2]), *outages("jellyfin", DAYS[:2], 25)]) == []


def test_outages_at_other_times_say_nothing():
    assert edges([*outages("postgres"), *outages("jellyfin", (4, 12, 28, 49, 71))]) == []


def test_two_that_fall_together_in_no_order_are_not_proposed():
    mixed = [ServiceOutage("b", SINCE + timedelta(days=day, seconds=(-1) ** n * 20)) for n, day in enumerate(DAYS)]
    assert edges([*outages("a", DAYS), *mixed]) == []


def test_what_also_falls_by_itself_is_the_dependent():
    alone = outages("b", (5, 33, 60, 81))
    mixed = [ServiceOutage("b", SINCE + timedelta(days=day, seconds=(-1) ** n * 20)) for n, day in enumerate(DAYS)]
    assert edges([*outages("a"), *mixed, *alone]) == [("b", "a")]


def test_a_failure_of_the_whole_machine_says_nothing_of_a_pair():
    names = [f"s{number}" for number in range(12)]
    everything = [one for number, name in enumerate(names) for one in outages(name, seconds=number)]
    assert edges(everything) == []


def test_a_service_that_is_always_down_follows_nothing():
    busy = [ServiceOutage("flaky", SINCE + timedelta(minutes=20 * n)) for n in range(90 * 72)]
    assert edges([*outages("postgres"), *busy]) == []


def test_what_follows_from_a_chain_is_left_out():
    found = [*outages("disk"), *outages("postgres", seconds=20), *outages("jellyfin", seconds=40)]
    assert edges(found) == [("jellyfin", "postgres"), ("postgres", "disk")]


def test_independent_outages_at_random_propose_nothing():
    chance = random.Random(7)
    found = [
        ServiceOutage(f"s{number}", SINCE + timedelta(seconds=chance.uniform(0, 90 * 86_400)))
        for number in range(30)
        for _ in range(12)
    ]
    assert edges(found) == []

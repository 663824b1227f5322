"""Trends: the stretches of a range, incidents and costs put into them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from claudeops_desktop.core.csv_text import csv_text, safe_cell
from claudeops_desktop.core.text_format import format_uptime
from claudeops_desktop.monitoring.trends import RANGES, day_edges, range_edges, share_costs

NOW = datetime(2026, 11, 23, 14, 30, tzinfo=UTC)


@pytest.mark.parametrize(("chosen", "parts"), [("24h", 24), ("7d", 28), ("30d", 30), ("1y", 53)])
def test_a_range_has_as_many_stretches_as_one_can_read_and_ends_after_now(chosen, parts):
    edges = range_edges(chosen, NOW)
    assert len(edges) - 1 == parts
    assert edges[-2] <= NOW < edges[-1]
    assert all(one < two for one, two in pairwise(edges))
    assert chosen in RANGES


@pytest.mark.parametrize("days", [1, 2, 3, 14, 15, 92, 93, 365, 3650])
def test_days_that_are_asked_for_are_all_there(days):
    edges = day_edges(days, NOW)
    first = edges[0].astimezone().date()
    asked = (NOW.astimezone() - timedelta(days=days - 1)).date()
    assert first == asked if days <= 92 else asked - timedelta(days=7) < first <= asked
    assert edges[-2] <= NOW < edges[-1] or days <= 14


def test_costs_by_agent_the_dearest_first():
    edges = [NOW + timedelta(days=n) for n in range(4)]
    costs = [
        ("claude", edges[0], 0.25),
        ("claude", edges[2], 1.0),
        ("other", edges[1], 2.0),
        ("old", NOW - timedelta(1), 9),
    ]
    assert [(one.agent, one.usd, one.by_stretch, one.sessions) for one in share_costs(edges, costs)] == [
        ("other", 2.0, (0.0, 2.0, 0.0), 1),
        ("claude", 1.25, (0.25, 0.0, 1.0), 2),
    ]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-x", "'-x"),
        ("@a", "'@a"),
        ("\t=1", "'\t=1"),
        ("web", "web"),
        (-1.5, -1.5),
        (None, ""),
    ],
)
def test_what_a_spreadsheet_would_calculate_is_text(value, written):
    assert safe_cell(value) == written


def test_csv_quotes_what_needs_it():
    assert csv_text(("a", "b"), [('x,"y"', 1)]) == 'a,b\r\n"x,""y""",1\r\n'


@pytest.mark.parametrize(
    ("share", "said"), [(None, ""), (1.0, "100 %"), (0.999999, "99.99 %"), (0.9995, "99.95 %"), (0.0, "0.00 %")]
)
def test_uptime_is_100_only_where_nothing_failed(share, said):
    assert format_uptime(share) == said

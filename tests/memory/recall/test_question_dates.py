"""Days that a question speaks of (E9)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.language.dates.question_dates import find_time_span

NOW = datetime(2026, 5, 20, 15, 30, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("what broke on 3 June 2025?", "2025-06-03", "2025-06-04"),
        ("what broke on the 3rd of June, 2025?", "2025-06-03", "2025-06-04"),
        ("what broke on June 3, 2025", "2025-06-03", "2025-06-04"),
        ("what broke on Jun. 3rd", "2025-06-03", "2025-06-04"),  # the last one that was
        ("what broke on May 3", "2026-05-03", "2026-05-04"),
        ("what was done on 2026-02-28", "2026-02-28", "2026-03-01"),
        ("which disk failed in March 2026", "2026-03-01", "2026-04-01"),
        ("which disk failed in December", "2025-12-01", "2026-01-01"),
        ("what changed in May", "2026-05-01", "2026-06-01"),
        ("what did we learn in 2025", "2025-01-01", "2026-01-01"),
        ("what happened on 31 February 2025", "2025-02-01", "2025-03-01"),  # no such day
        ("what happened yesterday", "2026-05-19", "2026-05-20"),
        ("what happened today", "2026-05-20", "2026-05-21"),
        ("what failed last night", "2026-05-19T12", "2026-05-20T12"),
        ("what was updated last week", "2026-05-11", "2026-05-18"),
        ("what was updated last month", "2026-04-01", "2026-05-01"),
        ("what did we decide last year", "2025-01-01", "2026-01-01"),
        ("what broke two weeks ago", "2026-05-03", "2026-05-10"),
        ("what broke 3 days ago", "2026-05-17", "2026-05-18"),
        ("what broke last Monday", "2026-05-18", "2026-05-19"),
        ("what broke last Wednesday", "2026-05-13", "2026-05-14"),
        ("what changed since Monday", "2026-05-18", "2026-05-20T15:30"),
        ("what changed since 3 May", "2026-05-03", "2026-05-20T15:30"),
    ],
)
def test_a_stretch_of_time(question, start, end):
    found = find_time_span(question, NOW)
    assert found is not None
    moments = [datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (start, end)]
    assert [found.start, found.end] == moments


@pytest.mark.parametrize(
    "question",
    [
        "how long does jellyfin take to start",
        "may I restart caddy",  # a word, not a month
        "what marches on port 8080",
        "what must run before 3 June",  # not then
        "what is planned for 3 June 2027",  # still to come
        "who is on call on Monday",  # of every week
        "is version 2025 still in use",
        "",
    ],
)
def test_no_stretch_of_time(question):
    assert find_time_span(question, NOW) is None


def test_its_words_are_known():
    assert find_time_span("who called on June 3rd, 2025?", NOW).words == {"june", "3rd", "2025"}


@given(st.text(max_size=200), st.integers(2_000, 3_000_000))
def test_whatever_is_asked_a_stretch_lies_in_the_past_and_has_a_length(text, hours):
    now = datetime(1990, 1, 1, tzinfo=UTC) + timedelta(hours=hours % 1_000_000)
    for question in (text, f"in May {text}", f"{text} 99999 days ago", "31 Feb 1900", f"on 29 february {text}"):
        found = find_time_span(question, now)
        assert found is None or found.start < found.end
        assert found is None or found.start <= now


def test_what_was_said_then_comes_first(asking):
    old = asking.put("The backup of the shop failed for want of space", "shop", days=40, conversation="a")
    asking.put("The backup of the shop failed for want of space again", "shop", days=90, conversation="b")
    then = asking.clock().date().toordinal() - 40
    day = datetime.fromordinal(then)
    found = asking.ask(f"why did the backup of the shop fail on {day.day} {day:%B %Y}")
    assert found.items[0].memory.id == old
    assert next(s.detail for s in found.stages if s.name == "graph").endswith(f"{day.day} {day:%B %Y}.")


def test_a_day_alone_is_a_question(asking):
    then = asking.put("The tunnel was rebuilt with other keys", days=1, conversation="a")
    asking.put("The tunnel is rebuilt once a year", days=60, conversation="b")
    found = asking.ask("what happened yesterday?")
    assert [item.memory.id for item in found.items] == [then]

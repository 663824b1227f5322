"""Which words name a day to come, and which day (E13). Said on Wednesday 4 March 2026, 12:00, unless it says otherwise.

The labels were written before the grammar was tried on them.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.language.dates import calendar_dates as forward_dates

BERLIN = ZoneInfo("Europe/Berlin")
SAID = datetime(2026, 3, 4, 12, 0, tzinfo=BERLIN)

DAYS_TO_COME = [
    ("Renew the certificate on Friday.", "2026-03-06"),
    ("Friday we migrate the database, please be ready.", "2026-03-06"),
    ("The maintenance window is on Saturday at 02:00.", "2026-03-07"),
    ("Don't touch postgres until Monday.", "2026-03-09"),
    ("Please finish this by Thursday.", "2026-03-05"),
    ("Leave jellyfin alone before Friday's release.", "2026-03-06"),
    ("We switch providers next Tuesday.", "2026-03-10"),
    ("Check it again this Friday.", "2026-03-06"),
    ("Please look at the disk on Wednesday.", "2026-03-11"),
    ("The lease ends this coming Sunday.", "2026-03-08"),
    ("Remind me on Monday to rotate the keys.", "2026-03-09"),
    ("The new switch arrives Friday.", "2026-03-06"),
    ("Check the backups tomorrow.", "2026-03-05"),
    ("Tomorrow at 02:00 the provider restarts the router.", "2026-03-05"),
    ("The day after tomorrow the trial ends.", "2026-03-06"),
    ("I'll look at it the day after tomorrow.", "2026-03-06"),
    ("Have a look at it again tonight.", "2026-03-04"),
    ("The disk will be swapped this evening.", "2026-03-04"),
    ("Renew the certificate in 6 months.", "2026-09-04"),
    ("In two weeks the license expires.", "2026-03-18"),
    ("Please check again in 3 days.", "2026-03-07"),
    ("Remind me in a week.", "2026-03-11"),
    ("The domain must be renewed in a year.", "2027-03-04"),
    ("It should be replaced in about 10 days.", "2026-03-14"),
    ("Let's revisit this two months from now.", "2026-05-04"),
    ("Try it again in a couple of days.", "2026-03-06"),
    ("In half a year we move to the new cluster.", "2026-09-04"),
    ("We plan the upgrade for next week.", "2026-03-09"),
    ("Next month the contract ends.", "2026-04-01"),
    ("We will replace the disks next year.", "2027-01-01"),
    ("Do the upgrade at the weekend.", "2026-03-07"),
    ("This weekend nobody is on call.", "2026-03-07"),
    ("Let's do it next weekend.", "2026-03-14"),
    ("Prune the images at the end of the month.", "2026-03-31"),
    ("The quota is raised at the end of next month.", "2026-04-30"),
    ("Finish it by the end of the week.", "2026-03-06"),
    ("The support ends at the end of the year.", "2026-12-31"),
    ("The new tariff begins at the beginning of next month.", "2026-04-01"),
    ("Rotate the keys on the 1st.", "2026-04-01"),
    ("Payment is due by the 15th.", "2026-03-15"),
    ("Hold off until the 20th, then restart it.", "2026-03-20"),
    ("On the 3rd of next month the lease ends.", "2026-04-03"),
    ("The certificate of mail.example.org expires on 2026-12-24.", "2026-12-24"),
    ("notAfter=2026-06-01T12:00:00Z", None),  # a file's own words: = stands before it
    ("Valid until 2026-06-01T12:00:00Z.", "2026-06-01"),
    ("The audit takes place 24.12.2026.", "2026-12-24"),
    ("The token runs out on 12/24/2026.", "2026-12-24"),
    ("Please renew it before 24 December 2026.", "2026-12-24"),
    ("The freeze begins December 20th.", "2026-12-20"),
    ("Deadline: Jan 15, 2027", "2027-01-15"),
    ("It expires on 5 May.", "2026-05-05"),
    ("On May 5th the provider moves us.", "2026-05-05"),
    ("We migrate in October.", "2026-10-01"),
    ("The support ends in January 2027.", "2027-01-01"),
    ("It must be gone by the end of June.", "2026-06-30"),
    ("It must be gone by end of June 2026.", "2026-06-30"),
    ("The release is Thursday at noon.", "2026-03-05"),
    ("Sunday 02:00 UTC: planned maintenance of the provider.", "2026-03-08"),
    ("By the 2nd of may, 2026 it must be replaced.", "2026-05-02"),
    ("Check the array every Sunday.", "2026-03-08"),
    ("Please run VACUUM on Sundays.", "2026-03-08"),
    ("The logs need to be rotated on the 1st of every month.", "2026-04-01"),
    ("Please report the usage every month on the 15th.", "2026-03-15"),
]

NO_DAYS = [
    "It may take a second.",
    "You may restart it if it may help, or not.",
    "Takes 60s to start after restart.",
    "Wait 10 seconds, then try a second time.",
    "Upgraded from 2.5.1 to 10.11.12.",
    "The host is 192.168.12.20 and the port 8096.",
    "The backup runs at 02:00 and ends at 04:30.",
    "It answers in 2 hours or so.",
    "Try again in 30 minutes.",
    "It failed on Friday.",
    "On Monday the tunnel was down.",
    "It crashed last Friday.",
    "It has been slow since Tuesday.",
    "Friday's backup failed.",
    "On Black Friday the load is high.",
    "The disk filled up in 3 days.",
    "It restarted 5 times in 2 weeks.",
    "Only once in 6 months this happened.",
    "Logs of the last 6 months are kept.",
    "Certificates are renewed within 30 days.",
    "The backup runs every Sunday at 02:00.",
    "The job starts on the 1st of every month.",
    "It runs Monday to Friday.",
    "Office hours are Monday through Friday.",
    "backup-2026-12-24.tar.gz is 4 GB large.",
    "See /var/log/app/2026-12-24/error.log for it.",
    "2026-12-24T10:00:00Z ERROR connection refused",
    "Dec 24 10:00:01 host sshd[12]: Accepted publickey",
    "Run `date -d 2026-12-24` to see.",
    "It failed on March 3.",
    "The outage of March 1st was long.",
    "The release of 2025-12-24 was bad.",
    "On the 2nd node it is slower.",
    "By the 3rd attempt it works.",
    "This is the first of two disks.",
    "Set may_fail to true.",
    "The sun sat on the server room in march.",
    "A second restart helped, the third did not.",
    "Version 2026.12 is out.",
    "Retention is 30 days.",
    "It keeps 7 daily and 4 weekly snapshots.",
    "Error 2026 in line 12.",
    "Check 12/11/2026.",
    "The march of progress.",
    "decode 5 packets, dec 5 counters",
    "It was fixed today.",
    "In 1 of 3 cases it fails.",
    "It is 5 years old.",
    "Sunday backups are large.",
    "In a day or two it is full.",
    "Today is Wednesday.",
    "The cron job of the 5th floor is slow.",
    "The nextcloud week view is slow.",
    "~ Renew it on Friday (confidence: 0.8; age: 12d; operations)",
    "- [maintenance] Renew it on Friday (confidence: 0.8)",
    "- said on 2026-03-01: “renew the certificate on Friday”",
    "https://status.example.org/2026-12-24",
]


@pytest.mark.parametrize(("text", "day"), [case for case in DAYS_TO_COME if case[1]])
def test_scan_incoming_messages_for_temporal_signals(text: str, day: str):
    assert [found.day.isoformat() for found in forward_dates.find(text, SAID)] == [day]


@pytest.mark.parametrize("text", [*NO_DAYS, *(text for text, day in DAYS_TO_COME if not day)])
def test_what_only_looks_like_a_date_makes_no_trigger(text: str):
    assert forward_dates.find(text, SAID) == []


def test_there_are_enough_labelled_examples():
    assert len(DAYS_TO_COME) + len(NO_DAYS) >= 80


def test_a_day_counts_from_the_message_in_the_operators_time_zone():
    late = datetime(2026, 3, 4, 23, 30, tzinfo=timezone(timedelta(hours=-8)))  # Thursday in Berlin
    (west,) = forward_dates.find("Check it tomorrow.", late)
    (east,) = forward_dates.find("Check it tomorrow.", late.astimezone(BERLIN))
    assert (west.day, east.day) == (date(2026, 3, 5), date(2026, 3, 6))


@pytest.mark.parametrize(
    ("zone", "before"),
    [
        ("Europe/Berlin", (2026, 3, 28)),
        ("Europe/Berlin", (2026, 10, 24)),
        ("America/New_York", (2026, 3, 7)),
        ("America/Santiago", (2026, 9, 5)),  # its clocks change at midnight: that day begins at 01:00
        ("Australia/Lord_Howe", (2026, 4, 4)),
    ],
)
@pytest.mark.parametrize("clock", [(0, 15), (23, 45)])
def test_the_day_on_which_the_clocks_change_is_one_day(zone, before, clock):
    at = datetime(*before, *clock, tzinfo=ZoneInfo(zone))
    told = [forward_dates.find(text, at)[0].day for text in ("Check it tomorrow.", "Renew it in 2 days.")]
    assert told == [at.date() + timedelta(days=1), at.date() + timedelta(days=2)]


def test_what_an_agent_tells_in_passing_makes_no_trigger():
    assert forward_dates.find("Backups on Friday look fine.", SAID, agent=True) == []
    (found,) = forward_dates.find("The certificate expires on Friday.", SAID, agent=True)
    assert found.day == date(2026, 3, 6)


def test_two_days_in_one_sentence_are_two():
    found = forward_dates.find("Please check it on Friday and again in 6 months.", SAID)
    assert [one.day.isoformat() for one in found] == ["2026-03-06", "2026-09-04"]


def test_the_end_of_a_range_is_the_one_after_its_beginning():
    found = forward_dates.find("The freeze lasts from Dec 20 to Jan 3.", SAID)
    assert [one.day.isoformat() for one in found] == ["2026-12-20", "2027-01-03"]


def test_only_the_sentence_is_kept():
    (found,) = forward_dates.find("Jellyfin is fine. Please renew its certificate on Friday. Thanks!", SAID)
    assert found.sentence == "Please renew its certificate on Friday."
    assert found.words == "on Friday"


@pytest.mark.parametrize(
    ("words", "after", "day"),
    [
        ("every Sunday", "2026-03-08", "2026-03-15"),
        ("on Sundays", "2026-03-09", "2026-03-15"),
        ("the 1st of every month", "2026-04-01", "2026-05-01"),
        ("every month on the 31st", "2026-03-31", "2026-05-31"),
    ],
)
def test_what_was_said_for_every_week_or_month_goes_on(words: str, after: str, day: str):
    found = forward_dates.following(words, date.fromisoformat(after))
    assert found == date.fromisoformat(day)


@pytest.mark.parametrize("words", ["on Friday", "in 6 months", "2026-12-24", "tomorrow", ""])
def test_what_was_said_once_does_not_come_again(words: str):
    assert forward_dates.following(words, date(2026, 3, 8)) is None


@given(st.text(max_size=300))
def test_any_text_is_read_without_a_fault(text: str):
    for found in forward_dates.find(text, SAID):
        assert found.day >= SAID.date()


@given(st.dates(date(2026, 3, 5), date(2030, 12, 31)))
def test_every_iso_date_to_come_is_found(day: date):
    (found,) = forward_dates.find(f"The certificate expires on {day.isoformat()}.", SAID)
    assert found.day == day

"""L7: messages of one kind have one key, and what tells kinds apart stays in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.language.signatures.masks import LONGEST, mask_message, message_key

SAME = (
    ("connect to 10.0.0.7:5432 failed after 30 s", "connect to db.example.net:5432 failed after 8 s"),
    ("GET https://cloud.example.net/a?x=1 took 12ms", "GET http://10.1.1.1/b took 900ms"),
    ("pod web-7d4b9c6f5-x2x7k restarted", "pod web-5b8f7c9d4-q9z4m restarted"),
    (
        "Failed password for git from 203.0.113.9 port 4022 ssh2",
        "Failed password for uucp from 198.51.100.2 port 22 ssh2",
    ),
    ("at Thu Jul 27 10:59:53 2006", "at Sun Aug 2 01:00:00 2009"),
    ("2026-11-23T14:31:40.863Z lease lost", "2025-01-02 03:04:05 lease lost"),
    ("cannot read /var/lib/pg/base/16384: I/O error", "cannot read /srv/data/x: I/O error"),
    ("job 0f8fad5b-d9cb-469f-a165-70867728950e ended", "job 7c9e6679-7425-40de-944b-e07fc1f90ae7 ended"),
    ("rejected: uid=1000 rhost=nas.lan", "rejected: uid=0 rhost=192.0.2.4"),
    ("sent 1234 bytes (1.2 KB)", "sent 8 bytes"),
    ("primes: 2, 3, 5", "primes: 2, 3, 5, 7, 11"),
)
APART = (
    ("upstream answered HTTP 502", "upstream answered HTTP 404"),
    ("process ended with exit code 1", "process ended with exit code 137"),
    ("mount of /dev/sda1 failed: sda1 is busy", "mount of /dev/sdb1 failed: sdb1 is busy"),
    ("no route over ipv6", "no route over ipv4"),
    ("waited 30 s", "waited 30 GB"),
    ("login failed user=root", "login failed user=web"),
    ("org.apache.hadoop.Mapper failed", "org.apache.hadoop.Reducer failed"),
    ("eth0 link down", "eth1 link down"),
)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_varies_leaves_the_key_as_it_is(one: str, other: str) -> None:
    assert mask_message(one) == mask_message(other)
    assert message_key(one) == message_key(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_what_has_a_meaning_makes_another_key(one: str, other: str) -> None:
    assert message_key(one) != message_key(other)


@given(st.text(max_size=300))
def test_any_text_is_masked_to_one_line(text: str) -> None:
    masked = mask_message(text)
    assert "\n" not in masked
    assert masked == masked.strip()
    assert len(message_key(text)) == 16


@given(st.text(alphabet="ab 0123456789./:=-<>*()", max_size=60))
def test_blanks_and_case_do_not_count(text: str) -> None:
    assert message_key(f"  {text}\t") == message_key(text) == message_key(text.upper().lower())


def test_a_long_message_is_looked_at_in_part() -> None:
    assert message_key("x " * LONGEST) == message_key("x " * LONGEST + "and more")

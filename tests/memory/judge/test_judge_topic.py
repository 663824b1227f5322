"""What a sentence speaks of, beside what it claims (PRODUCT E7): another subject, case or scene changes no value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.language.claims.event_wording import resulting_state
from claudeops_desktop.language.compare.judge import judge
from claudeops_desktop.language.subjects.topic import topic
from claudeops_desktop.language.words.tokens import tokens


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Node pg-01 needs 4 GB", "Node pg-02 needs 8 GB"),
        ("Node pg-01 needs 4 GB", "Node pg-02 needs 4 GB"),
        ("The primary is pg-01", "The replica is pg-02"),
        ("Disk sda1 is slow", "Disk sdb1 is fast"),
        ("Shard 2 holds 40 million rows", "Shard 5 holds 12 million rows"),
        ("/var/log fills up first", "/var/spool fills up last"),
        ("On Sundays the load is high", "On Tuesdays the load is low"),
        ("The hot tier keeps 7 days", "The cold tier keeps 365 days"),
        ("Takes 5 s to sync when the cache is warm", "Takes 90 s to sync when the cache is cold"),
        ("Takes 10s to start after restart", "Needs postgres to be up"),
        ("Version 3.2.1 is installed", "Looked through 83 lines and found nothing new"),
        ("A man is cutting a potato", "A man is cutting a tomato"),
        ("A woman is slicing bread", "There is no woman peeling carrots"),
    ],
)
def test_what_is_said_of_another_thing_or_case_contradicts_nothing(old: str, new: str) -> None:
    assert (str(judge(old, new).verdict), str(judge(new, old).verdict)) == ("different", "different")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Node pg-01 needs 4 GB", "Node pg-01 needs 8 GB"),
        ("The primary is pg-01", "The primary is pg-02"),
        ("sda1 is the boot disk", "sdb1 is the boot disk"),
        ("Disk sda1 is slow", "Disk sda1 is fast"),
        ("Runs version 3.8.1", "Was upgraded to 3.9.0"),
        ("Runs on host db1", "Has moved from db1 to db2"),
        ("Was downgraded to 3.8.4", "Version 3.9.0 is installed"),
        ("The timeout is 30 s", "The timeout was lowered from 30 s to 10 s"),
        ("Dana is responsible for it", "Robin took it over from Dana"),
        ("Certificate is valid until 2026-12-01", "Certificate was renewed until 2027-03-01"),
        ("Uses up to 57 GB of memory", "Uses up to 58 GB of memory"),
        ("A woman is slicing bread", "There is no woman slicing bread"),
    ],
)
def test_another_value_of_the_same_thing_is_a_contradiction(old: str, new: str) -> None:
    assert str(judge(old, new).verdict) == "contradiction"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Runs version 3.9.0", "Was upgraded from 3.8.1 to 3.9.0"),
        ("Has moved from db1 to db2", "Runs on host db2"),
        ("sda1 is the boot disk", "The boot disk is sda1"),
        ("Leader election settles in about 10 s after the leader is lost",
         "Leader election settles 9–11 s after the leader is lost"),
        ("It needs up to 5 GB of RAM", "Uses up to 5 GB of memory"),
    ],
)  # fmt: skip
def test_a_state_and_the_event_that_left_it_are_the_same(old: str, new: str) -> None:
    assert str(judge(old, new).verdict) == "same"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Takes a while to start", "Takes 60s to start"),
        ("Replication lags behind site b2", "Replication lags behind the archive site"),
        ("Starts without the VPN", "Needs the VPN to start"),
        ("Backups are kept on the local disk", "Backups are kept on remote disks"),
        ("Traffic goes up the tunnel", "Traffic goes down the tunnel"),
        ("Keeps its data in zone a", "Keeps its data in zone c"),
    ],
)
def test_what_would_lose_a_value_or_a_name_is_never_merged(old: str, new: str) -> None:
    assert str(judge(old, new).verdict) != "same"
    assert str(judge(new, old).verdict) != "same"


@pytest.mark.parametrize(
    ("text", "subject", "case"),
    [
        ("Node pg-01 needs 4 GB", "node pg-01", ""),
        ("Takes 5 s to sync when the cache is warm", "", "when the cache is warm"),
        ("Backups are encrypted", "backups", ""),
        ("Restart the daemon if it hangs", "", "if it hangs"),
        ("On db1 replication lags", "on db1 replication", ""),
        ("If the primary fails, promote the replica", "if the primary fails", ""),
        ("Worker w-03 drops jobs", "worker w-03", ""),
        ("Needs Redis", "", ""),
    ],
)
def test_the_subject_ends_where_the_claim_begins(text: str, subject: str, case: str) -> None:
    found = tokens(text)
    read = topic(found, [token.text for token in found])
    assert " ".join(token.text for token in found[: read.last]) == subject
    assert " ".join(token.text for token in found[slice(*read.case)]) == case


@pytest.mark.parametrize(
    ("event", "state"),
    [
        ("Was upgraded to 3.9.0", "Runs version 3.9.0"),
        ("Was migrated from InfluxDB to VictoriaMetrics", "Uses VictoriaMetrics"),
        ("Backups were moved to 04:00", "Backups are at 04:00"),
        ("The memory limit was raised to 6 GB", "The memory limit is 6 GB"),
        ("Must be upgraded to 3.9.0", "Must be upgraded to 3.9.0"),
        ("Logs are moved to the archive weekly", "Logs are moved to the archive weekly"),
        ("Was never upgraded to 3.9.0", "Was never upgraded to 3.9.0"),
    ],
)
def test_an_event_is_put_as_the_state_it_left(event: str, state: str) -> None:
    assert resulting_state(event) == state


@given(st.text(max_size=300))
def test_any_text_has_a_state_and_a_topic(text: str) -> None:
    found = tokens(resulting_state(text))
    read = topic(found, [token.text for token in found])
    assert 0 <= read.last <= len(found)
    assert 0 <= read.case[0] <= read.case[1] <= len(found)

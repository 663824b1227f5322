"""The judge: same, contradiction or different, and why (PRODUCT E7, M9 to M11; SPEC-0015, Memory Contradiction)."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.pairs import measure, read_ops
from claudeops_desktop.language.compare.judge import judge, judge_all
from claudeops_desktop.language.types import PairJudgement, Verdict

DEV = Path(__file__).parents[3] / "benchmarks" / "ops_pairs_dev.jsonl"


def verdict(old: str, new: str) -> str:
    return str(judge(old, new).verdict)


# The scenarios of SPEC-0015.


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Takes 60s to start after restart", "Takes about 60 seconds to start after a restart"),
        (
            "Takes 60s to start after restart -- wait before checking health",
            "Takes about 60 seconds to start after a restart, wait before checking health",
        ),
        ("Sometimes crashes on first start", "Sometimes crashes on the first start"),
        ("Query log fills the disk when retention is set to 90 days", "Query log fills the disk if retention is 90d"),
    ],
)
def test_a_repeat_in_nearly_the_same_words_is_same(old: str, new: str) -> None:
    assert verdict(old, new) == "same"


def test_must_be_started_after_wireguard_is_contradicted_by_independently_of_wireguard() -> None:
    assert verdict("Must be started after WireGuard", "Can be started independently of WireGuard") == "contradiction"


def test_two_facts_about_one_service_are_different() -> None:
    old = "Returns HTTP 302 redirect when healthy, not 200"
    assert verdict(old, "Query log fills the disk when retention is set to 90 days") == "different"


def test_two_long_facts_that_differ_in_one_number_are_not_same() -> None:
    assert verdict("fact number 3 " + "x" * 360, "fact number 4 " + "x" * 360) != "same"


# One fact for each phenomenon, in both directions.

CONTRADICTIONS = {
    "duration": ("Takes 60s to start", "Takes 10s to start"),
    "unit": ("Failover takes 12 s", "Failover takes 12 min"),
    "code": ("Returns HTTP 302 when healthy", "Returns HTTP 200 when healthy"),
    "denied code": ("Returns HTTP 302 redirect when healthy, not 200", "Returns HTTP 200 when healthy"),
    "port": ("Connects to the database on port 3306", "Connects to the database on port 3307"),
    "version": ("Requires MariaDB 10.5 or newer", "Requires MariaDB 11.4 or newer"),
    "bound": ("Requires firmware 20230507 or newer", "Requires firmware older than 20230507"),
    "time of day": ("The daily run starts at 02:00", "The daily run starts at 04:00"),
    "frequency": ("Health checks run every 10 s", "Health checks run every 100 s"),
    "weekday": ("Patches are installed on Tuesdays", "Patches are installed on Saturdays"),
    "setting": ("Needs vm.max_map_count=262144 on the host", "Needs vm.max_map_count=1048576 on the host"),
    "address": ("Forwards to 10.0.0.1 for lookups", "Forwards to 10.0.0.9 for lookups"),
    "enabled": ("Dashboard is enabled on :8080", "Dashboard is disabled on :8080"),
    "on and off": ("Access log is turned on", "Access log is turned off"),
    "increase": ("Increase shared_buffers to cure stalls", "Decrease shared_buffers to cure stalls"),
    "always": ("Webhooks are always retried on failure", "Webhooks are never retried on failure"),
    "accepts": ("Accepts sign-ups from anyone", "Rejects sign-ups from anyone"),
    "automatic": ("Old artifacts are removed automatically", "Old artifacts have to be removed by hand"),
    "needed": ("Needs the NFS share at startup", "Doesn't need the NFS share at startup"),
    "works without": ("Needs Redis", "Works without Redis"),
    "no effect": ("A restart fixes the stuck scan", "A restart has no effect on the stuck scan"),
    "denied": ("A restart fixes the stuck scan", "A restart does not fix the stuck scan"),
    "order": ("Must be started before PgBouncer", "Must be started after PgBouncer"),
    "first and then": ("Stop winbind first, then clear the cache", "Clear the cache first, then stop winbind"),
    "prefix": ("Backups are encrypted", "Backups are unencrypted"),
    "any order": ("Must be started after Postgres", "Can be started in any order, it doesn't need Postgres"),
}


@pytest.mark.parametrize("phenomenon", CONTRADICTIONS)
def test_a_change_is_a_contradiction(phenomenon: str) -> None:
    old, new = CONTRADICTIONS[phenomenon]
    assert (verdict(old, new), verdict(new, old)) == ("contradiction", "contradiction")


SAME = {
    "unit": ("Snapshots are written every 15 min", "Writes snapshots every 15 minutes"),
    "range": ("Leader election settles in about 10 s", "Leader election settles in 9–11 s"),
    "frequency": ("The library is scanned hourly", "The library gets scanned once an hour"),
    "period": ("Passwords are changed every six months", "Passwords get changed twice a year"),
    "time of day": ("Guest backups begin at 22:30", "Guest backups start at 10:30 pm"),
    "size": ("Memory use stays at about 1 GiB", "Memory usage is about 1024 MiB"),
    "code": ("Returns HTTP 302 when healthy", "A healthy instance answers with a 302"),
    "port": ("Requires outbound access to port 443 on github.com", "Has to reach github.com:443 outbound"),
    "retention": ("Metrics are retained for a year", "Metrics are kept for 365d"),
    "double negation": ("Doesn't work without Redis", "Needs Redis"),
    "unless": ("Cannot start unless the database is reachable", "Needs the database to start"),
    "synonyms": ("Bounce the broker when consumers hang", "Restart the broker if consumers are stuck"),
    "order turned twice": ("Start Postgres before Grafana", "Start Grafana after Postgres"),
    "word order": ("Stale records go away after flushing the cache", "Flush the cache if stale records are served"),
    "denial elsewhere": ("Does not accept messages over 1 MB", "Messages over 1 MB are not accepted"),
}


@pytest.mark.parametrize("phenomenon", SAME)
def test_the_same_in_other_words_is_same(phenomenon: str) -> None:
    old, new = SAME[phenomenon]
    assert (verdict(old, new), verdict(new, old)) == ("same", "same")


DIFFERENT = {
    "another end of a wait": ("Takes 60s to start", "Takes 60s to release the lock"),
    "another client": ("Port 5672 must be reachable for AMQP clients", "Port 15672 must be reachable for the web UI"),
    "another precondition": ("Must be started after WireGuard", "Must be started after Caddy"),
    "another job": ("Nightly vacuum job runs at 02:00", "Nightly logical dump runs at 03:00"),
    "another remedy": ("Restart the daemon if networks are missing", "Restart the host if volumes can't be unmounted"),
    "another object": ("WAL archives are deleted after 14 days", "Base backups are deleted after 35 days"),
    "another path": ("Returns 302 on / when healthy", "Returns 200 on /health when healthy"),
    "nothing in common": ("Panels flicker in Firefox", "Alert mails go through the local relay"),
}


@pytest.mark.parametrize("phenomenon", DIFFERENT)
def test_another_thing_in_the_same_frame_is_different(phenomenon: str) -> None:
    old, new = DIFFERENT[phenomenon]
    assert (verdict(old, new), verdict(new, old)) == ("different", "different")


# What the watcher measures again and again.


def test_nearly_the_same_recovery_time_measured_again_is_same() -> None:
    frame = "Takes about {} to recover after an outage (measured)"
    assert verdict(frame.format("40 s"), frame.format("45 s")) == "same"


def test_a_much_longer_recovery_time_is_a_contradiction() -> None:
    frame = "Takes about {} to recover after an outage (measured)"
    assert verdict(frame.format("40 s"), frame.format("3 min")) == "contradiction"


def test_a_renewed_certificate_contradicts_its_old_end() -> None:
    frame = "Its TLS certificate expires on {}"
    assert verdict(frame.format("2026-03-01"), frame.format("2026-06-01")) == "contradiction"


# The sentence for the history.


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("Takes 60s to start", "Takes 10s to start", "60s became 10s for the same thing: start."),
        ("Takes 60s to start", "Takes 1 min to start", "Same statement; 60s and 1 min are the same time."),
        ("Auto-update is enabled", "Auto-update is disabled", "Says the opposite: enabled / disabled."),
        ("Restart fixes it", "Restart fixes it", "The same words."),
    ],
)
def test_why_is_a_plain_sentence(old: str, new: str, why: str) -> None:
    assert judge(old, new).why == why


def test_an_order_turned_round_is_named() -> None:
    assert "order is turned round" in judge("Start it before the VPN", "Start it after the VPN").why


# Many at once.


def test_judging_all_keeps_the_order_and_agrees_with_judging_one() -> None:
    olds = ["Panels flicker in Firefox", "Takes 10s to start", "Takes 1 min to start", "Takes 60s to release the lock"]
    assert judge_all("Takes 60s to start", olds) == [judge(old, "Takes 60s to start") for old in olds]


@pytest.mark.slow
def test_the_one_that_matters_is_found_among_a_thousand() -> None:
    olds = [f"Volume {n} is replicated to site {n % 9} and counted in quota {n % 5}" for n in range(1000)]
    olds[617] = "Must be started after WireGuard"
    found = judge_all("Can be started independently of WireGuard", olds)
    assert len(found) == 1000
    assert Counter(one.verdict for one in found) == {Verdict.DIFFERENT: 999, Verdict.CONTRADICTION: 1}
    assert found[617].verdict is Verdict.CONTRADICTION


@pytest.mark.slow
def test_an_identical_text_is_found_among_a_thousand_alike() -> None:
    olds = [f"Takes {n} s to start after a restart of the node" for n in range(1, 1001)]
    found = judge_all(olds[599], olds)
    assert [place for place, one in enumerate(found) if one.verdict is Verdict.SAME] == [599]


def test_no_old_facts_give_no_judgements() -> None:
    assert judge_all("Takes 60s to start", []) == []


def test_threads_judge_at_the_same_time() -> None:
    answers: list[PairJudgement] = []

    def work() -> None:
        answers.extend(judge(f"Takes {n}s to start", f"Takes {n + 9}s to start") for n in range(10, 60))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Counter(answer.verdict for answer in answers) == {Verdict.CONTRADICTION: 200}


# Any text.


@given(st.text(max_size=200), st.text(max_size=200))
def test_it_never_raises(old: str, new: str) -> None:
    answer = judge(old, new)
    assert 0 <= answer.score <= 1 and answer.why


@given(st.text(max_size=400))
def test_a_text_is_the_same_as_itself(text: str) -> None:
    assert judge(text, text).verdict is Verdict.SAME


@pytest.mark.parametrize(
    "text", ["x" * 100_000, "a b " * 25_000, "😀" * 50_000, "שלום " * 20_000, "/" * 100_000, "-." * 9]
)
def test_very_long_and_odd_texts_are_judged(text: str) -> None:
    assert judge(text, "Takes 60s to start").verdict is Verdict.DIFFERENT
    assert judge(text, text).verdict is Verdict.SAME


def test_texts_that_differ_beyond_what_is_read_are_not_same() -> None:
    start = "Takes 60s to start and then " + "waits " * 400
    assert judge(start + "for the database", start + "for the cache").verdict is not Verdict.SAME


# What it is measured by.


@pytest.mark.slow
def test_the_development_pairs_stay_above_the_goal() -> None:
    result, _ = measure(read_ops(DEV))
    assert result["n"] == 150
    assert result["macro_f1"] >= 0.85
    assert result["contradiction_as_same"] <= 2

"""A contradiction is another value of the same attribute of the same thing in the same scope (M10); else both stand."""

from __future__ import annotations

import pytest

from claudeops_desktop.language.compare.judge import judge
from claudeops_desktop.language.types import ContradictionCertainty, Verdict

COEXISTING = [
    ("HTTP on port 80", "HTTPS on port 443"),
    ("Serves metrics on 9100", "Serves the admin page on 9101"),
    ("The nightly report takes 22 s to start", "A failure of the nightly report shows after 4 minutes"),
    ("POST /orders is limited to 10 requests a minute", "GET /orders is limited to 300 requests a minute"),
    ("The pump runs at 60 % in winter", "The pump runs at 20 % in summer"),
    ("The crawler retries after 11 s", "The notifier retries after 37 s"),
    ("The watcher gives up after 20 attempts", "The collector gives up after 48 attempts"),
    ("The importer listens on port 27", "The importer exposes metrics on port 18"),
    ("The mirror times out after 25 s", "The mirror keeps its results for 21 days"),
    ("The request timeout is 10 s on Mondays", "The request timeout is 30 s on Fridays"),
    ("Retention is 7 days in production", "Retention is 30 days in staging"),
    ("Retention is 7 days in production", "Retention is 7 days in staging"),
    ("Returns HTTP 302 in us-east", "Returns HTTP 302 for guests"),
    ("Depends on Postgres", "Depends on Redis"),
    ("Stopping the gateway takes 18 s", "Stopping the proxy takes 42 s"),
    ("Full dump takes 2 hours", "Incremental dump takes 8 minutes"),
    ("The pool has 5 connections for small files", "The pool has 20 connections on Fridays"),
    ("Answers take 40 ms for GET requests", "Answers take 200 ms on later requests"),
    ("Answers take 40 ms under load", "Answers take 40 ms for reads"),
    ("Uses 2 workers for small files", "Uses 2 workers in eu-west"),
    ("Uploads from the office are allowed", "Uploads from the lab are blocked"),
    ("The gateway runs with 17 workers", "The gateway batches 17 rows at a time"),
    ("Returns HTTP 200 when the disk is full", "Uses 2 workers when the disk is full"),
    ("The pump runs at 20 % below 5 bar", "The pump runs at 90 % above 9 bar"),
    ("Timeout is 30 s above 100 users", "Timeout is 60 s above 200 users"),
    ("Answers 401 without a key", "Answers 403 with a key of somebody else"),
]
CHANGES = [
    ("The crawler retries after 11 s", "The crawler now retries after 37 s"),
    ("Retention is 7 days in production", "In production retention is 30 days"),
    ("The mirror times out after 25 s", "The timeout of the mirror is 40 s"),
    ("The importer listens on port 27", "The importer moved to port 48"),
    ("Stopping the gateway takes 21 s", "The gateway stops within 50 s"),
    ("Takes 60s to start after restart -- wait before checking health", "Starts in 10 s after a restart"),
    ("Snapshots are taken from the standby", "Snapshots are taken from the active node"),
    ("Hosts are patched in the morning", "Hosts are patched in the evening"),
    ("Takes 16 s to start after restart -- wait before checking health", "Startup after a restart takes 49 s"),
    ("Listens on port 2525", "Port is 4747 now"),
    ("Takes at least 10 s and at most 60 s", "Takes at least 20 s and at most 90 s"),
    ("Must be started after WireGuard", "Can be started independently of WireGuard"),
]


@pytest.mark.parametrize(("old", "new"), COEXISTING)
def test_facts_of_two_things_or_scopes_stand_side_by_side(old: str, new: str) -> None:
    assert judge(old, new).verdict is judge(new, old).verdict is Verdict.DIFFERENT


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_another_value_of_the_same_attribute_contradicts(old: str, new: str) -> None:
    found = judge(old, new)
    assert found.verdict is Verdict.CONTRADICTION
    assert found.certainty in (ContradictionCertainty.CERTAIN, ContradictionCertainty.LIKELY)


def test_the_same_attribute_in_the_same_words_is_certain() -> None:
    assert (
        judge("The crawler retries after 11 s", "The crawler retries after 37 s").certainty
        is ContradictionCertainty.CERTAIN
    )


@pytest.mark.parametrize(
    ("wider", "narrower"),
    [
        ("Mails go to the inbox", "Urgent mails go to the pager"),
        ("Snapshots go to nas1", "Weekly snapshots go to the vault"),
    ],
)
def test_another_end_of_what_only_one_of_them_narrows_closes_nothing(wider: str, narrower: str) -> None:
    for found in (judge(wider, narrower), judge(narrower, wider)):
        assert found.certainty is not ContradictionCertainty.CERTAIN


def test_one_that_names_a_narrower_scope_leaves_doubt() -> None:
    found = judge("Retention is 7 days", "Retention is 30 days in staging")
    assert (found.verdict, found.certainty) == (Verdict.DIFFERENT, ContradictionCertainty.UNSURE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It retries 12 times before giving up", "After 12 attempts it gives up"),
        ("Returns 404 for unknown hosts, this is normal", "A 404 for hosts it doesn't know is normal"),
        ("No more than three jobs may run at the same time", "At most 3 jobs in parallel"),
    ],
)
def test_one_condition_in_two_wordings_is_one_fact(one: str, other: str) -> None:
    assert judge(one, other).verdict is Verdict.SAME

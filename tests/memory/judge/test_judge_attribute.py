"""A contradiction is another value of the same attribute of the same thing in the same scope (M10); else both stand."""

from __future__ import annotations

import pytest

from claudeops_desktop.memory.fact import Certainty, Verdict
from claudeops_desktop.memory.judge.judge import judge

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
]
CHANGES = [
    ("The crawler retries after 11 s", "The crawler now retries after 37 s"),
    ("Retention is 7 days in production", "In production retention is 30 days"),
    ("The mirror times out after 25 s", "The timeout of the mirror is 40 s"),
    ("The importer listens on port 27", "The importer moved to port 48"),
    ("Stopping the gateway takes 21 s", "The gateway stops within 50 s"),
    ("Takes 60s to start after restart -- wait before checking health", "Starts in 10 s after a restart"),
    ("Must be started after WireGuard", "Can be started independently of WireGuard"),
]


@pytest.mark.parametrize(("old", "new"), COEXISTING)
def test_facts_of_two_things_or_scopes_stand_side_by_side(old: str, new: str) -> None:
    assert judge(old, new).verdict is judge(new, old).verdict is Verdict.DIFFERENT


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_another_value_of_the_same_attribute_contradicts(old: str, new: str) -> None:
    found = judge(old, new)
    assert found.verdict is Verdict.CONTRADICTION
    assert found.certainty in (Certainty.CERTAIN, Certainty.LIKELY)


def test_the_same_attribute_in_the_same_words_is_certain() -> None:
    assert judge("The crawler retries after 11 s", "The crawler retries after 37 s").certainty is Certainty.CERTAIN


def test_one_that_names_a_narrower_scope_leaves_doubt() -> None:
    found = judge("Retention is 7 days", "Retention is 30 days in staging")
    assert (found.verdict, found.certainty) == (Verdict.DIFFERENT, Certainty.UNSURE)

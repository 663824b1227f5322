"""L1: every verdict with its full answer, found again by role, service and meaning."""

from __future__ import annotations

import string
from collections.abc import Sequence

import numpy as np
import pytest
from outage_desk import OutageDesk

from claudeops_desktop.core.errors import OperatorError, UsageError
from claudeops_desktop.learning.deliberations.records import DeliberationRecords, NewDeliberation


@pytest.fixture
def deliberations(outages: OutageDesk) -> DeliberationRecords:
    return outages.learning.deliberations


def keep(outages: OutageDesk, role: str = "observer", *services: str, verdict: str = "done") -> int:
    new = NewDeliberation(role, verdict, f"{role} says so", services=services)
    return outages.write(lambda: outages.learning.deliberations.add(new))


def test_they_are_listed_newest_first_by_role_and_by_service(
    outages: OutageDesk, deliberations: DeliberationRecords
) -> None:
    first, second, third = keep(outages), keep(outages, "verifier", "web"), keep(outages, "observer", "web", "db")
    read = outages.read
    assert [one.id for one in read(deliberations.list)] == [third, second, first]
    assert [one.id for one in read(lambda: deliberations.list(role="observer"))] == [third, first]
    assert [one.id for one in read(lambda: deliberations.list(service="web"))] == [third, second]
    assert read(lambda: deliberations.list(service="we")) == []
    assert [one.id for one in read(lambda: deliberations.list(limit=1))] == [third]


@pytest.mark.parametrize("verdict", ["pass", "fail", "unsure", "done", "refused", "overruled"])
def test_a_verdict_is_a_short_free_text(outages: OutageDesk, deliberations: DeliberationRecords, verdict: str) -> None:
    number = keep(outages, "guard", verdict=verdict)
    assert outages.read(lambda: deliberations.must(number)).verdict == verdict


def test_what_is_no_role_and_what_is_not_there_is_said(outages: OutageDesk, deliberations: DeliberationRecords) -> None:
    with pytest.raises(UsageError, match="no name of a role") as raised:
        keep(outages, "Tier Three!")
    assert "verifier" in raised.value.remedy
    with pytest.raises(OperatorError, match="There is no deliberation 4711"):
        outages.read(lambda: deliberations.must(4711))


def test_vectors_of_another_length_are_passed_over(outages: OutageDesk, deliberations: DeliberationRecords) -> None:
    former, now = keep(outages), keep(outages)
    outages.write(lambda: deliberations.put_vector(former, "m", [1.0, 0.0, 0.0]))
    outages.write(lambda: deliberations.put_vector(now, "m", [1.0, 0.0]))
    ((found, score),) = outages.read(lambda: deliberations.nearest("m", [1.0, 0.0]))
    assert (found.id, score) == (now, pytest.approx(1.0))
    assert outages.read(lambda: deliberations.nearest("other", [1.0, 0.0])) == []


class ByLetters:
    """A model for tests: texts are alike in which letters they have."""

    name = "letters"

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        rows = np.array([[text.lower().count(letter) for letter in string.ascii_lowercase] for text in texts], float)
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def say(outages: OutageDesk, summary: str, *services: str) -> int:
    new = NewDeliberation("observer", "done", summary, summary=summary, services=services)
    return outages.write(lambda: outages.learning.deliberations.add(new))


def test_they_are_found_by_meaning_with_a_model_and_by_words_without(outages: OutageDesk) -> None:
    disk, _ = say(outages, "The disk is full of old journals", "nas"), say(outages, "Jellyfin zzz qqq xxx", "jellyfin")
    certificate = say(outages, "The certificate was renewed", "web")
    find = outages.learning.find_deliberations
    assert find("journals fill a disk")[0][0].id == disk
    assert [one.id for one, _ in find("renewing certificates")] == [certificate]
    assert find("nothing of the kind", service="web") == []
    assert find("a full disk of old journals", ByLetters())[0][0].id == disk
    assert find("a full disk of old journals", ByLetters(), service="web")[0][0].id == certificate
    assert outages.learning.embed_deliberations(ByLetters()) == 0, "each once"


def test_a_service_that_is_gone_takes_what_was_said_about_it_alone(
    outages: OutageDesk, deliberations: DeliberationRecords
) -> None:
    general, alone, both = keep(outages), keep(outages, "observer", "web"), keep(outages, "observer", "web", "db")
    outages.write(lambda: deliberations.put_vector(alone, "m", [1.0]))
    assert outages.write(lambda: deliberations.forget_service("web")) == 1
    left = {one.id: one.services for one in outages.read(deliberations.list)}
    assert left == {general: (), both: ("db",)}
    assert outages.read(lambda: deliberations.nearest("m", [1.0])) == []

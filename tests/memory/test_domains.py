"""The taxonomy (the component document, Category taxonomy; PRODUCT.md, Lifetimes)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.core.settings import Settings
from claudeops_desktop.memory.domains import DEFAULT, DOMAINS, ask_domains, domain_of, is_open
from claudeops_desktop.models.base import ModelAnswer, ModelFault

CASES = [
    ("operations", "jellyfin", "Takes 60s to start after restart"),
    ("operations", "adguard", "Returns HTTP 302 redirect when healthy, not 200"),
    ("operations", "caddy", "Must be started after WireGuard -- fails with no route to host otherwise"),
    (
        "operations",
        None,
        "DNS checks sometimes fail transiently during WireGuard reconnects -- retry once before escalating",
    ),
    ("operations", "postgres", "Needs manual VACUUM FULL weekly"),
    ("operations", None, "Both NFS mounts require sudo to unmount when stale"),
    ("operations", "loki", "A restart fixes the stuck ingester"),
    ("operations", None, "Some observation"),
    ("system-architecture", None, "Grafana listens on port 3000 behind the reverse proxy"),
    (
        "system-architecture",
        "nextcloud",
        "Data is stored on the NAS under /mnt/nas/nextcloud, behind the reverse proxy",
    ),
    ("system-architecture", None, "The cluster has three nodes; node2 is the primary"),
    ("system-architecture", "forgejo", "Runs on host01 in docker, config in /srv/forgejo/app.ini, port 3001"),
    ("rules-conventions", "jellyfin", "Never restart it during the day, only at night"),
    ("rules-conventions", None, "Hosts must be named after rivers, that is our naming convention"),
    ("rules-conventions", None, "From now on every change needs a ticket"),
    ("rules-conventions", None, "NEVER set retries: 0 on Inngest functions"),
    ("preferences", None, "The operator prefers short summaries in bullet points"),
    ("preferences", None, "Prefers restic over borg"),
    ("people-relationships", None, "Anna is responsible for the mail servers"),
    ("people-relationships", None, "Tom is on call in the second week of each month"),
    ("projects", None, "The migration project has its milestone in June"),
    ("memory-system", None, "The memory budget is too small for forty services, the operational memory is cut"),
    ("health", None, "Is allergic to penicillin"),
    ("hobbies", None, "Plays chess on Thursdays and goes climbing"),
]


@pytest.mark.parametrize(("domain", "service", "text"), CASES)
def test_the_domain_of_a_fact(domain: str, service: str | None, text: str) -> None:
    assert domain_of(text, service)[0] == domain


def test_words_that_say_nothing_leave_it_open_to_operations() -> None:
    domain, confidence = domain_of("Blue is brighter")
    assert domain == DEFAULT
    assert is_open(confidence)


def test_every_domain_has_a_lifetime() -> None:
    lifetimes = Settings().lifetimes
    assert {name.replace("-", "_") for name in DOMAINS} == {name.replace("-", "_") for name in lifetimes.built_in()}


@given(st.text(max_size=300), st.none() | st.text(max_size=20))
def test_no_text_breaks_it(text: str, service: str | None) -> None:
    domain, confidence = domain_of(text, service)
    assert domain in DOMAINS
    assert 0.0 <= confidence <= 1.0


class Says:
    """A model outside: answers what the test wrote down."""

    name = "written-down"

    def __init__(self, *answers: object) -> None:
        self.answers, self.asked = list(answers), []

    def ask(self, prompt: str, **_: object) -> ModelAnswer:
        self.asked.append(prompt)
        return ModelAnswer("", self.answers.pop(0), self.name)


def test_open_cases_are_asked_of_a_model_in_batches() -> None:
    model = Says(
        {"domains": [{"number": 0, "domain": "projects"}, {"number": 7, "domain": "nowhere"}]},
        {"domains": [{"number": 0, "domain": "hobbies"}, {"number": 99, "domain": "health"}]},
    )
    assert ask_domains(["x"] * 21, model) == {0: "projects", 20: "hobbies"}
    assert len(model.asked) == 2


def test_an_answer_without_domains_is_a_fault() -> None:
    with pytest.raises(ModelFault):
        ask_domains(["x"], Says({"areas": []}))

"""What a question says in other words than a memory does (E9): names, roles, synonyms, other languages, mistakes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recall_world import Asking

from claudeops_desktop.memory.recall import query_expansion

SERVICES = ("home-assistant", "vaultwarden", "postgres-main", "k3s", "caddy", "borg", "ups", "prometheus", "nas-01")


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("how long until hass is up", ["home-assistant"]),
        ("which pg version do we run", ["postgres-main"]),
        ("where does the password manager keep its files", ["vaultwarden"]),
        ("Startup order of the Reverse Proxy?", ["caddy"]),
        ("when does the kubernetes certificate end", ["k3s"]),
        ("prom port?", ["prometheus"]),
        ("power outage: how much time is left", ["ups"]),
        ("which nvr do we have", []),
        ("is caddy up", []),
        ("", []),
    ],
)
def test_the_services_that_a_question_means(question: str, meant: list[str]) -> None:
    assert query_expansion.services_meant(question, SERVICES) == meant


@pytest.mark.parametrize(
    ("question", "said", "form"),
    [
        ("why did the box fail", "box", "host"),
        ("disk full on nas-01", "disk full", "no space left"),
        ("when does the cert expire", "cert", "certificate"),
        ("when does the cert expire", "expire", "valid"),
        ("who is responsible for it", "responsible", "looks after"),
        ("wann läuft das Zertifikat ab", "zertifikat", "certificate"),
        ("caddy nach dem Neustart", "neustart", "restart"),
        ("two rebooted boxes", "boxes", "boxes"),
    ],
)
def test_a_word_is_looked_for_in_the_words_of_others(question: str, said: str, form: str) -> None:
    found = {term.said: term.forms for term in query_expansion.terms(question, SERVICES)}
    assert form in found[said]


def test_a_phrase_is_one_term_and_its_words_are_no_others() -> None:
    assert [term.said for term in query_expansion.terms("password manager: disk full", SERVICES)] == [
        "password manager",
        "disk full",
    ]


def test_the_small_words_of_another_language_are_not_looked_for() -> None:
    assert [term.said for term in query_expansion.terms("wieso startet caddy nicht ohne vpn", SERVICES)] == [
        "startet",
        "caddy",
        "vpn",
    ]
    assert [term.said for term in query_expansion.terms("who wants to die in no war", SERVICES)] == [
        "wants",
        "die",
        "war",
    ]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("bogr", "borg"),
        ("cady", "caddy"),
        ("vaultwraden", "vaultwarden"),
        ("promethues", "prometheus"),
        ("borg", None),
        ("k3z", None),
        ("vaultkeeper", None),
        ("ca ddy", None),
    ],
)
def test_a_mistyped_name(word: str, meant: str | None) -> None:
    assert query_expansion.mistyped(word, SERVICES) == meant


def test_what_may_be_two_services_is_neither() -> None:
    assert query_expansion.mistyped("caddx", ("caddy", "caddi")) is None


@pytest.mark.slow
@given(st.text(max_size=200))
def test_any_question_has_terms_that_can_be_asked_for(text: str) -> None:
    for term in query_expansion.terms(text, SERVICES):
        assert term.said
        assert term.said in term.forms
    assert set(query_expansion.services_meant(text, SERVICES)) <= set(SERVICES)


def test_a_question_in_other_words_finds_its_answer(asking: Asking) -> None:
    full = asking.put("Went down on 3 May because the root filesystem had no space left", "nas-01")
    order = asking.put("Must be started after wireguard, else it exits with no route to host", "caddy")
    asking.put("Listens on port 9091", "prometheus")
    assert asking.ids("why did the box fail: disk full?")[0] == full
    assert asking.ids("startup order of the reverse proxy")[0] == order
    assert asking.ids("after what is cady started")[0] == order

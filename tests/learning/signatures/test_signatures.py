"""Signatures and aliases (L7)."""

from __future__ import annotations

from outage_desk import OutageDesk

from claudeops_desktop.learning.signatures.alias_miner import AliasMiner
from claudeops_desktop.learning.signatures.alias_rules import may_be_alias
from claudeops_desktop.learning.signatures.signature import service_signature


def test_the_trigger_is_steadier_than_any_prose():
    assert service_signature("web", "http", "answers 502") == service_signature("web", "HTTP", "answers 503")
    assert service_signature("web", "http") != service_signature("web", "tcp")
    assert service_signature("web", "http") != service_signature("db", "http")


def test_instances_of_one_service_have_one_signature():
    assert service_signature("web-7f9c6d8b5-x2x1z", "http") == service_signature("web", "http")


def test_without_a_trigger_the_masked_message_counts():
    one = service_signature("web", "", "connection to 10.0.0.7:5432 refused")
    assert one == service_signature("web", "", "connection to 10.0.0.9:5432 refused")
    assert one != service_signature("web", "", "connection to 10.0.0.9:5432 timed out")


def test_an_alias_is_proposed_where_many_names_stood_at_one_place():
    miner = AliasMiner()
    miner.add_messages(
        f"volume {name} was resized by the storage controller today" for name in ("alpha", "bravo", "gamma")
    )
    assert len(miner.proposals()) == 2


def test_opposites_and_codes_are_never_aliases():
    texts = [f"session {word} for the user on the gateway" for word in ("opened", "closed", "rejected", "accepted")]
    assert not may_be_alias(texts, texts[0], texts[1])
    codes = [f"the upstream answers {code} to the request of the client" for code in ("500", "502", "404")]
    assert not may_be_alias(codes, codes[0], codes[1])


def test_only_an_alias_that_the_operator_accepted_counts(outages: OutageDesk):
    miner = AliasMiner()
    miner.add_messages(
        f"volume {name} was resized by the storage controller today" for name in ("alpha", "bravo", "gamma")
    )
    aliases = outages.learning.aliases
    assert outages.write(lambda: aliases.propose(miner.proposals())) == 2
    assert outages.write(lambda: aliases.propose(miner.proposals())) == 0, "not again"
    first = outages.read(aliases.list)[-1]
    assert outages.read(lambda: aliases.resolve(first.signature)) == first.signature
    outages.write(lambda: aliases.answer(first.id, accepted=True))
    assert outages.read(lambda: aliases.resolve(first.signature)) == first.alias_of

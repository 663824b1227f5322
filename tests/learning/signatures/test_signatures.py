"""Signatures and aliases (L7)."""

from __future__ import annotations

from outage_desk import OutageDesk

from claudeops_desktop.learning.findings.records import NewSighting
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


def test_findings_and_cases_of_an_accepted_alias_are_one_from_then_on(outages: OutageDesk):
    def see(number: int, name: str) -> None:
        text = f"volume {name} was resized by the storage controller today"
        new = NewSighting(f"event:{number}", "nas", text, outages.now)
        outages.write(lambda: outages.learning.findings.note_sighting(new))

    learning = outages.learning

    def signature(name: str) -> str:
        text = f"volume {name} was resized by the storage controller today"
        return outages.read(lambda: learning.cases.signature_of("", text))

    for number, name in enumerate(("alpha", "bravo", "gamma")):
        see(number, name)
    assert learning.propose_aliases() == 2
    before = signature("bravo")
    for alias in outages.read(learning.aliases.list):
        outages.write(lambda alias=alias: learning.answer_alias(alias.id, accepted=True))  # type: ignore[misc]
    (one,) = outages.read(learning.findings.list)
    assert (one.state, one.sightings, len(outages.read(lambda: learning.findings.sightings(one.id)))) == ("open", 3, 3)
    see(3, "bravo")
    assert outages.read(lambda: learning.findings.must(one.id)).sightings == 4
    signatures = {signature(name) for name in ("alpha", "bravo", "gamma")}
    assert len(signatures) == 1 and before not in signatures


def test_a_refused_alias_joins_nothing(outages: OutageDesk):
    for number, name in enumerate(("alpha", "bravo", "gamma")):
        text = f"volume {name} was resized by the storage controller today"
        new = NewSighting(f"event:{number}", "nas", text, outages.now)
        outages.write(lambda new=new: outages.learning.findings.note_sighting(new))  # type: ignore[misc]
    outages.learning.propose_aliases()
    for alias in outages.read(outages.learning.aliases.list):
        outages.write(lambda alias=alias: outages.learning.answer_alias(alias.id, accepted=False))  # type: ignore[misc]
    assert len(outages.read(lambda: outages.learning.findings.list(states=("seen",)))) == 3

"""The example sentences of the source documents, as a session would say them: each is drawn, whole, with its subject.

The first word of each id is the document: ADR-0015, SPEC-0015, ADR-0077 or the component document.
"""

from __future__ import annotations

import pytest

from claudeops_desktop.language.extraction.rule_extractor import RulesExtractor
from claudeops_desktop.language.extraction.types import ConversationPassage, ConversationTurn

EXTRACTOR = RulesExtractor(("jellyfin", "postgres", "caddy", "wireguard", "adguard"))

SENTENCES = {
    "ADR-0015, Prompt injection format: jellyfin timing": (
        "assistant", "Jellyfin takes 60s to start after restart — wait before checking health.", "jellyfin",
        ("60s to start after restart",),
    ),
    "ADR-0015, Prompt injection format: jellyfin behavior": (
        "assistant", "jellyfin: the first restart attempt always fails due to a DB lock; the second attempt succeeds.",
        "jellyfin", ("always fails due to a DB lock", "second attempt succeeds"),
    ),
    "ADR-0015, Prompt injection format: postgres maintenance": (
        "assistant", "Postgres needs manual VACUUM FULL weekly or performance degrades.", "postgres",
        ("VACUUM FULL weekly", "performance degrades"),
    ),
    "ADR-0015, Prompt injection format: caddy dependency": (
        "assistant", 'Caddy must be started after WireGuard — fails with "no route to host" otherwise.', "caddy",
        ("after WireGuard", "no route to host"),
    ),
    "ADR-0015, Prompt injection format: general remediation": (
        "assistant",
        "DNS checks sometimes fail transiently during WireGuard reconnects — retry once before escalating.",
        "wireguard", ("fail transiently during WireGuard reconnects", "retry once"),
    ),
    "ADR-0015, Option C: an observation that is no event": (
        "assistant", "Caddy should be started after WireGuard.", "caddy", ("started after WireGuard",),
    ),
    "ADR-0015, Which tiers can write memories: tier 1": (
        "assistant", "DNS for wiki.example.net has been flaky for 3 consecutive runs.", None,
        ("wiki.example.net", "flaky for 3 consecutive runs"),
    ),
    "ADR-0015, Which tiers can write memories: tier 2": (
        "assistant", "The Jellyfin DB lock takes 60s to release after an ungraceful shutdown.", "jellyfin",
        ("60s to release", "ungraceful shutdown"),
    ),
    "ADR-0015, Which tiers can write memories: tier 3": (
        "assistant", "Restarting postgres before its dependents avoids connection pool exhaustion.", "postgres",
        ("before its dependents", "pool exhaustion"),
    ),
    "SPEC-0015, All Tiers Can Write Memories": (
        "assistant", "AdGuard returns HTTP 302 redirect when healthy, not 200.", "adguard",
        ("302 redirect when healthy", "not 200"),
    ),
    "SPEC-0015, Memory Marker Regex": (
        "assistant", "Dependents should wait 10s after a postgres restart.", "postgres", ("wait 10s after",),
    ),
    "SPEC-0015, Memory Reinforcement: the same in other words": (
        "assistant", "Jellyfin takes about 60 seconds to start after a restart.", "jellyfin", ("about 60 seconds",),
    ),
    "SPEC-0015, Memory Reinforcement: another category": (
        "assistant", "Jellyfin sometimes crashes on first start.", "jellyfin", ("crashes on first start",),
    ),
    "SPEC-0015, Memory Contradiction": (
        "assistant", "Caddy can be started independently of WireGuard.", "caddy", ("independently of WireGuard",),
    ),
    "Component document, The observation pipeline: a high fact": (
        "assistant", "Both NFS mounts require sudo to unmount when stale.", None,
        ("require sudo to unmount when stale",),
    ),
    "Component document, The observation pipeline: an ambiguous fact": (
        "assistant", "The K8s NFS PV needs an explicit server and path.", None, ("explicit server and path",),
    ),
    "Component document, The reflection cycle: a hard rule": (
        "user", "NEVER set retries: 0 on Inngest functions. Let Inngest defaults handle retries.", None,
        ("set retries: 0 on Inngest functions",),
    ),
    "Component document, The curated memory file: conventions": (
        "user", "Repos clone to ~/Code/{org}/{repo}.", None, ("~/Code/{org}/{repo}",),
    ),
    "ADR-0077, Behavior Loop": (
        "user", "The user prefers restic over borg.", None, ("prefers restic over borg",),
    ),
}  # fmt: skip


GREETING = ConversationTurn(1, "user", "Hello.")


@pytest.mark.parametrize(("role", "text", "service", "words"), SENTENCES.values(), ids=SENTENCES)
def test_an_example_of_the_source_documents_is_drawn_whole(
    role: str, text: str, service: str | None, words: tuple[str, ...]
) -> None:
    facts = EXTRACTOR.extract(ConversationPassage((GREETING, ConversationTurn(2, role, text)))).facts  # type: ignore[arg-type]
    whole = [fact for fact in facts if all(word.lower() in fact.text.lower() for word in words)]
    assert whole, [fact.text for fact in facts]
    assert service is None or whole[0].service == service


def test_a_preference_of_the_user_is_told_as_one() -> None:
    """ADR-0077, Behavior Loop: “User prefers X over Y”."""
    said = ConversationPassage((ConversationTurn(1, "user", "I prefer short answers over long explanations."),))
    fact = EXTRACTOR.extract(said).facts[0]
    assert (fact.domain, fact.speaker) == ("preferences", "user")

"""Proposes that two kinds of messages are one: Drain groups the masked texts, a rule says which of a group may be (L7).

A template of Drain is no key: it depends on the order in which messages come. So it only proposes, and the key stays
the hash of the masked text.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...language.signatures.masks import mask_message, message_key
from .alias_rules import may_be_alias

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_CLUSTERS = 1024
MOST_TEXTS = 200  # of one group; more are of no use to tell a place for names


@dataclass(frozen=True, slots=True)
class AliasProposal:
    """``key`` may be the same kind as ``alias_of``, which came first; the two texts are their masked messages."""

    key: str
    alias_of: str
    text: str
    other_text: str


class AliasMiner:
    """Feed it messages; it answers proposals. Keeps at most 1,024 groups, the least used go first."""

    def __init__(self) -> None:
        self._miner: Any = None
        self._groups: dict[int, dict[str, str]] = defaultdict(dict)
        self._known: set[str] = set()

    def add_messages(self, messages: Iterable[str]) -> None:
        """Take these in."""
        for message in messages:
            key = message_key(message)
            if key in self._known:
                continue
            self._known.add(key)
            masked = mask_message(message)
            found = self._drain().add_log_message(masked)
            group = self._groups[found["cluster_id"]]
            if len(group) < MOST_TEXTS:
                group[key] = masked

    def proposals(self) -> list[AliasProposal]:
        """Which keys may be one, each with the first of its group that it may be joined to."""
        found = []
        for group in self._groups.values():
            texts = list(group.values())
            heads: list[tuple[str, str]] = []
            for key, text in group.items():
                head = next((one for one in heads if may_be_alias(texts, one[1], text)), None)
                if head is None:
                    heads.append((key, text))
                else:
                    found.append(AliasProposal(key, head[0], text, head[1]))
        return found

    def _drain(self) -> Any:
        if self._miner is None:
            from drain3 import TemplateMiner  # type: ignore[import-untyped]
            from drain3.template_miner_config import TemplateMinerConfig  # type: ignore[import-untyped]

            config = TemplateMinerConfig()
            config.drain_max_clusters = MOST_CLUSTERS
            config.profiling_enabled = False
            self._miner = TemplateMiner(config=config)
        return self._miner

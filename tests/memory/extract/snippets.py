"""The labelled snippets, and how much of them the rules find."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from claudeops_desktop.language.extraction.rule_extractor import RulesExtractor
from claudeops_desktop.language.extraction.types import ConversationPassage, ConversationTurn
from claudeops_desktop.language.types import ExtractedFact

HERE = Path(__file__).parent
SERVICES = ("jellyfin", "postgres", "caddy", "wireguard", "adguard", "nextcloud", "home-assistant", "mosquitto")


@dataclass(frozen=True)
class Wanted:
    category: str
    service: str | None
    words: tuple[str, ...]
    needed: bool

    def met_by(self, fact: ExtractedFact) -> bool:
        text = fact.text.lower()
        return fact.service == self.service and all(word.lower() in text for word in self.words)


@dataclass(frozen=True)
class Snippet:
    role: str
    text: str
    wanted: tuple[Wanted, ...]


@dataclass(frozen=True)
class Measured:
    """Facts that are right, wanted ones that were found and missed, and facts that nobody wanted."""

    right: int
    found: int
    missed: tuple[str, ...]
    wrong: tuple[str, ...]
    of_category: int

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + len(self.wrong))

    @property
    def recall(self) -> float:
        return self.found / max(1, self.found + len(self.missed))


def read(file: str) -> list[Snippet]:
    found = []
    for block in (HERE / file).read_text(encoding="utf-8").split("\n=== ")[1:]:
        head, _, rest = block.partition("\n")
        text, _, facts = rest.partition("\n---")
        wanted = []
        for line in facts.splitlines():
            if line.startswith("+ "):
                category, service, words = (part.strip() for part in line[2:].split("|", 2))
                parts = tuple(word.strip() for word in words.split("&"))
                name = None if service == "-" else service
                wanted.append(Wanted(category.removeprefix("? "), name, parts, not category.startswith("?")))
        found.append(Snippet(head.strip(), text, tuple(wanted)))
    return found


def measure(snippets: list[Snippet]) -> Measured:
    extractor = RulesExtractor(SERVICES)
    right = found = of_category = 0
    missed, wrong = [], []
    for snippet in snippets:
        facts = extractor.extract(ConversationPassage((ConversationTurn(1, snippet.role, snippet.text),))).facts  # type: ignore[arg-type]
        for fact in facts:
            met = [wanted for wanted in snippet.wanted if wanted.met_by(fact)]
            if met:
                right += 1
                of_category += any(wanted.category == fact.category for wanted in met)
            else:
                wrong.append(f"{fact.category} | {fact.service} | {fact.text}")
        for wanted in snippet.wanted:
            if wanted.needed and any(wanted.met_by(fact) for fact in facts):
                found += 1
            elif wanted.needed:
                missed.append(f"{wanted.category} | {wanted.service} | {'&'.join(wanted.words)} | {snippet.text[:70]}")
    return Measured(right, found, tuple(missed), tuple(wrong), of_category)

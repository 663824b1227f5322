"""In a document a word counts as often as it comes; in a sentence once (E9)."""

from __future__ import annotations

from claudeops_desktop.memory.recall import keywords
from claudeops_desktop.memory.recall.search import StageSwitches

WORDS = StageSwitches(vectors=False, graph=False, neighbours=False, decay=False)
FILLER = "It was looked at by the team on a quiet afternoon, and everything that was found was written down here. " * 4


def _ranked(asking, question: str) -> list[int]:
    asking.recall.close()
    asking.recall = asking.another(WORDS)
    return asking.ids(question, everything=True)


def test_the_document_about_a_thing_comes_before_one_that_mentions_it(asking) -> None:
    mentions = asking.put(f"{FILLER}The rebalancing is done elsewhere. {FILLER}")
    about = asking.put(
        f"Rebalancing shards: a rebalance is begun by hand, and rebalanced shards are checked. {FILLER}{FILLER}"
    )
    asking.put("Nothing to do with it")
    assert len(FILLER) > keywords.LONG
    assert _ranked(asking, "rebalancing")[:2] == [about, mentions]


def test_in_a_sentence_a_word_that_comes_twice_says_no_more(asking) -> None:
    once = asking.put("The mirror is synced nightly by cron job at two")
    twice = asking.put("The mirror of the mirror is synced nightly by job")
    asking.recall.close()
    asking.recall = asking.another(WORDS)
    scores = {item.memory.id: item.keyword for item in asking.ask("mirror", everything=True).items}
    assert abs(scores[once] - scores[twice]) < 0.05

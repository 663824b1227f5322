"""The real CLI: what a session said is observed at its end, and before its conversation is compacted (E3)."""

from __future__ import annotations

import signal

import pytest
from cli_operator import Operator, bash
from support.loopback_api import Turn

from claudeops_desktop.language.extraction.quotation import quoted_words

TIMES = "Quokkacast takes about 63 seconds to start after a restart."
MARKER = "[MEMORY:behavior:quokkacast] Returns HTTP 302 when healthy, not 200"
MUCH = bash("seq 100000 104000")
SCRIPTS = {
    "ends": [Turn(f"I look.\n{MARKER}", (bash("echo 'Quokkacast takes 5 seconds to start'"),)), Turn(TIMES)],
    "compacts": [
        Turn(TIMES, (MUCH,), tokens=(20_000, 20)),
        *[Turn(f"And on, {number}.", (MUCH,), tokens=(20_000 + 10_000 * number, 20)) for number in range(6)],
        Turn("Much was read.", (MUCH,), tokens=(99_000, 20)),
        Turn("More yet.", (MUCH,), tokens=(120_000, 20)),
    ],
}


def observed(operator: Operator) -> list[tuple]:
    """Observed memories with the passage that each came from."""
    return operator.rows(
        "SELECT m.observation, m.session_id, r.content_type, r.conversation_id, r.raw_content FROM memories m"
        " JOIN resources r ON r.id = m.resource_id WHERE m.source = 'observed' ORDER BY m.id",
    )


@pytest.mark.slow
def test_at_its_end_a_session_is_observed_and_each_fact_leads_to_its_passage(operator):
    told = operator.run("ends")
    number = told["session"]["id"]
    assert operator.rows("SELECT trigger FROM transcripts") == [("session_end",)]
    operator.claudeops("observe")  # a busy machine leaves it to later
    (fact,) = observed(operator)
    assert (quoted_words(fact[0]), *fact[1:4]) == (TIMES.rstrip("."), number, "passage", f"session:{number}")
    assert TIMES in fact[4]
    memories = {m["observation"]: m["source"] for m in operator.ask("memory", "list")}
    assert memories == {"Returns HTTP 302 when healthy, not 200": "marker"}
    (waiting,) = operator.ask("review", "list", "--kind", "held")
    assert (quoted_words(waiting["observation"]), waiting["source"]) == (TIMES.rstrip("."), "observed")
    assert operator.ask("observe")["facts"] == 0


@pytest.mark.slow
def test_the_clis_own_transcript_of_that_session_adds_nothing(operator):
    operator.run("ends")
    operator.claudeops("observe")  # a busy machine leaves it to later
    before = observed(operator)
    assert len(before) == 1
    told = operator.ask("observe", str(operator.home / ".claude"))
    assert (told["files"], told["facts"]) == (1, 0)
    assert observed(operator) == before


@pytest.mark.slow
def test_before_a_compaction_what_was_said_so_far_is_observed(operator):
    with operator.start("compacts", CLAUDE_CODE_AUTO_COMPACT_WINDOW="100000") as process:
        operator.wait_for(operator.log)
        operator.wait_for(lambda: any(trigger == "compaction" for _, trigger in operator.noted()))
        assert operator.ask("observe")["held"] == 1
        assert [quoted_words(fact[0]) for fact in observed(operator)] == [TIMES.rstrip(".")]
        process.send_signal(signal.SIGINT)
        operator.end(process)
    assert [quoted_words(fact[0]) for fact in observed(operator)] == [TIMES.rstrip(".")], (
        "at its end nothing is stored twice"
    )

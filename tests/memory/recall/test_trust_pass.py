"""ADR-0077, Trust Pass; E11: conflicts flagged on both, the stronger first; uncertain; stale."""

from __future__ import annotations

from claudeops_desktop.memory import tables
from claudeops_desktop.memory.types import MemoryLink


def marks(found):
    return {item.memory.id: item.marks for item in found.items}


def test_conflicting_claims_in_one_set_are_both_flagged_the_stronger_first(asking):
    weak = asking.put("Takes 60s to start after restart", "jellyfin", category="timing", confidence=0.5)
    strong = asking.put("Takes 10s to start after restart", "jellyfin", category="timing", confidence=0.9)
    found = asking.ask("how long does jellyfin take to start")
    assert marks(found) == {weak: ("[conflict]",), strong: ("[conflict]",)}
    assert [item.memory.id for item in found.items] == [strong, weak]
    assert found.conflicts == ((strong, weak),)


def test_a_recorded_contradiction_is_flagged_whatever_the_words_say(asking):
    one = asking.put("The mail queue is emptied by cron", confidence=0.8)
    other = asking.put("A timer looks after the mail queue", confidence=0.6)
    at = asking.ask("nothing of that").question and "2026-01-01T00:00:00.000Z"
    asking.store.write(lambda: tables.add_link(MemoryLink(other, one, "contradicts", "", at))).result()
    assert asking.ask("mail queue").conflicts == ((one, other),)


def test_a_claim_under_0_3_is_marked_uncertain_and_still_comes_back(asking):
    key = asking.put("Perhaps the mail queue is emptied at noon", confidence=0.2, active=0)
    assert marks(asking.ask("mail queue")) == {key: ("[uncertain]",)}


def test_what_nobody_confirmed_for_long_is_marked_stale(asking):
    old = asking.put("The mail queue is emptied at noon", days=91)
    rule = asking.put("The mail queue is never emptied by hand", days=900, domain="rules-conventions")
    by_state = asking.put("The mail queue lies on its own disk", days=1, state="stale")
    found = marks(asking.ask("mail queue", profile="deep"))
    assert found == {old: ("[stale]",), rule: (), by_state: ("[stale]",)}


def test_held_superseded_and_archived_facts_come_only_when_asked_for(asking):
    plain = asking.put("The mail queue is emptied at noon")
    held = asking.put("The mail queue may be emptied with sudo", gate="hold", active=0)
    gone = asking.put("The mail queue is emptied at midnight", superseded_by=plain)
    laid = asking.put("The mail queue was on the old disk", state="archived")
    assert asking.ids("mail queue") == [plain]
    assert set(asking.ids("mail queue", profile="deep")) == {plain, laid}
    every = asking.ask("mail queue", include_held=True, include_superseded=True, include_archived=True)
    assert {key: found for key, found in marks(every).items() if key in (held, laid)} == {
        held: ("[held]",),
        laid: ("[archived]",),
    }
    assert "[superseded]" in marks(every)[gone]

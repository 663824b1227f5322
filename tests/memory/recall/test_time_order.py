"""An answer holds the newest of near facts first, and the newer one of what it calls older (E9)."""

from __future__ import annotations

from datetime import timedelta

from claudeops_desktop.core.clock import to_text


def order(found) -> list[int]:
    return [item.memory.id for item in found.items]


def test_the_newest_of_near_facts_is_the_first_answer(asking):
    old = asking.put("Dashboard is reachable on port 8080 without a password", "traefik", days=9)
    new = asking.put("The dashboard sits behind authelia", "traefik", days=1)
    asked = "is the traefik dashboard on port 8080 without a password"
    assert order(asking.ask(asked, everything=True))[0] == old  # it says more of the question
    assert order(asking.ask(asked))[:2] == [new, old]


def test_a_fact_that_was_edited_since_stays_as_old_as_what_it_says(asking):
    old = asking.put("Dashboard is reachable on port 8080 without a password", "traefik", days=9)
    new = asking.put("The dashboard sits behind authelia", "traefik", days=1)
    asking.change(old, updated_at=to_text(asking.clock() + timedelta(hours=1)))
    assert order(asking.ask("is the traefik dashboard on port 8080 without a password"))[:2] == [new, old]


def test_what_announces_the_change_of_an_answer_comes_with_it(asking):
    old = asking.put("Zigbee stick is a ConBee II", "homeassistant", days=9)
    new = asking.put("I swapped the ConBee for a Sonoff dongle on a two metre extension", "homeassistant", days=1)
    asking.put("Restarts take 40 seconds", "homeassistant", days=2)
    found = asking.ask("which zigbee stick is in use")
    assert order(found) == [new, old]
    assert [("[older]" in item.marks) for item in found.items] == [False, True]


def test_what_announces_a_change_and_may_not_be_shown_does_not_come(asking):
    old = asking.put("Zigbee stick is a ConBee II", "homeassistant", days=9)
    asking.put("I swapped the ConBee for a Sonoff dongle", "homeassistant", days=1, gate="hold", active=0)
    asking.put("I swapped the ConBee for a SkyConnect", "homeassistant", days=1, superseded_by=old)
    found = asking.ask("which zigbee stick is in use")
    assert order(found) == [old]
    assert found.items[0].marks == ()


def test_a_limit_holds_with_what_announces_a_change(asking):
    asking.put("Zigbee stick is a ConBee II", "homeassistant", days=9)
    new = asking.put("I swapped the ConBee for a Sonoff dongle on a two metre extension", "homeassistant", days=1)
    assert order(asking.ask("which zigbee stick is in use", limit=1)) == [new]


def test_of_a_pair_in_conflict_one_may_lie_past_the_limit(asking):
    asking.put("Takes 60s to start after restart", "jellyfin", days=9, category="timing")
    asking.put("Takes 10s to start after restart", "jellyfin", days=5, category="timing")
    moved = asking.put("The start was moved to the NVMe, restart included", "jellyfin", days=1, category="timing")
    found = asking.ask("how long does jellyfin take to start", limit=2)
    assert len(found.items) == 2
    assert order(found)[0] == moved
    assert found.conflicts == ()


def test_of_a_pair_in_conflict_the_pinned_one_is_the_stronger(asking):
    pinned = asking.put("Takes 60s to start after restart", "jellyfin", days=9, category="timing", pinned=1)
    new = asking.put("Takes 10s to start after restart", "jellyfin", days=1, category="timing", confidence=0.9)
    found = asking.ask("how long does jellyfin take to start")
    assert found.conflicts == ((pinned, new),)
    assert order(found) == [pinned, new]


def test_of_a_pair_in_conflict_the_newer_one_is_the_stronger(asking):
    old = asking.put("Takes 60s to start after restart", "jellyfin", days=9, category="timing", confidence=0.9)
    new = asking.put("Takes 10s to start after restart", "jellyfin", days=1, category="timing", confidence=0.5)
    assert asking.ask("how long does jellyfin take to start").conflicts == ((new, old),)


def test_a_session_s_own_conclusion_is_no_answer_before_an_older_fact_of_the_operator(asking):
    old = asking.put("Dashboard is reachable on port 8080", "traefik", days=9, source="operator")
    new = asking.put("The dashboard is reachable on the port 9090 without a password", "traefik", days=1)
    assert order(asking.ask("is the traefik dashboard on port 9090 without a password"))[:2] == [old, new]


def test_what_was_measured_is_the_first_answer_before_an_older_fact_of_the_operator(asking):
    old = asking.put("Dashboard is reachable on port 8080", "traefik", days=9, source="operator")
    new = asking.put("The dashboard is reachable on the port 9090", "traefik", days=1, source_key="measured")
    assert order(asking.ask("is the traefik dashboard on port 8080"))[:2] == [new, old]

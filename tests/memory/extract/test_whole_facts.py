"""What a session says of one thing in several sentences is one fact, and one that a reader understands alone (E3)."""

from __future__ import annotations

import pytest

from claudeops_desktop.language.extraction.later_statements import current
from claudeops_desktop.language.extraction.rule_extractor import RulesExtractor
from claudeops_desktop.language.extraction.session_context import targets
from claudeops_desktop.language.extraction.types import ConversationPassage, ConversationTurn
from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory.extraction.extract_facts import extraction_of

EXTRACTOR = RulesExtractor(("jellyfin", "caddy"))
CWD = "/srv/paperless"


def facts(*turns: tuple[str, str], cwd: str = CWD) -> list[ExtractedFact]:
    """What is drawn of turns; a role ``$`` is a command."""
    said = []
    for number, (role, text) in enumerate(turns, 1):
        if role == "$":
            said.append(ConversationTurn(number, "tool", "", tool="Bash", command=text, cwd=cwd))
        else:
            said.append(ConversationTurn(number, role, text, cwd=cwd))  # type: ignore[arg-type]
    return list(extraction_of([ConversationPassage(tuple(said))], EXTRACTOR).facts)


def texts(*turns: tuple[str, str], cwd: str = CWD) -> list[str]:
    return [fact.text for fact in facts(*turns, cwd=cwd)]


@pytest.mark.parametrize(
    ("command", "service"),
    [
        ("docker logs --tail 50 zigbee2mqtt", "zigbee2mqtt"),
        ("ssh db02 journalctl -u pgbouncer -n 50", "pgbouncer"),
        ("sudo systemctl restart wg-reresolve@wg-wh.timer", "wg-reresolve"),
        ("docker compose -f /srv/x/compose.yml restart tika", "tika"),
        ("kubectl -n shop rollout status deployment/checkout-api", "checkout-api"),
        ("kubectl -n monitoring logs thanos-compact-0", "thanos-compact"),
        ("helm -n ingress upgrade ingress-nginx ./chart", "ingress-nginx"),
    ],
)
def test_a_command_names_the_service_that_it_is_for(command: str, service: str) -> None:
    assert list(targets(command)) == [service]


def test_what_names_nothing_is_about_the_folder_that_the_session_works_in() -> None:
    fact = facts(("assistant", "The inbox needs 30 s to be polled because change events fail over NFS."))[0]
    assert fact.service == "paperless"


def test_without_a_folder_it_is_about_what_the_commands_were_for() -> None:
    said = (("$", "docker logs zigbee2mqtt"), ("assistant", "The network needs 90 seconds until all routers answer."))
    assert facts(*said, cwd="/home/ops")[0].service == "zigbee2mqtt"


def test_a_fact_whose_value_a_later_one_names_as_wrong_goes() -> None:
    was = ExtractedFact("The media host overrides the limit to 512m", "behavior")
    now = ExtractedFact("The override of the media host limit is 1g, not 512m", "behavior")
    assert current([was, now]) == [None, now]


def test_two_facts_without_a_shared_value_both_stay() -> None:
    said = [
        ExtractedFact("The update started the app while redis was loading, which takes 70 seconds", "timing"),
        ExtractedFact("The app now waits until redis answers before it starts", "dependency"),
    ]
    assert current(said) == said


def test_facts_that_hold_side_by_side_stay() -> None:
    said = [
        ExtractedFact("Serves metrics on port 9100", "behavior", "node"),
        ExtractedFact("Serves the admin page on port 9101", "behavior", "node"),
        ExtractedFact("caddy1 takes 15 seconds to start", "timing", "caddy"),
        ExtractedFact("caddy2 takes 25 seconds to start", "timing", "caddy"),
    ]
    assert current(said) == said


def test_a_number_in_letters_is_replaced_by_the_later_one():
    first = ExtractedFact("The audit log is kept for three days", "behavior", "vault")
    later = ExtractedFact("The audit log is kept for seven days", "behavior", "vault")
    assert current([first, later]) == [None, later]

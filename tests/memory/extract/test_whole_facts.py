"""What a session says of one thing in several sentences is one fact, and one that a reader understands alone (E3)."""

from __future__ import annotations

import pytest

from claudeops_desktop.language.extraction.later_statements import current
from claudeops_desktop.language.extraction.plain_statement import is_statement
from claudeops_desktop.language.extraction.rule_extractor import RulesExtractor
from claudeops_desktop.language.extraction.session_context import targets
from claudeops_desktop.language.extraction.types import ConversationPassage, ConversationTurn
from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory.extraction.extract_facts import extraction_of
from claudeops_desktop.memory.extraction.passages import passages

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
    ("text", "words"),
    [
        ("Two workers corrupt the index, so it runs with one.", ("corrupt", "runs with one")),
        ("The worker runs as one instance. Two of them book each order twice.", ("one instance", "twice")),
        ("Redis needs 1536M. With less it is killed on large files.", ("1536M", "killed")),
        ("Restarting alone did not help. Deleting the lock file fixed it.", ("Restarting alone", "lock file")),
        ("Caddy returns 503. It does so for two minutes after a reload, which is normal.", ("503", "two minutes")),
        ("Symptom: a new node answers 502. Restarting has no effect. Remedy: add it to the pool.", ("502", "add it")),
    ],
)
def test_condition_cause_and_cure_stay_together(text: str, words: tuple[str, ...]) -> None:
    found = texts(("assistant", text))
    assert any(all(word in one for word in words) for one in found), found


def test_a_labelled_list_of_cause_attempt_and_cure_is_one_fact() -> None:
    found = texts(
        (
            "assistant",
            "- cause: it starts before wg0 has its address\n"
            "- tried: Restart=on-failure gives up after 5 attempts\n"
            "- cure: a drop-in with After=wg-quick@wg0.service",
        )
    )
    assert len(found) == 1
    assert all(word in found[0] for word in ("wg0 has its address", "gives up", "After=wg-quick"))


def test_a_step_with_its_outcome_is_told_without_who_took_it() -> None:
    found = texts(("assistant", "You restarted rabbit, which did not help. Restarting the worker brought it back."))
    assert found == ["Restarting rabbit did not help; restarting the worker brought it back"]


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
    fact = facts(("assistant", "The inbox is polled every 30 s because change events do not work over NFS."))[0]
    assert fact.service == "paperless"


def test_without_a_folder_it_is_about_what_the_commands_were_for() -> None:
    said = (("$", "docker logs zigbee2mqtt"), ("assistant", "The network needs 90 seconds until all routers answer."))
    assert facts(*said, cwd="/home/ops")[0].service == "zigbee2mqtt"


def test_what_was_spoken_of_before_a_passage_is_known_in_it() -> None:
    turns = [
        ConversationTurn(1, "user", "x " * 1_600),
        ConversationTurn(2, "tool", "", tool="Bash", command="docker logs mosquitto"),
    ]
    turns += [
        ConversationTurn(3, "user", "go on"),
        ConversationTurn(4, "assistant", "It listens on port 1883 without TLS."),
    ]
    found = list(passages(turns, "cli:a"))
    assert [turn.command for turn in found[-1].earlier if turn.command] == ["docker logs mosquitto"]
    assert EXTRACTOR.extract(found[-1]).facts[0].service == "mosquitto"


def test_a_sentence_without_a_subject_gets_the_one_above_it() -> None:
    found = texts(("assistant", "## thanos-compact\n\n- Needs 100 GiB of scratch space on /data."), cwd="")
    assert found == ["thanos-compact needs 100 GiB of scratch space on /data"]


def test_a_table_of_settings_is_read_by_its_heading() -> None:
    table = "## jellyfin\n\n| Setting | Value | Status |\n|---|---|---|\n| scan interval | 30 min | ok |"
    assert texts(("assistant", table), cwd="") == ["Scan interval of jellyfin is 30 min"]


@pytest.mark.parametrize(
    "text",
    [
        "Deploys go through ArgoCD only.",
        "The platform team owns the cluster.",
        "Change window for the runners is Tuesday 14:00-16:00.",
        "We keep 14 daily and 6 monthly snapshots.",
        "dont touch the gateway between 7 and 9 am, school online classes",
        "no changes on the router between 7:00 and 9:00",
    ],
)
def test_policies_ownership_and_schedules_of_the_operator_are_facts(text: str) -> None:
    assert len(facts(("assistant", "What else?"), ("user", text))) == 1


@pytest.mark.parametrize(
    ("role", "text"),
    [
        ("assistant", "Disk usage is 71 %."),
        ("assistant", "The queue has 1204 messages at this moment."),
        ("assistant", "Raising the limit to 60 might be safe."),
        ("assistant", "If it died today, there would be no second Prometheus."),
        ("assistant", "Suppose someone set it to true: then any namespace could inject Lua."),
        ("assistant", "Let me check how many replicas are configured."),
        ("assistant", "Kibana returns 503."),
        ("user", "maybe we'll move to postgres one day"),
        ("user", "should we raise the TTL?"),
        ("user", "logins are timing out for half of the office again"),
    ],
)
def test_plans_hopes_questions_and_moments_are_no_facts(role: str, text: str) -> None:
    assert texts((role, text)) == []


def test_a_later_value_replaces_the_earlier_one_of_the_session() -> None:
    found = texts(
        ("assistant", "Undeliverable mail bounces after 5 days."),
        ("user", "Set it to 2 days."),
        ("assistant", "Undeliverable mail now bounces after 2 days."),
    )
    assert [one for one in found if "bounces" in one] == ["Undeliverable mail now bounces after 2 days"]


def test_only_the_clause_that_was_corrected_goes() -> None:
    was = ExtractedFact("Request bodies are limited to 64m; the media host overrides the limit to 512m", "behavior")
    now = ExtractedFact("The override of the media host limit is 1g, not 512m", "behavior")
    left = current([was, now])
    assert [fact.text for fact in left if fact] == ["Request bodies are limited to 64m", now.text]


def test_facts_that_hold_side_by_side_stay() -> None:
    said = [
        ExtractedFact("Serves metrics on port 9100", "behavior", "node"),
        ExtractedFact("Serves the admin page on port 9101", "behavior", "node"),
        ExtractedFact("caddy1 takes 15 seconds to start", "timing", "caddy"),
        ExtractedFact("caddy2 takes 25 seconds to start", "timing", "caddy"),
    ]
    assert current(said) == said


@pytest.mark.parametrize(
    "text",
    [
        "Where do the snapshots get stored",
        "Who do we call if the pool is degraded",
        "Unless somebody vetoes it",
        "I can't find one documented anywhere",
        "Good point, the pool is mirrored for that",
        "The lights answer at once now",
        "The owner of the pool is not written down, as far as",
    ],
)
def test_half_sentences_questions_and_how_it_goes_now_are_no_statements(text):
    assert not is_statement(text.lower(), from_user=False)


@pytest.mark.parametrize(
    "text",
    [
        "Unless two people agree, the pool is never destroyed",
        "Now the proxy listens on 8443",
        "What the exporter reads comes from /proc",
        "The pool is a mirror of two disks",
    ],
)
def test_whole_statements_with_a_condition_or_a_new_value_stay(text):
    assert is_statement(text.lower(), from_user=False)


def test_a_number_in_letters_is_replaced_by_the_later_one():
    first = ExtractedFact("The audit log is kept for three days", "behavior", "vault")
    later = ExtractedFact("The audit log is kept for seven days", "behavior", "vault")
    assert current([first, later]) == [None, later]

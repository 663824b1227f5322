"""Which words correct the agent, and what short rule they make (E15; Behavior Loop).

Labelled before the rules saw them.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.language.extraction.lesson_rules import find
from claudeops_desktop.language.extraction.types import ConversationTurn

DONE = ConversationTurn(1, "assistant", "I restarted jellyfin and it is healthy again.")

CORRECTIONS = [
    ("No, don't restart jellyfin while streams are running.", "Don't restart jellyfin while streams are running"),
    ("No! Don't delete the old snapshots.", "Don't delete the old snapshots"),
    ("Wrong. Never touch the production database from tier 1.", "Don't touch the production database from tier 1"),
    ("Stop restarting postgres for every slow query.", "Avoid restarting postgres for every slow query"),
    ("Use podman instead of docker.", "Prefer podman over docker"),
    ("No, use systemctl reload nginx instead of restart.", "Prefer systemctl reload nginx over restart"),
    ("Use the staging replica, not the primary.", None),  # a comma before "not": two things, too loose
    ("Use rsync rather than scp, it resumes.", "Prefer rsync over scp"),
    ("I prefer short answers over long reports.", "Prefer short answers over long reports"),
    ("We prefer reload to restart.", "Prefer reload over restart"),
    (
        "Instead of restarting the container, reload its config.",
        "Prefer reload its config over restarting the container",
    ),
    ("You should have checked the logs first.", "Check the logs first"),
    ("You should have waited 60 seconds before the second try.", "Wait 60 seconds before the second try"),
    ("You shouldn't have restarted wireguard.", "Don't restart wireguard"),
    ("You should not have deleted that volume without asking.", "Don't delete that volume without asking"),
    ("Next time, check the disk before you restart anything.", "Check the disk before you restart anything"),
    ("From now on use the read-only account.", "Use the read-only account"),
    ("Always back up the config before you edit it.", "Always back up the config before you edit it"),
    ("In future ask before you prune images.", "Ask before you prune images"),
    ("I told you to leave the backup host alone.", "Leave the backup host alone"),
    ("Never run docker system prune on nas.", "Don't run docker system prune on nas"),
    ("Please use the replica for such queries from now on.", "Use the replica for such queries"),
    ("That was wrong, you should have drained the node first.", "Drain the node first"),
    ("You shouldn't have pruned the images.", "Don't prune the images"),
    ("No, that's wrong: jellyfin listens on port 8097.", "Jellyfin listens on port 8097"),
    ("Actually no, the backup runs on nas-02.", "The backup runs on nas-02"),
    ("Next time use reload instead of restart.", "Prefer reload over restart"),
    ("Don't ever reboot the router during office hours.", "Don't reboot the router during office hours"),
]

ADMITTED = [
    ("I should have checked the tunnel first.", "Check the tunnel first"),
    ("I shouldn't have restarted the database.", "Don't restart the database"),
    ("My mistake: I should have used the replica.", "Use the replica"),
    (
        "I was wrong to restart the container before reading the logs.",
        "Don't restart the container before reading the logs",
    ),
    ("Next time I will drain the node before the upgrade.", "Drain the node before the upgrade"),
    ("Sorry, I should not have assumed the port.", "Don't assume the port"),
]

NO_LESSONS = [
    "No errors since noon.",
    "Never saw that before.",
    "Nobody uses it now.",
    "Never ran out of memory.",
    "Never comes back after a reboot.",
    "Never fails on Sundays.",
    "No one logs in on weekends.",
    "Don't worry, that is fine.",
    "Don't forget to check the disk.",
    "No, that's all.",
    "No.",
    "No, it is still slow.",
    "No restarts in the last five minutes.",
    "Actually it is down again.",
    "Actually the page is still blank.",
    "That's wrong.",
    "Don't do that.",
    "Never mind.",
    "Please restart jellyfin now.",
    "Use port 8443 for now instead of 8080.",
    "Don't restart it today.",
    "What should I have used instead?",
    "Should you have restarted it?",
    "It always fails at night.",
    "The service never came back.",
    "I don't know why it failed.",
    "You should be able to reach it now.",
    "You should have a look at /var/log.",
    "You should have known.",
    "We use podman.",
    "That is not what I meant.",
    "Thanks, you should have enough space now.",
    "The backup should have finished by now.",
    "It should have been restarted by systemd.",
    "They should have told us.",
    "Always happy to help!",
    "Never had this before.",
    "No, restart the other one instead.",
    "No. You pruned the images, I never asked for that.",
    "Don't you think it is the DNS?",
    "It stops restarting after three tries.",
    "~ Don't restart jellyfin (confidence: 0.8; age: 12d; operations)",
    "`never run rm -rf /`",
]

AGENT_SAYS_NO_LESSON = [
    "I should have the results in a minute.",
    "You should have checked the logs first.",
    "The container should have started by now.",
    "I will restart it next time it fails.",
    "Never restart jellyfin while streams are running.",
    "Use podman instead of docker.",
    "I was wrong about the port, it is 8443.",
    "I should have been clearer.",
]

FIRST_WORDS_NO_LESSON = [
    "Don't restart anything, only look.",
    "Use the staging host instead of production.",
    "No restarts please, check jellyfin.",
]


def _rules(*turns: ConversationTurn) -> list[str]:
    return [found.rule for found in find(turns)]


@pytest.mark.parametrize(("text", "rule"), [case for case in CORRECTIONS if case[1]])
def test_whenever_the_user_corrects_the_agent_the_correction_is_extracted_as_a_rule(text: str, rule: str):
    assert _rules(DONE, ConversationTurn(2, "user", text)) == [rule]


@pytest.mark.parametrize(("text", "rule"), ADMITTED)
def test_whenever_the_agent_makes_a_mistake_what_it_admits_is_extracted_as_a_rule(text: str, rule: str):
    assert _rules(ConversationTurn(1, "assistant", text)) == [rule]


@pytest.mark.parametrize("text", [*NO_LESSONS, *(text for text, rule in CORRECTIONS if not rule)])
def test_what_corrects_nothing_makes_no_rule(text: str):
    assert _rules(DONE, ConversationTurn(2, "user", text)) == []


@pytest.mark.parametrize("text", AGENT_SAYS_NO_LESSON)
def test_an_agent_makes_no_rules_but_those_it_owns_up_to(text: str):
    assert _rules(ConversationTurn(1, "assistant", text)) == []


@pytest.mark.parametrize("text", FIRST_WORDS_NO_LESSON)
def test_a_wish_for_this_run_is_no_correction(text: str):
    assert _rules(ConversationTurn(1, "user", text), DONE) == []


def test_what_is_said_for_good_counts_at_once():
    assert _rules(ConversationTurn(1, "user", "Never restart wireguard on gw1.")) == ["Don't restart wireguard on gw1"]


def test_a_correction_that_needs_what_it_answers_says_so():
    said = ConversationTurn(1, "assistant", "Jellyfin listens on port 8096.")
    assert _rules(said, ConversationTurn(2, "user", "No, it's 8097.")) == [
        "“Jellyfin listens on port 8096” is wrong: it's 8097"
    ]


def test_a_correction_answers_what_was_said_in_the_passage_before():
    said = ConversationTurn(2, "user", "No, don't restart jellyfin while streams are running.")
    assert [found.rule for found in find([said], [DONE])] == ["Don't restart jellyfin while streams are running"]


def test_a_text_that_was_pasted_teaches_nothing():
    document = "Never restart wireguard on gw1.\n" + "A line of a document.\n" * 100
    assert _rules(ConversationTurn(1, "user", document)) == []


def test_tool_output_teaches_nothing():
    assert _rules(DONE, ConversationTurn(2, "tool", "Never run this as root.", tool="Bash")) == []


def test_the_same_rule_twice_is_one():
    said = ConversationTurn(
        2, "user", "Never run docker system prune on nas. Really: never run docker system prune on nas!"
    )
    assert _rules(DONE, said) == ["Don't run docker system prune on nas"]


def test_there_are_enough_labelled_examples():
    cases = (CORRECTIONS, ADMITTED, NO_LESSONS, AGENT_SAYS_NO_LESSON, FIRST_WORDS_NO_LESSON)
    assert sum(map(len, cases)) >= 40


@given(st.lists(st.tuples(st.sampled_from(["user", "assistant", "tool"]), st.text(max_size=200)), max_size=4))
def test_any_text_is_read_without_a_fault(turns: list[tuple[str, str]]):
    for found in find([ConversationTurn(place, role, text) for place, (role, text) in enumerate(turns)]):  # type: ignore[arg-type]
        assert 12 <= len(found.rule) <= 200

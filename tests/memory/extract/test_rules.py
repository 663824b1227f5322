"""The extractor that needs no model (E3): what was said outright, word for word, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.core.paths import bundled_path
from claudeops_desktop.language.extraction.rule_extractor import RulesExtractor
from claudeops_desktop.language.extraction.types import ConversationPassage, ConversationTurn, ExtractionResult
from claudeops_desktop.language.types import CATEGORIES, ExtractedFact

SERVICES = ("jellyfin", "postgres", "caddy", "wireguard", "adguard", "nextcloud", "home-assistant", "mosquitto")
AT = "2026-03-01T12:00:00.000Z"


def said(*turns: tuple[str, str]) -> ExtractionResult:
    made = tuple(ConversationTurn(n, role, text, AT) for n, (role, text) in enumerate(turns, start=1))  # type: ignore[arg-type]
    return RulesExtractor(SERVICES).extract(ConversationPassage(made, "session:1"))


def only(text: str, role: str = "assistant") -> ExtractedFact:
    [fact] = said((role, text)).facts
    return fact


def test_a_measured_value_is_kept_in_its_own_words() -> None:
    fact = only("I looked at it. The restart of jellyfin took 63 seconds until it was healthy.")
    assert (fact.service, fact.category, fact.strength) == ("jellyfin", "timing", "explicit")
    assert fact.text == "The restart of jellyfin took 63 seconds until it was healthy"
    assert fact.quote_at == AT


@pytest.mark.parametrize(
    "text",
    [
        "The cause was a missing PTR record of the IPv6 address.",
        "Fixed by inet_protocols = ipv4.",
        "Scaling the workers back to 12 cleared it.",
        "Flushing the queue and a plain restart of postfix changed nothing.",
        "What started it: the slot of replica 3 was inactive, so the volume filled up.",
        "The upgrade fails because redis is loading its dataset.",
        "Turning maintenance mode off is not enough, it goes straight back to 503.",
    ],
)
def test_a_sentence_of_cause_cure_or_a_failed_attempt_is_kept_whole(text: str) -> None:
    fact = only(text)
    assert (fact.category, fact.text) == ("remediation", text.rstrip("."))


def test_sentences_are_never_joined() -> None:
    facts = said(("assistant", "Restarting rabbit did not help. Restarting the worker fixed it.")).facts
    assert [fact.text for fact in facts] == ["Restarting rabbit did not help", "Restarting the worker fixed it"]


def test_each_fact_is_drawn_once() -> None:
    line = "Caddy must be started after WireGuard."
    assert len(said(("assistant", f"{line}\n{line}"), ("assistant", line)).facts) == 1


def test_tool_output_is_never_extracted() -> None:
    assert said(("tool", "Caddy must be started after WireGuard. Jellyfin takes 60s to start.")).facts == ()


@pytest.mark.parametrize(
    "text",
    [
        "- [timing] Takes 60s to start after restart (confidence: 0.8)",
        "~ Caddy must be started after WireGuard (confidence: 0.8; age: 12d; operations)",
        "## Operational Memory (1 memory, ~40 tokens)\n\n### caddy\n- Must be started after WireGuard, always",
        "As noted, caddy must be started after WireGuard (confidence: 0.9)",
        "<system-reminder>Caddy must be started after WireGuard</system-reminder>",
    ],
)
def test_injected_text_is_never_extracted_again(text: str) -> None:
    assert said(("assistant", text), ("user", text)).facts == ()


def test_what_follows_an_injected_section_is_read() -> None:
    text = "## Operational Memory (1 memory, ~40 tokens)\n- [timing] Takes 60s (confidence: 0.8)\n## Findings\n"
    assert len(said(("assistant", text + "- Caddy must be started after WireGuard")).facts) == 1


@pytest.mark.parametrize("name", sorted(path.name for path in bundled_path("prompts").glob("*.md")))
def test_our_own_prompts_hold_no_facts(name: str) -> None:
    prompt = bundled_path("prompts", name).read_text(encoding="utf-8")
    assert said(("user", prompt)).facts == ()


def test_markers_are_stored_already_and_not_drawn_again() -> None:
    text = "[MEMORY:dependency:caddy] Must be started after WireGuard\n- **[EVENT:warning:caddy] Always fails when …**"
    assert said(("assistant", text)).facts == ()


def test_code_and_quoted_output_are_passed_over() -> None:
    text = "```\nCaddy must be started after WireGuard\n```\n> Jellyfin takes 60s\n2026-03-01 12:00:00 x always fails"
    assert said(("assistant", text)).facts == ()


def test_what_is_said_with_a_doubt_is_left_out() -> None:
    assert said(("assistant", "It looks like caddy must be started after WireGuard.")).facts == ()


def test_a_rule_of_the_operators_is_a_rule_and_high() -> None:
    fact = only("Never restart postgres during the day.", "user")
    assert (fact.domain, fact.priority, fact.service) == ("rules-conventions", "high", "postgres")


def test_a_preference_of_the_operators() -> None:
    fact = only("We prefer restic over borg for new hosts.", "user")
    assert fact.domain == "preferences"


def test_a_correction_is_high() -> None:
    (fact,) = said(("assistant", "I see."), ("user", "No, jellyfin listens on port 8097, not 8096.")).facts
    assert (fact.priority, fact.laid_down) == ("high", True)
    assert fact.text == "jellyfin listens on port 8097, not 8096"


@pytest.mark.parametrize(
    "text",
    [
        "Restart jellyfin and check that caddy answers.",
        "Don't restart anything today, we have guests.",
        "Why does caddy always fail when WireGuard is down?",
        "please check whether postgres needs a vacuum",
    ],
)
def test_a_task_is_no_fact(text: str) -> None:
    assert said(("user", text)).facts == ()


def test_a_list_by_service_gives_each_its_own() -> None:
    facts = said(
        (
            "assistant",
            "- **jellyfin**: takes 60 s to start after a restart\n- caddy: returns 502 while WireGuard is down",
        )
    ).facts
    assert [(fact.service, fact.text) for fact in facts] == [
        ("jellyfin", "jellyfin: takes 60 s to start after a restart"),
        ("caddy", "caddy: returns 502 while WireGuard is down"),
    ]


def test_a_heading_names_the_service_below_it() -> None:
    fact = only("### jellyfin\n\nThe first start after an upgrade always fails with a database lock.")
    assert fact.service == "jellyfin"


@pytest.mark.parametrize("text", ["It takes 60 s to start.", "That gave two minutes and then it needed a restart."])
def test_a_sentence_that_points_elsewhere_is_no_fact(text: str) -> None:
    assert said(("assistant", "I restarted jellyfin."), ("assistant", text)).facts == ()


def test_wrapped_lines_are_one_sentence() -> None:
    fact = only(
        "The web interface of jellyfin takes\n60 s to answer after a restart, because\nthe library is read first."
    )
    assert "60 s" in fact.text
    assert "library" in fact.text


def test_configured_names_are_found_in_other_spellings() -> None:
    extractor = RulesExtractor(("home-assistant", "postgres-main"))
    passage = ConversationPassage(
        (ConversationTurn(1, "assistant", "Home Assistant takes 40 s to start.\nPostgres must be up before the API."),)
    )
    assert [fact.service for fact in extractor.extract(passage).facts] == ["home-assistant", "postgres-main"]


def test_rules_cost_nothing_and_say_who_drew_it() -> None:
    found = said(("assistant", "Jellyfin takes 60 s to start."))
    assert (found.by, found.cost_usd) == ("rules", 0)


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(["user", "assistant", "tool"]), st.text(max_size=300)), max_size=4))
def test_no_text_breaks_it(turns: list[tuple[str, str]]) -> None:
    for fact in said(*turns).facts:
        assert fact.category in CATEGORIES
        assert fact.text


PIECES = [
    "jellyfin",
    "took",
    "63 s",
    "after",
    "a restart",
    "must be started",
    "because",
    ". ",
    "\n",
    "- ",
    "it",
    "**",
    "`",
    "[",
]


@pytest.mark.slow
@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_no_order_of_words_breaks_it(pieces: list[str]) -> None:
    for fact in said(("assistant", " ".join(pieces))).facts:
        assert 0 < fact.confidence <= 1
        assert len(fact.quote) <= 700


def test_a_transcript_cut_in_the_middle_is_read_to_its_end() -> None:
    text = "Caddy must be started after WireGuard. Jellyfin takes 60 s to start. Postgres is VACU"
    for end in range(len(text)):
        said(("assistant", text[:end]))
    assert len(said(("assistant", text)).facts) == 2


def test_a_line_without_end_is_read_in_part() -> None:
    long = "jellyfin takes 60 s to start and " * 20_000
    assert len(said(("assistant", long)).facts) <= 1


@pytest.mark.parametrize(
    "text",
    [
        "I cannot restart nginx because the cooldown is on.",
        "I try the reload of nginx once more, in case the operator lifted the limit.",
        "In this session nginx must not be restarted before postgres.",
        "The test suite needs redis on port 6379.",
        "The tests must be run before each deploy of gitea.",
        "In the mock, postgres takes 2 seconds to start.",
        "nginx: port 80 is in use right now.",
        "mq1 sits at 100% CPU because of the backlog queue.",
        "It's 20:05 now, so I'll delete the pod together with both of its PVCs.",
        "The queue of postfix must be flushed first, I'll try that.",
        "Restarting postfix to drop its connection cache won't hurt.",
        "I restarted nginx.",
    ],
)
def test_talk_of_the_session_of_tests_and_of_the_moment_is_no_fact(text: str) -> None:
    assert said(("assistant", text)).facts == ()


def test_the_task_that_a_session_is_given_is_no_fact_but_a_rule_in_it_is() -> None:
    task = "Jellyfin takes 60 seconds to start after a restart. Never restart jellyfin during the day."
    (fact,) = said(("user", task)).facts
    assert (fact.text, fact.laid_down) == ("Never restart jellyfin during the day", True)


def test_what_the_operator_wants_remembered_is_laid_down() -> None:
    found = said(
        ("user", "Hello."), ("user", "Remember that jellyfin takes 60 seconds to start after a restart.")
    ).facts
    assert [fact.laid_down for fact in found] == [True]


@pytest.mark.parametrize("lead", ["No, that's wrong: ", "Actually no, ", "Wrong, "])
def test_a_correction_is_kept_without_its_objection(lead: str) -> None:
    (fact,) = said(("assistant", "I see."), ("user", f"{lead}the backup runs on nas-02.")).facts
    assert (fact.text, fact.laid_down) == ("the backup runs on nas-02", True)


def test_a_correction_is_filed_under_the_service_of_what_it_answers() -> None:
    said_before = ("assistant", "The backup of jellyfin runs on nas-01.")
    (fact,) = said(said_before, ("user", "No, the backup runs on nas-02.")).facts
    assert (fact.service, fact.corrects) == ("jellyfin", said_before[1].rstrip("."))


def test_what_is_corrected_is_not_kept() -> None:
    (fact,) = said(("assistant", "Jellyfin takes 60s to start after a restart."), ("user", "No, it's 90s.")).facts
    assert (fact.text, fact.speaker) == ("it's 90s", "user")


def test_a_pasted_text_lays_nothing_down() -> None:
    document = "Never restart jellyfin during the day.\n\n" + "A line of a document.\n\n" * 100
    assert [fact.laid_down for fact in said(("assistant", "I see."), ("user", document)).facts if fact.laid_down] == []


@pytest.mark.parametrize(
    "text",
    [
        "But not before 20:00, cloning saturates the storage network.",
        "And please remember: updates of nextcloud only on Saturdays.",
        "We need at least 8 workers at the daily peak between 15:00 and 18:00 then.",
        "Payments owns that cluster, tell Marta before you change its manifest next time.",
        "Invoices go out at 06:00, so no mail maintenance between 05:30 and 07:00.",
        "Caddy must not be restarted while a stream is running.",
    ],
)
def test_an_order_of_a_person_is_laid_down(text: str) -> None:
    facts = said(("user", "Hello."), ("user", text)).facts
    assert [(fact.text, fact.laid_down) for fact in facts] == [(text.rstrip("."), True)]


@pytest.mark.parametrize(
    "text",
    [
        "No restarts in the last five minutes.",
        "Customers with gmail don't get our invoices since Monday.",
        "Data is 57 GB, that should be bearable.",
        "The backup never finishes.",
        "The first customers have confirmed that mail arrives.",
        "Orders are coming in again.",
        "No, the page is still blank.",
        "Actually the page is down again.",
        "No errors since noon.",
        "No errors on Sundays.",
        "No, there were no errors on Sundays.",
        "No one logs in on weekends.",
        "Nothing runs between 2:00 and 4:00.",
        "Nobody uses it on weekends.",
        "Customers don't log in on weekends.",
        "Jellyfin must not have been restarted since Monday.",
        "We have at least 8 workers on weekends.",
        "We never ran it on a weekend.",
        "The job starts and never comes back.",
    ],
)
def test_a_report_of_a_person_is_no_order(text: str) -> None:
    assert said(("user", "Hello."), ("assistant", "I look."), ("user", text)).facts == ()


def test_a_value_that_the_session_changed_afterwards_is_dropped() -> None:
    turns = (
        ConversationTurn(1, "assistant", "The limit client_max_body_size is 100m, nginx must be reloaded first."),
        ConversationTurn(
            2, "tool", "", tool="Bash",
            command="sed -i 's/client_max_body_size 100m/client_max_body_size 50g/' /etc/nginx/nginx.conf",
        ),
    )  # fmt: skip
    assert RulesExtractor().extract(ConversationPassage(turns)).facts == ()
    assert len(RulesExtractor().extract(ConversationPassage(turns[:1])).facts) == 1

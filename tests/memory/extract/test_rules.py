"""The extractor that needs no model (E3): what an operator would write down, and nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from snippets import SERVICES, measure, read

from claudeops_desktop.core.paths import bundled_path
from claudeops_desktop.language.extraction.expression_matcher import matcher
from claudeops_desktop.language.extraction.rule_extractor import RulesExtractor
from claudeops_desktop.language.extraction.types import ConversationPassage, ConversationTurn, ExtractionResult
from claudeops_desktop.language.types import CATEGORIES, ExtractedFact
from claudeops_desktop.memory.gate.gate import gate

AT = "2026-03-01T12:00:00.000Z"


def said(*turns: tuple[str, str]) -> ExtractionResult:
    made = tuple(ConversationTurn(n, role, text, AT) for n, (role, text) in enumerate(turns, start=1))  # type: ignore[arg-type]
    return RulesExtractor(SERVICES).extract(ConversationPassage(made, "session:1"))


def only(text: str, role: str = "assistant") -> ExtractedFact:
    [fact] = said((role, text)).facts
    return fact


def test_precision_and_recall_on_labelled_snippets() -> None:
    """Snippets that the rules were made with: what is found is right, and little is missed."""
    snippets = read("snippets.txt")
    measured = measure(snippets)
    assert len(snippets) >= 60
    assert sum(not snippet.wanted for snippet in snippets) >= 20
    assert measured.wrong == ()
    assert measured.recall >= 0.95, measured.missed
    assert measured.of_category / measured.right >= 0.75


def test_precision_and_recall_on_sentences_written_after_the_rules() -> None:
    """Two rounds, each measured at precision 1.0 and recall 0.67 before the rules learned from it."""
    measured = measure(read("snippets_more.txt"))
    assert measured.wrong == ()
    assert measured.recall >= 0.85, measured.missed


@pytest.mark.slow
def test_precision_and_recall_on_a_third_round() -> None:
    """Half of 120 sentences with a fact and 80 without, and 92 more: 0.33 of the half was found before."""
    measured = measure(read("snippets_third.txt"))
    assert measured.wrong == ()
    assert measured.recall >= 0.9, measured.missed


def test_precision_and_recall_on_what_no_rule_was_made_with() -> None:
    """The other half: 0.29 before the rules of the third round, 0.68 with them; without ground three, then two."""
    measured = measure(read("snippets_unseen.txt"))
    assert len(measured.wrong) <= 2
    assert measured.recall >= 0.65


@pytest.mark.slow
def test_what_is_drawn_passes_the_gate() -> None:
    """But for what was said with a doubt, and for orders to the agent, which are held."""
    stopped = []
    for snippet in read("snippets.txt") + read("snippets_more.txt"):
        for fact in said((snippet.role, snippet.text)).facts:
            outcome = gate(fact, "observed")
            if outcome.outcome != "allow" and fact.gate == "allow":
                stopped.append((outcome.outcome, outcome.rule, fact.text))
    assert [row for row in stopped if row[1] != "fetch-and-run"] == []


def test_a_measured_time_is_told_with_its_service() -> None:
    fact = only("I restarted jellyfin at 14:02. It took 63 seconds to become healthy after that restart.")
    assert (fact.service, fact.category) == ("jellyfin", "timing")
    assert fact.text.startswith("jellyfin took 63 seconds") or fact.text.startswith("Jellyfin took 63 seconds")
    assert "It took 63 seconds" in fact.quote
    assert fact.quote_at == AT


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


@pytest.mark.parametrize(
    ("text", "strength", "confidence"),
    [
        ("Caddy must be started after WireGuard.", "explicit", 0.9),
        ("I restarted caddy and it took 12 s to come up.", "implied", 0.7),
        ("It looks like caddy must be started after WireGuard.", "inferred", 0.5),
    ],
)
def test_strength_sets_the_starting_confidence(text: str, strength: str, confidence: float) -> None:
    fact = only(text)
    assert (fact.strength, fact.confidence) == (strength, confidence)
    assert fact.gate == ("hold" if strength == "inferred" else "allow")


@pytest.mark.parametrize(
    ("text", "sentiment"),
    [
        ("Caddy keeps crashing, it always fails when WireGuard is down!!", "frustrated"),
        ("Finally! Restarting caddy fixed the connection errors.", "excited"),
        ("It seems that caddy must be started after WireGuard.", "uncertain"),
        ("Caddy must be started after WireGuard.", "neutral"),
    ],
)
def test_sentiment_of_a_fact(text: str, sentiment: str) -> None:
    assert sentiment in {fact.sentiment for fact in said(("assistant", text)).facts}


def test_a_rule_of_the_operators_is_a_rule_and_high() -> None:
    fact = only("Never restart postgres during the day.", "user")
    assert (fact.domain, fact.priority, fact.service) == ("rules-conventions", "high", "postgres")


def test_a_preference_of_the_operators() -> None:
    fact = only("We prefer restic over borg for new hosts.", "user")
    assert fact.domain == "preferences"


def test_a_correction_is_high() -> None:
    fact = only("No, jellyfin listens on port 8097, not 8096.", "user")
    assert fact.priority == "high"
    assert fact.text == "Jellyfin listens on port 8097, not 8096"


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
        ("jellyfin", "Jellyfin takes 60 s to start after a restart"),
        ("caddy", "Caddy returns 502 while WireGuard is down"),
    ]


def test_a_heading_names_the_service_below_it() -> None:
    fact = only("### jellyfin\n\nThe first start after an upgrade always fails with a database lock.")
    assert fact.service == "jellyfin"


def test_without_a_subject_there_is_no_fact() -> None:
    assert said(("assistant", "It takes 60 s to start.")).facts == ()


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


def test_segments_follow_the_services() -> None:
    found = said(
        ("assistant", "Jellyfin takes 60 s to start."), ("assistant", "Caddy must be started after WireGuard.")
    )
    assert [segment.narrative for segment in found.segments] == [
        "What was said of jellyfin in turn 1: how long things take.",
        "What was said of caddy in turn 2: what needs what.",
    ]
    assert found.by == "rules"
    assert found.cost_usd == 0


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
    text = "Caddy must be started after WireGuard. Jellyfin takes 60 s to start. Postgres needs a VACU"
    for end in range(len(text)):
        said(("assistant", text[:end]))
    assert len(said(("assistant", text)).facts) == 2


def test_a_line_without_end_is_read_in_part() -> None:
    long = "jellyfin takes 60 s to start and " * 20_000
    assert len(said(("assistant", long)).facts) <= 1


def test_an_expression_that_looks_around_holds_as_pythons_does() -> None:
    rows = [r"\bruns on (?!a (?:loop|line\)))(?:the |[)\](])", r"(?<!not )\bsend\b", r"\w+(?=\s+to)", r"plain [a-z(]+"]
    texts = ["runs on the host", "runs on a loop", "runs on )", "do not send", "send it", "go to", "plain (x", "none"]
    ours = matcher(rows)
    assert [ours(text) for text in texts] == [any(re.search(row, text) for row in rows) for text in texts]


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

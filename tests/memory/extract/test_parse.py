"""The observer's answer, parsed strictly (E3; the component document, The observation pipeline)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.language.extraction.initial_confidence import CONFIDENCE, SENTIMENTS, STRENGTHS
from claudeops_desktop.language.extraction.types import ExtractionFault
from claudeops_desktop.language.types import CATEGORIES
from claudeops_desktop.memory.domains import DOMAINS
from claudeops_desktop.memory.extraction.answer_schema import GATES
from claudeops_desktop.memory.extraction.parse_answer import MARKS, read_answer, read_document

SEED = """<observations>
  <segment>
    <narrative>Joel debugged a stale NFS mount on the Mac Mini...</narrative>
    <facts>
      - 🔴 [gate=allow confidence=0.92 category=behavior] Both NFS mounts require sudo to unmount when stale
      - 🟡 [gate=hold confidence=0.61 category=behavior domain=system-architecture] K8s NFS PV needs its server
      - 🟢 [gate=discard confidence=0.84 category=maintenance] Checked three-body export list in ADM
    </facts>
  </segment>
</observations>"""

FACT = {
    "text": "Jellyfin takes 63 s to start after a restart",
    "priority": "medium",
    "gate": "allow",
    "confidence": 0.92,
    "category": "timing",
    "service": "Jellyfin",
    "domain": "operations",
    "strength": "explicit",
    "sentiment": "neutral",
    "quote": "took 63 s",
}


def document(**changed: object) -> dict:
    return {"segments": [{"narrative": "A restart was timed.", "facts": [FACT | changed]}]}


def test_the_seeds_own_xml_is_read() -> None:
    [segment] = read_answer(SEED, "2026-03-01T12:00:00.000Z")
    assert segment.narrative == "Joel debugged a stale NFS mount on the Mac Mini..."
    assert [(f.priority, f.gate, f.gate_confidence) for f in segment.facts] == [
        ("high", "allow", 0.92),
        ("medium", "hold", 0.61),
        ("low", "discard", 0.84),
    ]
    assert segment.facts[0].text == "Both NFS mounts require sudo to unmount when stale"
    assert segment.facts[1].domain == "system-architecture"
    assert {f.quote_at for f in segment.facts} == {"2026-03-01T12:00:00.000Z"}


def test_a_document_of_the_schema_is_read() -> None:
    [segment] = read_document(document())
    [fact] = segment.facts
    assert (fact.service, fact.category, fact.domain, fact.quote) == ("jellyfin", "timing", "operations", "took 63 s")
    assert (fact.strength, fact.confidence, fact.gate_confidence) == ("explicit", 0.9, 0.92)


@pytest.mark.parametrize(("strength", "confidence"), [("explicit", 0.9), ("implied", 0.7), ("inferred", 0.5)])
def test_strength_sets_the_starting_confidence(strength: str, confidence: float) -> None:
    assert read_document(document(strength=strength))[0].facts[0].confidence == confidence
    assert CONFIDENCE[strength] == confidence


def test_nothing_worth_keeping_is_a_good_answer() -> None:
    assert read_answer('{"segments": []}') == ()
    assert read_answer("<observations></observations>") == ()
    [segment] = read_answer(
        "<observations><segment><narrative>Nothing.</narrative><facts></facts></segment></observations>"
    )
    assert segment.facts == ()


@pytest.mark.parametrize("wrap", ["{}", "```xml\n{}\n```", "```\n{}\n```", "<think>so…</think>\n{}", "\n\n{}\n"])
def test_fences_and_thoughts_around_an_answer_do_no_harm(wrap: str) -> None:
    assert read_answer(wrap.replace("{}", SEED)) == read_answer(SEED)
    assert read_answer(wrap.replace("{}", json.dumps(document()))) == read_document(document())


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"category": "misc"}, "none of timing"),
        ({"gate": "maybe"}, "none of allow"),
        ({"confidence": 1.4}, "out of bounds"),
        ({"confidence": "high"}, "not a number"),
        ({"text": ""}, "too short"),
        ({"text": "   "}, "says nothing in fact 1 of segment 1"),
        ({"text": None}, "not a string"),
        ({"service": 3}, "not a string or null"),
        ({"extra": 1}, "nobody asked for"),
        ({"sentiment": "angry"}, "none of frustrated"),
        ({"text": "x" * 601}, "too long"),
    ],
)
def test_a_wrong_document_is_told_and_draws_nothing(changed: dict, told: str) -> None:
    with pytest.raises(ExtractionFault, match=told):
        read_document(document(**changed))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("</observations>", "", "does not end"),
        ("<narrative>", "<story>", "no narrative followed by facts"),
        ("gate=allow ", "", "no gate"),
        ("confidence=0.92 ", "", "no confidence"),
        ("confidence=0.92", "confidence=92%", "confidence “92%”"),
        ("confidence=0.92", "confidence=1.92", "confidence “1.92”"),
        ("gate=allow", "gate=yes", "the gate “yes”"),
        ("category=behavior]", "category=misc]", "the category “misc”"),
        ("gate=allow", "gate=allow gate=hold", "says gate twice"),
        ("gate=allow", "gate=allow colour=red", "unknown word, colour"),
        ("gate=allow", "gate=allow surely", "words that are none"),
        ("🔴 ", "", "no fact in"),
        ("🔴", "🟣", "no fact in"),
        ("Both NFS mounts require sudo to unmount when stale", "", "not written as asked"),
        ("Both NFS", "</facts>Both NFS", "tag inside fact 1"),
        ("Both NFS", "<segment>Both NFS", "tag inside fact 1"),
        ("<segment>", "words <segment>", "something else than a segment"),
        ("<observations>", "Here it is: <observations>", "neither JSON nor XML"),
    ],
)
def test_wrong_xml_is_told_and_draws_nothing(old: str, new: str, told: str) -> None:
    with pytest.raises(ExtractionFault, match=told):
        read_answer(SEED.replace(old, new, 1))


@pytest.mark.parametrize(
    "text", ["", "I found no facts.", "{", '{"segments": ', "[]", "<observations>", "x" * 1_000_001]
)
def test_half_an_answer_is_no_answer(text: str) -> None:
    with pytest.raises(ExtractionFault):
        read_answer(text)


WORDS = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=60).filter(lambda t: t.strip())
FACTS = st.fixed_dictionaries(
    {
        "text": WORDS,
        "priority": st.sampled_from(sorted(MARKS.values())),
        "gate": st.sampled_from(GATES),
        "confidence": st.floats(0, 1),
        "category": st.sampled_from(CATEGORIES),
        "service": st.none() | st.from_regex(r"[a-z]{1,12}", fullmatch=True),
        "domain": st.sampled_from(DOMAINS),
        "strength": st.sampled_from(STRENGTHS),
        "sentiment": st.sampled_from(SENTIMENTS),
        "quote": st.text(max_size=40),
    }
)
SEGMENTS = st.lists(st.fixed_dictionaries({"narrative": WORDS, "facts": st.lists(FACTS, max_size=3)}), max_size=3)


@pytest.mark.slow
@given(SEGMENTS)
def test_every_document_that_fits_is_read_whole(segments: list[dict]) -> None:
    found = read_answer(json.dumps({"segments": segments}))
    assert [len(segment.facts) for segment in found] == [len(segment["facts"]) for segment in segments]
    for segment, given_segment in zip(found, segments, strict=True):
        for fact, row in zip(segment.facts, given_segment["facts"], strict=True):
            assert fact.text == " ".join(row["text"].split())
            assert fact.category == row["category"]


def as_xml(segments: list[dict]) -> str:
    marks = {priority: mark for mark, priority in MARKS.items()}
    escaped = str.maketrans({"<": "&lt;", ">": "&gt;", "&": "&amp;"})
    parts = []
    for segment in segments:
        lines = [
            f"- {marks[row['priority']]} [gate={row['gate']} confidence={row['confidence']:.4f}"
            f" category={row['category']}"
            + (f" service={row['service']}" if row["service"] else "")
            + f" domain={row['domain']} strength={row['strength']} sentiment={row['sentiment']}]"
            f" {row['text'].translate(escaped)}"
            for row in segment["facts"]
        ]
        facts = "\n".join(lines)
        parts.append(
            f"<segment><narrative>{segment['narrative'].translate(escaped)}</narrative>"
            f"\n<facts>\n{facts}\n</facts></segment>"
        )
    return f"<observations>\n{''.join(parts)}\n</observations>"


@pytest.mark.slow
@given(SEGMENTS)
def test_the_same_facts_come_from_xml(segments: list[dict]) -> None:
    flat = [
        segment | {"facts": [row | {"text": " ".join(row["text"].split())} for row in segment["facts"]]}
        for segment in segments
    ]
    assert [
        [(f.text, f.priority, f.gate, f.category, f.service, f.domain, f.strength, f.sentiment) for f in segment.facts]
        for segment in read_answer(as_xml(flat))
    ] == [
        [
            tuple(
                row[n] for n in ("text", "priority", "gate", "category", "service", "domain", "strength", "sentiment")
            )
            for row in segment["facts"]
        ]
        for segment in flat
    ]


@given(st.text(max_size=300) | st.text(alphabet="<>/observationsegmentfacts-🔴🟡[]=. \n", max_size=300))
def test_no_text_breaks_the_parser(text: str) -> None:
    for answer in (text, f"<observations>{text}</observations>", f"{{{text}"):
        try:
            read_answer(answer)
        except ExtractionFault as fault:
            assert str(fault)


@given(st.integers(0, len(SEED)), st.integers(0, 12), st.text(max_size=6))
def test_a_damaged_answer_is_read_right_or_not_at_all(place: int, cut: int, put: str) -> None:
    damaged = SEED[:place] + put + SEED[place + cut :]
    try:
        found = read_answer(damaged)
    except ExtractionFault:
        return
    for segment in found:
        assert segment.narrative
        for fact in segment.facts:
            assert fact.text
            assert fact.category in CATEGORIES
            assert fact.gate in GATES
            assert 0 <= fact.gate_confidence <= 1

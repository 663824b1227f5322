"""The card of a proposed change of the knowledge folder: what it would change, why, and on what it rests."""

from __future__ import annotations

from ....knowledge.proposals.types import MACHINES, ProposalEvidence, StoredProposal
from ...kit.card_body import CardFact, FactsPart, TextPart
from ...kit.cards import CardContent, CardKind, DecisionSpec, NoteSpec
from ...kit.fields import TextField, Values
from ...kit.forms import FormSpec
from ...text import formatting
from ...text.translation import tr, tr_count, tr_message
from ..base_page import PageLocation
from . import commands
from .commands import InboxCards, Keys
from .memory_cards import SPOKEN_UP_TO, open_form, why_part
from .queries import InboxRow, ProposalDetails, evidence_location, load_proposal

PROPOSERS = {
    "reflection": tr("recent facts"),
    "auditor": tr("a check of the files"),
    "discoverer": tr("what was said in sessions"),
    "consolidation": tr("putting the files in order"),
    "clustering": tr("archived facts that belong together"),
    "operator": tr("you"),
    "sync": tr("another machine"),
}
PROPOSAL_KINDS = {"add": tr("new entry"), "edit": tr("change"), "remove": tr("removal")}
CRITERIA = {
    "documentation redundancy": tr("Not documented elsewhere"),
    "reusable pattern": tr("Reusable pattern"),
    "specificity": tr("Specific"),
    "relevance": tr("Relevant"),
    "uniqueness": tr("New"),
}
MOST_EVIDENCE, MOST_QUOTED = 6, 200


def proposal_content(found: ProposalDetails) -> CardContent:
    """Return what the card of a proposal says."""
    proposal, draft = found.proposal, found.proposal.draft
    doubt = proposal_doubt(proposal, possible=bool(found.difference))
    lines = found.difference.splitlines()
    shown = "\n".join(line for line in lines if not line.startswith(("--- ", "+++ ")))
    return CardContent(
        title=tr_message(draft.title) or draft.path,
        about=proposal_about(proposal),
        spoken=tr(
            "A change of {path} is proposed: {text}",
            path=draft.path,
            text=(draft.after or draft.before)[:SPOKEN_UP_TO],
        ),
        must=(
            FactsPart(tuple(place_lines(proposal, doubt))),
            TextPart(tr("What it would change"), shown, look="difference"),
            FactsPart((CardFact("", "", change_counts(found.difference)),)),
            why_part(tr("Why it is proposed"), tr_message(draft.reason or proposal.why) or tr("No reason was given.")),
        ),
        more=(FactsPart((*source_lines(proposal), *score_lines(found))),),
    )


def place_lines(proposal: StoredProposal, doubt: str) -> list[CardFact]:
    """Return the file that would change, and what to look at before a yes."""
    draft = proposal.draft
    where = tr("{path}, under “{section}”", path=draft.path, section=draft.section) if draft.section else draft.path
    link = PageLocation("knowledge", filters={"path": draft.path})
    lines = [CardFact("", where, link=link, link_text=tr("Open the file"))] if draft.path != MACHINES else []
    return [*lines, CardFact("", doubt, icon="warning", tone="warn")] if doubt else lines


def proposal_about(proposal: StoredProposal) -> str:
    """Return ``change · confidence 0.80``; the change alone of what came by sync, which nobody has weighed."""
    kind = PROPOSAL_KINDS.get(proposal.draft.kind, proposal.draft.kind)
    if proposal.draft.source == "sync":
        return kind
    return tr("{kind} · confidence {confidence}", kind=kind, confidence=f"{proposal.draft.confidence:.2f}")


def proposal_doubt(proposal: StoredProposal, *, possible: bool) -> str:
    """Return what to look at before a yes; "" where nothing."""
    if not possible:
        return tr("The file no longer says what was to be changed. Approving it marks it as outdated.")
    if not proposal.draft.trusted:
        return tr("Some of its words come from outside. Approve it only if you know it to be true.")
    return ""


def change_counts(difference: str) -> str:
    """Return ``2 lines added, 1 line removed``: the colours in words."""
    lines = [line for line in difference.splitlines() if not line.startswith(("+++ ", "--- "))]
    added, removed = (sum(line.startswith(sign) for line in lines) for sign in "+-")
    said = [tr_count("%n line added", "%n lines added", added)] if added else []
    if removed:
        said.append(tr_count("%n line removed", "%n lines removed", removed))
    return ", ".join(said) or tr("Nothing would change.")


def source_lines(proposal: StoredProposal) -> list[CardFact]:
    """Return who proposes it, since when, whether all of its words are from here, and on what it rests."""
    draft = proposal.draft
    parts = [
        PROPOSERS.get(draft.source, draft.source),
        formatting.format_relative_time(proposal.created_at),
        tr("all words are from your sessions and files")
        if draft.trusted
        else tr("some words come from outside: a page, a log or an alert"),
    ]
    if proposal.merged:
        parts.append(tr_count("proposed %n more time", "proposed %n more times", proposal.merged))
    lines = [CardFact(tr("From"), " · ".join(parts))]
    labels = (tr("Evidence"), *[""] * MOST_EVIDENCE)
    lines += [evidence_line(one, label) for one, label in zip(draft.evidence[:MOST_EVIDENCE], labels, strict=False)]
    if len(draft.evidence) > MOST_EVIDENCE:
        lines.append(CardFact("", "", tr("and {n} more", n=len(draft.evidence) - MOST_EVIDENCE)))
    return lines


def evidence_line(one: ProposalEvidence, label: str) -> CardFact:
    """Return a piece of evidence with where it is shown."""
    quote = f"“{' '.join(one.quote.split())[:MOST_QUOTED]}”" if one.quote else ""
    name = {
        "memory": tr("memory {ref}", ref=one.ref),
        "resource": tr("passage {ref}", ref=one.ref),
        "session": tr("session {ref}", ref=one.ref),
        "commit": tr("version {ref}", ref=one.ref[:10]),
        "check": tr("check: {ref}", ref=one.ref),
        "case": tr("case {ref}", ref=one.ref),
        "incident": tr("incident {ref}", ref=one.ref),
        "operation": tr("operation {ref}", ref=one.ref),
    }.get(one.kind, one.ref)
    return CardFact(label, name, quote, evidence_location(one), tr("Show it"))


def score_lines(found: ProposalDetails) -> list[CardFact]:
    """Return what speaks for a proposal, by each criterion."""
    score = found.score
    if score is None:
        return []
    lines = [CardFact(tr("Score"), tr("{total} of 1: {why}", total=f"{score.total:.2f}", why=score.why))]
    for criterion in score.criteria:
        text = tr(
            "{name} {value} (counts {weight}): {sentence}",
            name=CRITERIA.get(criterion.name, criterion.name),
            value=f"{criterion.value:.2f}",
            weight=formatting.format_percent(criterion.weight),
            sentence=criterion.sentence,
        )
        if criterion.not_counted is not None:
            text = f"{text} {tr_message(criterion.not_counted)}"
        lines.append(CardFact("", "", text))
    return lines


def edit_proposal(page: InboxCards, keys: Keys, _note: str) -> None:
    """Ask for other words for a proposal, and approve it with them."""
    found: ProposalDetails = page.card.item
    values = {"text": found.proposal.draft.after}
    open_form(page, WORDS_FORM, values, lambda text: commands.approve_proposal(page, keys, "", text=text))


def check_written(values: Values) -> str:
    """Return what is wrong with the words of a proposal; "" for nothing."""
    return "" if values["text"] else tr("Write what the file is to say.")


WORDS_FORM: FormSpec[object] = FormSpec(
    title=tr("Approve with your words"),
    fields=(TextField("text", tr("Text"), tr("Your words"), lines=8),),
    submit=tr("Approve"),
    result=lambda values: values["text"],
    check=check_written,
    focus="text",
    width=640,
)

PROPOSAL: CardKind[InboxRow, ProposalDetails] = CardKind(
    text=tr("Proposed change"),
    content=proposal_content,
    load=load_proposal,
    slow=True,
    note=lambda _found: NoteSpec(tr("Why not? (optional, kept with a rejection)"), tr("Reason for a rejection")),
    decisions=(
        DecisionSpec(
            "approve",
            tr("Approve"),
            "A",
            tr("The change is made, as a version of yours"),
            commands.approve_proposal,
            "primary",
        ),
        DecisionSpec("edit", tr("Edit"), "E", tr("Write it in your own words first"), edit_proposal, read=False),
        DecisionSpec(
            "reject",
            tr("Reject"),
            "R",
            tr("It is not made, and not proposed again"),
            commands.reject_proposal,
            "danger",
            read=False,
        ),
        DecisionSpec(
            "later", tr("Later"), "L", tr("It stays here; the next one is shown"), commands.show_later, read=False
        ),
    ),
)

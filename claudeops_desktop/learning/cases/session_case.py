"""Problems in a session: a check that fails, what was tried, and the same check when it passes (L6). Pure.

What counts is what was run and what it printed; without a check that failed there is no case, and its output is the
symptom. A person's report that it works now, or does not, counts as a check after it. What the agent says counts for
nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from ...guard.classify import understand
from ...guard.effects import DISCLOSE, READ, REDEPLOY, UNKNOWN, worse_kind
from ...language.prompt_quoting import one_line
from ...language.word_lists import table
from .command_steps import read_question, split_steps
from .descriptions import describe_step, describe_tool
from .outcomes import CaseAttempt, CaseEnd, CheckMoment, confirm_cure, judge_attempts
from .person_reports import read_report
from .probe_results import ProbeState, compare_probe, is_log_reader, is_syntax_check, read_probe, split_exit_code
from .session_steps import SessionRecord, SessionStep
from .types import CaseDraft, CaseTimelineEntry

LONGEST_SYMPTOM = 300  # characters
_EDITORS = frozenset(("Edit", "MultiEdit", "Write", "NotebookEdit"))
_WORDING = "learning/cases/wording.txt"
_DEVELOPING = table(_WORDING, "developing")
_LOOKS = table(_WORDING, "looks")
_REQUEST = table(_WORDING, "requests")
_APPLIES = table(_WORDING, "applies")
_REFUSED = table(_WORDING, "refused")
_SPEAKS = re.compile(r"^(?:sleep|echo|printf|true|false|:|cd|date|wait|export|set)\b")
_END: Mapping[CaseEnd, CaseEnd] = {"recovered_later": "unclear", "open": "unclear"}  # a session is over
_HOW_IT_STOOD: Mapping[CaseEnd, str] = {
    "recovered_later": "It was well at the end of the session.",
    "open": "No check of the session shows how it ended.",
}
_NO_SERVICE = frozenset((
    "root", "home", "srv", "opt", "tmp", "var", "etc", "usr", "src", "repo", "repos", "projects", "project", "work",
    "workspace", "code", "git", "users", "app", "data", "mnt", "media", "ops", "dev", "infra",
))  # fmt: skip


@dataclass(slots=True)
class _Probe:
    """A check of the session: its command, what that asks, what it printed, and what that says."""

    command: str
    question: str
    output: str
    at: datetime
    line: int
    state: ProbeState
    is_log: bool
    failed: bool
    after_attempt: bool


@dataclass(slots=True)
class _Episode:
    """One problem of a session, from the words that name it to those that name the next."""

    asked: str = ""
    asked_at: datetime | None = None
    asked_line: int = 0
    steps: list[SessionStep] = field(default_factory=list)


def find_cases(record: SessionRecord, key: str, known: Sequence[str] = ()) -> list[CaseDraft]:
    """The problems of a session that something was tried against, or that went away. ``key`` names the session;
    ``known`` are names of services."""
    found = []
    steps = [step for step in record.steps if not _was_refused(step)]
    repeated = _repeated(steps)
    for number, episode in enumerate(_episodes(_dated(steps), repeated)):
        draft = _case(episode, f"{key}:{number}", record.folder, known, repeated)
        if draft is not None:
            found.append(draft)
    return found


def _was_refused(step: SessionStep) -> bool:
    """Tell whether a call never ran: a person, a rule or a hook refused it."""
    return step.kind == "call" and step.is_error and bool(_REFUSED.search(step.output[:400]))


def _dated(steps: Sequence[SessionStep]) -> list[SessionStep]:
    """The steps with a time each: where a transcript names none, or its clock jumped back, the order alone counts."""
    last, dated = datetime(1970, 1, 1, tzinfo=UTC), list[SessionStep]()
    for step in steps:
        at = step.at if step.at is not None and step.at > last else last + timedelta(milliseconds=1)
        ended = step.ended_at
        if step.kind == "call" and ended is not None:
            ended = max(ended, at + timedelta(milliseconds=1))
        dated.append(replace(step, at=at, ended_at=ended))
        last = max(at, ended or at)
    return dated


def _episodes(steps: Sequence[SessionStep], repeated: frozenset[str]) -> Iterator[_Episode]:
    """A session cut where the person comes with the next problem, once the last one is over."""
    episode, tried, well = _Episode(), False, False
    for step in steps:
        if step.kind == "person":
            state = read_report(step.text)
            new = tried and well and state == "unknown" and len(step.text.split()) >= 4
            if new:
                yield episode
                episode, tried, well = _Episode(), False, False
            if not episode.asked and not tried:
                episode.asked, episode.asked_at, episode.asked_line = step.text, step.at, step.line
                continue
            well = state == "good" or (well and state != "bad")
        elif step.kind == "call":
            acts, looks = _sorted_steps(step, repeated)
            tried = tried or bool(acts)
            if tried and looks:
                well = well or read_probe(looks[-1], step.output, is_error=step.is_error) == "good"
        episode.steps.append(step)
    yield episode


def _case(episode: _Episode, key: str, folder: str, known: Sequence[str], repeated: frozenset[str]) -> CaseDraft | None:
    attempts, probes, timeline, targets, open_actions = (
        list[CaseAttempt](),
        list[_Probe](),
        list[CaseTimelineEntry](),
        list[str](),
        0,
    )
    checks: list[CheckMoment] = []
    joined = set[str]()
    again = _made_again(episode.steps, repeated)
    reported = any(step.kind == "person" and read_report(step.text) == "good" for step in episode.steps)
    complaint = bool(episode.asked) and not _REQUEST.match(episode.asked)
    if complaint and episode.asked_at is not None:
        checks.append(CheckMoment(episode.asked_at, False))
    shown = ""
    for step in episode.steps:
        if step.at is None:  # each has a time by now
            continue
        if step.kind == "person":
            state = read_report(step.text)
            if attempts and state != "unknown":
                checks.append(CheckMoment(step.at, state == "good"))
                timeline.append(CaseTimelineEntry(step.at, "report", _short(step.text), f"line {step.line}"))
                open_actions = 0
            continue
        if step.kind != "call" or step.ended_at is None:
            continue
        acts, looks = _sorted_steps(step, repeated)
        if acts:
            action = ", then ".join(dict.fromkeys(acts))
            targets += _targets(step.text)
            effect = _effect(step, repeated)
            evidence = f"line {step.line}" + (f": {one_line(step.text)[:200]}" if step.text else "")
            timeline.append(CaseTimelineEntry(step.at, "attempt", action, f"line {step.line}"))
            failed = step.is_error and not (looks and read_question(looks[-1]) in again)
            if open_actions and attempts and not failed:
                before = attempts[-1]
                attempts[-1] = replace(
                    before,
                    action=f"{before.action}, then {action}"[:400],
                    evidence=f"{before.evidence}; {evidence}"[:600],
                )
                if not _APPLIES.match(action):
                    joined.add(attempts[-1].action)
            else:
                ran = "ok" if not failed else "" if looks else "error"
                attempts.append(CaseAttempt(action, effect, step.at, "agent", evidence, ran=ran))
            open_actions = 0 if failed else open_actions + 1
        if looks:
            probe = _probe(looks[-1], step, step.ended_at, probes, bool(acts), bool(attempts), complaint)
            probes.append(probe)
            counts = probe.state != "unknown" and (probe.question in again or (reported and probe.state == "bad"))
            if counts or (probe.state == "bad" and not attempts):
                timeline.append(CaseTimelineEntry(step.ended_at, "check", _shown(probe), f"line {step.line}"))
            if counts:
                asked_before = (_shown(one) for one in probes[:-1] if one.question == probe.question)
                shown = shown or (_shown(probe) if probe.state == "bad" else next(asked_before, ""))
                if attempts or checks or probe.state == "bad":
                    checks.append(CheckMoment(step.ended_at, probe.state == "good"))
                    open_actions = 0 if not probe.is_log or acts else open_actions
    return _judged(episode, key, folder, known, attempts, checks, timeline, targets, joined, shown)


def _judged(
    episode: _Episode,
    key: str,
    folder: str,
    known: Sequence[str],
    attempts: list[CaseAttempt],
    checks: list[CheckMoment],
    timeline: list[CaseTimelineEntry],
    targets: list[str],
    joined: set[str],
    shown: str,
) -> CaseDraft | None:
    if not shown or all(check.good for check in checks) or not (attempts or any(check.good for check in checks)):
        return None
    last = max(check.at for check in checks)
    outcome = judge_attempts(attempts, checks, last, good_in_a_row=1)
    named = _services(episode, folder, known, targets)
    if not named or _is_development(episode):
        return None
    uncertain = ""
    if outcome.cure is not None:
        recovery = outcome.attempts[outcome.cure].action
        if recovery in joined or all(one.action != recovery for one in attempts):
            uncertain = "Several steps were taken before the next check: which of them helped is not known."
    elif outcome.end in _END:
        uncertain = _HOW_IT_STOOD[outcome.end]
    if not uncertain:
        outcome = confirm_cure(outcome)
    cured = outcome.attempts[outcome.cure].action if outcome.cure is not None else ""
    opened = episode.asked_at or min(check.at for check in checks)
    return CaseDraft(
        key=key,
        source="session",
        service=named[0],
        symptom=shown,
        end=_END.get(outcome.end, outcome.end),
        attempts=outcome.attempts,
        opened_at=opened,
        closed_at=outcome.recovered_at,
        cure=outcome.cure,
        held=None,
        faulty=next((name for name in targets if name != named[0] and name in cured), ""),
        named=named,
        uncertain=uncertain,
        project=folder,
        timeline=(*_asked(episode), *timeline),
        checks=len(checks),
    )


def _asked(episode: _Episode) -> Iterator[CaseTimelineEntry]:
    """What a person said first: no symptom, but the words in which somebody may ask for the case again."""
    if episode.asked and episode.asked_at is not None:
        yield CaseTimelineEntry(episode.asked_at, "report", _short(episode.asked), f"line {episode.asked_line}")


# -- steps ----------------------------------------------------------------------------------------------------------


def _sorted_steps(step: SessionStep, repeated: frozenset[str]) -> tuple[list[str], list[str]]:
    """What a call did, in words, and the checks that it made after that."""
    if step.kind != "call":
        return [], []
    if step.tool in _EDITORS:
        return [describe_tool(step.tool, dict(step.given))], []
    if not step.text:
        return [], []
    acts, looks = list[str](), list[str]()
    for part in split_steps(step.text):
        if _SPEAKS.match(part) and ">" not in part and "|" not in part:
            continue
        if looks_only(part, part in repeated):
            if not is_syntax_check(part):
                looks.append(part)
        else:
            said = describe_step(part)
            if said:
                acts.append(said)
                looks = []
    return acts, looks


def looks_only(step: str, again: bool) -> bool:
    """Tell whether a step only looks: what reads, what was run again word for word (a check is), and what says so."""
    effect = understand(step)
    if effect.kind in (READ, DISCLOSE):
        return True
    kinds = {part.kind for part in effect.parts if part.kind != READ}
    return kinds <= {UNKNOWN, DISCLOSE} and (again or bool(_LOOKS.match(step)))


def _effect(step: SessionStep, repeated: frozenset[str]) -> str:
    """The class of effect of what a call did, its checks left out."""
    if not step.text:
        return REDEPLOY
    kinds = [understand(part).kind for part in split_steps(step.text) if not looks_only(part, part in repeated)]
    worst = READ
    for kind in kinds:
        worst = worse_kind(worst, kind)
    return worst


def _made_again(steps: Sequence[SessionStep], repeated: frozenset[str]) -> frozenset[str]:
    """Return what was asked more than once: only the second check tells how what the first showed went."""
    made = Counter(read_question(looks[-1]) for step in steps if (looks := _sorted_steps(step, repeated)[1]))
    return frozenset(question for question, times in made.items() if times > 1)


def _repeated(steps: Sequence[SessionStep]) -> frozenset[str]:
    """The steps that stand in more than one call."""
    counted: dict[str, int] = {}
    for step in steps:
        for part in dict.fromkeys(split_steps(step.text) if step.kind == "call" else ()):
            counted[part] = counted.get(part, 0) + 1
    return frozenset(part for part, count in counted.items() if count > 1)


def _probe(
    command: str,
    step: SessionStep,
    at: datetime,
    before: Sequence[_Probe],
    acted: bool,
    attempted: bool,
    complaint: bool,
) -> _Probe:
    output = step.output
    failed = step.is_error or split_exit_code(output)[0] not in (None, 0)
    state = read_probe(command, output, is_error=step.is_error)
    question = read_question(command)
    probe = _Probe(command, question, output, at, step.line, state, is_log_reader(command), failed, attempted)
    alike = [one for one in before if one.command == command]  # only their outputs can be compared, one with the other
    asked = next((one for one in before if one.question == question and not one.after_attempt), None)
    first = next((one for one in alike if not one.after_attempt), None)
    if probe.is_log:
        same = any(split_exit_code(one.output)[1].strip() == split_exit_code(output)[1].strip() for one in alike)
        fresh = same and acted
        if not (probe.state == "bad" and (fresh or not attempted)):
            compared = compare_probe(command, first.output, output) if first and attempted else "unknown"
            probe.state = compared if compared == "good" and probe.state == "good" else "unknown"
    elif asked is not None and asked.state == "good" and probe.state == "good":
        probe.state = "unknown"  # it said so too while things were out of order
    elif probe.state == "unknown" and alike:
        worst = next((one for one in reversed(alike) if one.state == "bad"), first if complaint else None)
        if worst is not None:
            ended_well = worst.failed and not failed
            probe.state = "good" if ended_well else compare_probe(command, worst.output, output)
            if not attempted and probe.state == "good":
                probe.state = "unknown"
    return probe


def _shown(probe: _Probe) -> str:
    code, text = split_exit_code(probe.output)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    said = lines[-1] if lines else f"exit code {code}" if code is not None else "no output"
    program = describe_words_of(probe.command)
    return _short(f"{program}: {said}")


def describe_words_of(command: str) -> str:
    """The program of a check and what it is about: "systemctl is-active prometheus"."""
    words = [word for word in re.sub(r"[|;&].*", "", command).split() if not word.startswith(("-", "'", '"'))]
    return " ".join(word.rpartition("/")[2] if place == 0 else word for place, word in enumerate(words[:4]))[:80]


# -- of whom it is --------------------------------------------------------------------------------------------------


def _targets(command: str) -> list[str]:
    """The services that a command acted on."""
    effect = understand(command)
    return [name for part in effect.parts if part.kind != READ for name in part.services]


def _services(episode: _Episode, folder: str, known: Sequence[str], targets: Sequence[str]) -> tuple[str, ...]:
    """The services that a problem is filed under: of its folder, then those that its commands acted on or looked at."""
    base = folder.rstrip("/").rpartition("/")[2].lower()
    parent = folder.rstrip("/").rpartition("/")[0]
    home = parent in ("/home", "/Users") or base.startswith(".")
    own = [base] if base and base not in _NO_SERVICE and not home else []
    looked = [name for name in known for step in episode.steps if step.kind == "call" and name in _words_of(step.text)]
    return tuple(dict.fromkeys([*own, *targets, *looked]))[:6]


def _words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-z][\w-]*", text.lower()))


def _is_development(episode: _Episode) -> bool:
    """Tell whether it is about code that is being written: tests that fail and pass are no outage."""
    calls = [part for step in episode.steps if step.kind == "call" for part in split_steps(step.text)]
    developing = sum(bool(_DEVELOPING.match(part)) for part in calls)
    return bool(developing) and developing * 2 >= len(calls)


def _short(text: str) -> str:
    one = one_line(text)
    return one if len(one) <= LONGEST_SYMPTOM else one[: LONGEST_SYMPTOM - 1].rstrip() + "…"

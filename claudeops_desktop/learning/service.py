"""``LearningService``: the door to what was learned from outcomes (L1 to L8).

Reads answer at once and belong inside ``store.read``; what changes something belongs inside ``store.write``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from ..core.clock import Clock, from_text, to_text, utc_now
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..core.principals import SHARED_ONLY, acting_as
from ..records.record_books import RecordRepositories
from ..records.sessions import Session
from .cases.gates import CaseMatch
from .cases.incident_case import draft_incident
from .cases.incident_history import load_history
from .cases.matching import CaseMatcher, SymptomQuery
from .cases.outcomes import CheckMoment
from .cases.records import CaseRecords, FiledCase
from .cases.session_case import find_cases
from .cases.session_steps import SessionRecord, read_session
from .cases.types import CaseDraft
from .deliberations.records import DeliberationRecords, StoredDeliberation, rank_by_words
from .finding_feedback import MOST_EVENTS, follow_findings, note_events, note_incident, report_regressions
from .findings.lifecycle import FINDING_STATES
from .findings.records import FindingRecords
from .pattern_feedback import learn_patterns, settle_injections
from .patterns.evidence import EvidenceVerdict, SessionOutput, check_evidence
from .patterns.records import PatternRecords
from .patterns.types import PatternRules
from .session_verdicts import keep_session_verdict, sessions_without_verdict
from .signatures.alias_records import AliasRecords, StoredAlias
from .verification import verified_session

MOST_ANSWERS = 3
MOST_DELIBERATIONS = 2_000  # that a search looks at
EMBEDDED_AT_ONCE = 64
BEFORE_A_RUN = timedelta(days=1)  # so much earlier an incident may have begun that a run was about
_READS_FILES = re.compile(r"\s*(?:sudo\s+)?(?:cat|head|tail|less|grep|sed\s+-n|awk|nl|bat)\b")


def read_cases(
    path: Path, key: str, *, services: Iterable[str] = (), redact: Callable[[str], str] = str
) -> list[CaseDraft]:
    """The problems that a transcript shows; ``key`` names it, and ``redact`` takes secrets out. Reads a file. Raises
    EnvironmentFault where it cannot be read."""
    return find_cases(read_session(path, redact), key, tuple(services))


def session_outputs(record: SessionRecord) -> list[SessionOutput]:
    """What the tools of a session answered, and the files that each was about."""
    found = []
    for step in record.steps:
        if step.kind != "call" or step.ended_at is None:
            continue
        given = dict(step.given)
        files = [str(given[name]) for name in ("file_path", "notebook_path", "path") if name in given]
        if _READS_FILES.match(step.text):
            files += [word for word in step.text.split()[1:] if not word.startswith("-")]
        typed = "\n".join(str(given[name]) for name in ("content", "new_string", "new_source") if name in given)
        command = step.text or step.tool
        found.append(SessionOutput(command, step.output, tuple(files), typed, step.is_error))
    return found


class LearningService:
    """Keeps cases, deliberations, patterns and findings. ``rules`` gives the numbers of patterns as they are set now.

    cases          what was out of order, what was tried, what ended it
    matcher        the cases of a symptom
    deliberations  every verdict with its full answer
    patterns       rules that were drawn from them, and how they held up
    findings       kinds of trouble, followed over runs
    aliases        kinds of messages that may be one
    """

    def __init__(
        self,
        book: RecordRepositories,
        clock: Clock = utc_now,
        rules: Callable[[], PatternRules] = PatternRules,
    ) -> None:
        self._book = book
        self.aliases = AliasRecords(book.store, clock)
        self.cases = CaseRecords(book.store, clock, self.aliases)
        self.matcher = CaseMatcher(self.cases)
        self.deliberations = DeliberationRecords(book.store, clock)
        self.patterns = PatternRecords(book.store, clock, rules)
        self.findings = FindingRecords(book.store, clock, self.aliases)
        self._clock = clock

    def must_session(self, session_id: int) -> Session:
        """A session. Raises OperatorError where there is none. Inside ``store.read``."""
        found = self._book.sessions.get(session_id)
        if found is None:
            raise OperatorError(
                UserMessage("There is no session {id}.", id=session_id), UserMessage("See `claudeops sessions list`.")
            )
        return found

    def check_session_evidence(self, session_id: int, claimed: str) -> EvidenceVerdict:
        """Tell whether a claimed text is evidence that a session really produced (L4). Reads its log: not on a GUI
        thread, nor inside a write."""
        session = self._book.store.read(lambda: self.must_session(session_id)).result()
        injected = self._book.store.read(lambda: self.patterns.injected_into(session_id)).result()
        path = Path(session.log_file) if session.log_file else None
        outputs = session_outputs(read_session(path)) if path is not None and path.exists() else []
        return check_evidence(claimed, outputs, [one.text for one in injected])

    def learn_from_transcript(
        self, path: Path, key: str, *, services: Iterable[str] = (), redact: Callable[[str], str] = str
    ) -> list[FiledCase]:
        """File the problems of a transcript of somebody else's session: what our own did is in the ledger, and becomes
        the cases of incidents. Reads a file and waits for the database: not on a GUI thread, nor inside a write.
        Raises EnvironmentFault where the file cannot be read."""
        drafts = read_cases(path, key, services=services, redact=redact)
        return self._book.store.write(lambda: self.file(drafts)).result() if drafts else []

    def cases_for(self, question: str, services: Sequence[str] = (), limit: int = MOST_ANSWERS) -> list[CaseMatch]:
        """The cases that answer a question, or may: those that pass a bar, best first. Inside ``store.read``."""
        found = self.matcher.match(SymptomQuery(question, tuple(services)))
        return [match for match in found if match.bar != "none"][:limit]

    def learn_from_incident(
        self, incident_id: int, now: datetime, moments: Sequence[CheckMoment] = ()
    ) -> FiledCase | None:
        """File an incident, or file it anew with what is known now; None where there is none, or where it is explained
        by another, with which it is filed. ``moments`` are measurements beside those of the records. Inside
        ``store.write``."""
        with acting_as(SHARED_ONLY):  # a case is everybody's, and so is what it is made of
            return self._learn_from_incident(incident_id, now, moments)

    def _learn_from_incident(self, incident_id: int, now: datetime, moments: Sequence[CheckMoment]) -> FiledCase | None:
        incident = self._book.incidents.get(incident_id)
        if incident is None or incident.folded_into is not None:
            return None
        history = load_history(self._book, incident, now, moments)
        draft = draft_incident(history, now)
        filed = self.cases.file(draft)
        self.cases.settle_offers(filed.case_id)
        draft = self.cases.confirm(draft, filed.case_id)
        occurrence = self.cases.occurrence_of(draft.key)
        if occurrence is not None:
            learn_patterns(self.patterns, draft, occurrence, history.tiers)
        runs = self._book.incidents.run_ids(incident_id)
        good = [moment.at for moment in history.good_moments() if draft.closed_at and moment.at >= draft.closed_at]
        note_incident(self._book, self.findings, draft, good)
        report_regressions(self._book, self.findings, now)
        settle_injections(
            self.patterns, draft, [*(one.id for one in self._book.sessions.of_runs(runs)), *history.tiers]
        )
        return filed

    def learn_what_held(self, now: datetime) -> list[int]:
        """File anew the incidents that were over for long enough, and measured since, to say whether the cure held;
        their ids. Inside ``store.write``."""
        due = self.cases.incidents_to_follow(now, checked=True)
        for incident_id in due:
            self.learn_from_incident(incident_id, now)
        return due

    def keep_verdicts(self) -> int:
        """Keep the verdicts of sessions that are over, and age the patterns; how many. Waits for the database: not on a
        GUI thread, nor inside a write."""
        store = self._book.store
        found = store.read(sessions_without_verdict).result()
        for number in found:
            store.write(partial(self._keep_verdict, number, self._verifier_record(number))).result()
            store.write(partial(self._learn_from_report, number)).result()
        if found:
            store.write(self.patterns.age).result()
        return len(found)

    def embed_deliberations(self, model: Any) -> int:
        """Give deliberations that have none an embedding of this model (one of memory's); how many. Loads nothing, but
        computes and waits: not on a GUI thread, nor inside a write."""
        store, count = self._book.store, 0
        while rows := store.read(lambda: self.deliberations.without_vector(model.name, EMBEDDED_AT_ONCE)).result():
            vectors = model.embed([text for _, text in rows])

            def keep(rows: list[tuple[int, str]] = rows, vectors: Any = vectors) -> None:
                for (number, _), vector in zip(rows, vectors, strict=True):
                    self.deliberations.put_vector(number, model.name, vector)

            store.write(keep).result()
            count += len(rows)
        return count

    def find_deliberations(
        self, text: str, model: Any = None, role: str | None = None, service: str | None = None
    ) -> list[tuple[StoredDeliberation, float]]:
        """The verdicts nearest to a text, best first, each with its similarity from 0 to 1: by meaning where there is a
        model, else by the words that they share. Waits, as above."""
        store = self._book.store
        if model is not None:
            self.embed_deliberations(model)
            asked = model.embed([text])[0]
            found = store.read(lambda: self.deliberations.nearest(model.name, asked, MOST_DELIBERATIONS)).result()
        else:
            every = store.read(lambda: self.deliberations.list(limit=MOST_DELIBERATIONS)).result()
            found = rank_by_words(text, every)
        return [
            (one, score)
            for one, score in found
            if (role is None or one.role == role) and (service is None or service in one.services)
        ]

    def _keep_verdict(self, session_id: int, record: SessionRecord | None) -> None:
        outputs = session_outputs(record) if record is not None else []
        said = [step.text for step in record.steps if step.kind == "agent"] if record is not None else []
        keep_session_verdict(self._book, self.deliberations, self.patterns, session_id, outputs, "\n".join(said))

    def _learn_from_report(self, session_id: int) -> None:
        """File anew the incidents of the time of a session that says something of cause or cure. Inside
        ``store.write``."""
        session = self._book.sessions.get(session_id)
        run = self._book.sessions.run(session.run_id) if session is not None and session.report else None
        if session is None or run is None:
            return
        linked = {one.id for one in self._book.incidents.of_run(run.id)}
        around = self._book.incidents.list(since=to_text(from_text(run.started_at) - BEFORE_A_RUN), limit=50)
        until = session.ended_at or run.started_at
        linked |= {one.id for one in around if one.started_at <= until and (one.resolved_at or until) >= run.started_at}
        for number in sorted(linked):
            self.learn_from_incident(number, self._clock())

    def _verifier_record(self, session_id: int) -> SessionRecord | None:
        """What a verifier said and what its tools answered; None for any other session, or where its log is gone."""
        store = self._book.store
        if store.read(lambda: verified_session(session_id)).result() is None:
            return None
        session = store.read(lambda: self._book.sessions.get(session_id)).result()
        path = Path(session.log_file) if session is not None and session.log_file else None
        return read_session(path) if path is not None and path.exists() else None

    def note_events(self) -> None:
        """Follow findings through the events that came since, what was done about them and how the checks went, and
        notify of what is back. Waits for the database: not on a GUI thread, nor inside a write."""
        store = self._book.store
        with acting_as(SHARED_ONLY):
            while store.write(lambda: note_events(self._book, self.findings)).result() == MOST_EVENTS:
                pass
            store.write(self.follow_findings).result()

    def follow_findings(self) -> None:
        """Look at what was done about the open findings, at the checks that followed, and at those that nobody saw for
        long; notify of what is back. Inside ``store.write``."""
        follow_findings(self._book, self.findings, self._clock())
        report_regressions(self._book, self.findings, self._clock())
        self.findings.settle()

    def answer_alias(self, alias_id: int, accepted: bool) -> StoredAlias:
        """The operator says whether two kinds of messages are one; cases and findings go by that from now on, and what
        was kept of them is joined. Inside ``store.write``. Raises OperatorError where there is no such alias."""
        answered = self.aliases.answer(alias_id, accepted)
        self.cases.sign_again()
        self.findings.join_aliases()
        return answered

    def propose_aliases(self) -> int:
        """Look for kinds of messages that may be one, among the findings; how many new proposals. Waits."""
        from .signatures.alias_miner import AliasMiner

        titles = self._book.store.read(
            lambda: [one.title for one in self.findings.list(states=FINDING_STATES)]
        ).result()
        miner = AliasMiner()
        miner.add_messages(reversed(titles))
        found = miner.proposals()
        return self._book.store.write(lambda: self.aliases.propose(found)).result() if found else 0

    def file(self, drafts: Sequence[CaseDraft]) -> list[FiledCase]:
        """Store what was seen. Inside ``store.write``."""
        filed = [self.cases.file(draft) for draft in drafts]
        for one in filed:
            self.cases.settle_offers(one.case_id)
        return filed

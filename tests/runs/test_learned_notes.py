"""What a session is given of what was learned: the case of what is out of order, and the operator's own runbook."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from support.cases import fill_cases

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.core.settings.groups import RepositorySettings
from claudeops_desktop.learning import CaseAttempt, CaseDraft, LearningService
from claudeops_desktop.memory.prompt_memory.types import InjectionRequest, TokenBudgets
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.runs.learned_notes import with_learned
from claudeops_desktop.storage import open_store


def request(*services: str, wish: str = "") -> InjectionRequest:
    budgets = TokenBudgets(2000, 800, 400, 4000, 10, 500, 500)
    return InjectionRequest(budgets, utc_now(), services, wish, role="remediator")


def test_an_open_incident_brings_its_case_and_the_runbook_that_fits(folder, tmp_path: Path) -> None:
    place = tmp_path / "infra" / ".claude-ops" / "playbooks"
    place.mkdir(parents=True)
    (place / "certificate.md").write_text("# Renew a certificate\n\nWhen nginx answers 526, the certificate expired.\n")
    (place / "backup.md").write_text("# Restore a backup\n\nWhen a disk is lost.\n")
    settings = Settings(repositories=RepositorySettings(folders=(str(tmp_path / "infra"),)))
    store = open_store(folder)
    try:
        book = RecordRepositories(store)
        store.write(lambda: fill_cases(book)).result()
        now = utc_now()
        store.write(
            lambda: book.incidents.open(
                service="nginx", source="check", started_at=now - timedelta(minutes=3), worst="down",
                cause="answers 526 instead of 200", now=now,
            )
        ).result()  # fmt: skip
        found = store.read(lambda: with_learned(book, request("nginx"), settings)).result()
        told = [note.text for note in found.cases]
        assert told[0].startswith("nginx: “answers 526 instead of 200”")
        assert "What helped: ran certbot renew, then reloaded nginx (2 of 2, held)" in told[0]
        assert told[-1].startswith("nginx: a runbook of the operator may fit, “Renew a certificate”")
        assert "526, the certificate" not in told[-1], "what it says is not put into the prompt"
        assert not any("Restore a backup" in text for text in told)
        quiet = store.read(lambda: with_learned(book, request("wiki"), settings)).result()
        assert quiet.cases == ()
    finally:
        store.close()


def test_two_known_causes_of_a_symptom_are_both_there_and_what_tells_them_apart_comes_first(folder) -> None:
    store = open_store(folder)
    try:
        book, now = RecordRepositories(store), utc_now()
        learning = LearningService(book)
        ways = (
            ("ended shop-maintd, then started nginx", "It holds the port."),
            ("corrected shop.conf", "A typing error."),
        )
        for days, (action, cause) in enumerate(ways, 1):
            at = now - timedelta(days=days)
            attempt = CaseAttempt(action, "restart", at, result="recovered_after", seconds_to_recovery=9)
            draft = CaseDraft(
                f"k{days}", "check", "nginx", "answers 502", "recovered", (attempt,), at, at, cure=0, trigger="http",
                shown="answers 502", cause=cause, cause_evidence=f"seen {days}", cause_session=days,
            )  # fmt: skip
            store.write(lambda draft=draft: learning.cases.file(draft)).result()
        found = store.read(lambda: with_learned(book, request("nginx", wish="answers 502"), Settings())).result()
        first, second = (note.text for note in found.cases)
        assert first.startswith(
            "Two known causes of this symptom; check first, before any action, which one it is:"
            " (1) case 1, cause “It holds the port.”, evidence then: “seen 1”,"
            " it recovered after: ended shop-maintd, then started nginx;"
            " (2) case 2, cause “A typing error.”, evidence then: “seen 2”, it recovered after: corrected shop.conf."
            " nginx: “answers 502”."
        )
        assert second.startswith("nginx: “answers 502”.")
    finally:
        store.close()

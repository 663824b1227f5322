"""What a session is given of what was learned: the case of what is out of order, and the operator's own runbook."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from support.cases import fill_cases

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.core.settings.groups import RepositorySettings
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

"""What each importer reads of a sample of its program, and what it does with bad input (X4)."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from source_files import IMPORTED, read, sample

from claudeops_desktop.core.errors import EnvironmentFault, OperatorError, UsageError


def digest(source: Path) -> str:
    """The contents of a file, or of all files of a folder."""
    files = sorted(path for path in source.rglob("*") if path.is_file()) if source.is_dir() else [source]
    return hashlib.sha256(b"".join(path.name.encode() + path.read_bytes() for path in files)).hexdigest()


@pytest.mark.parametrize("kind", IMPORTED)
def test_every_fact_of_the_sample_is_read_and_the_source_stays_as_it_is(kind: str, tmp_path: Path) -> None:
    name, count = IMPORTED[kind]
    source = sample(name, tmp_path)
    before = digest(source)
    facts, _ = read(kind, source)
    assert len(facts) == count, [fact.text for fact in facts]
    assert all(fact.line > 0 and fact.at for fact in facts)
    assert read(kind, source)[0] == facts, "the order is the same each time"
    assert digest(source) == before


class TestMem0:
    def test_the_history_gives_each_memory_as_it_stands_now(self, tmp_path: Path) -> None:
        texts = [fact.text for fact in read("mem0", sample("mem0-history.db", tmp_path))[0]]
        assert "The nightly dump of postgres locks its tables for 6 minutes" in texts
        assert not any("4 minutes" in text or "Grafana" in text for text in texts), "changed and deleted ones"

    def test_get_all_says_service_category_and_line(self, tmp_path: Path) -> None:
        facts, unreadable = read("mem0", sample("mem0-get-all.json", tmp_path))
        assert len(facts) == 5 and not unreadable
        (jellyfin,) = [fact for fact in facts if fact.service == "jellyfin"]
        assert (jellyfin.category, jellyfin.line) == ("timing", 39)

    def test_damaged_lines_are_named_and_the_others_read(self, tmp_path: Path) -> None:
        (tmp_path / "m.jsonl").write_text(
            '{"memory": "first fact"}\n{"memory": "cut\n{"memory": 5}\n{"text": "last"}\n'
        )
        facts, unreadable = read("mem0", tmp_path / "m.jsonl")
        assert [(fact.text, fact.line) for fact in facts] == [("first fact", 1), ("last", 4)]
        assert [(part.line, part.why) for part in unreadable] == [
            (2, "It is cut off or damaged."), (3, "It has no text under memory."),
        ]  # fmt: skip

    def test_a_file_of_another_kind_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "note.txt").write_text("no JSON")
        with pytest.raises(UsageError, match="not a JSON file"):
            read("mem0", tmp_path / "note.txt")
        with closing(sqlite3.connect(tmp_path / "other.db")) as database:
            database.execute("CREATE TABLE other (id)")
        with pytest.raises(UsageError, match="no table history"):
            read("mem0", tmp_path / "other.db")


class TestClaudeMem:
    def test_facts_then_the_narrative_then_what_was_learned(self, tmp_path: Path) -> None:
        facts, _ = read("claude-mem", sample("claude-mem.db", tmp_path))
        assert facts[0].text == "A stuck transcode of jellyfin ends when /var/cache/jellyfin/transcodes is emptied"
        assert facts[0].at == "2026-03-02T09:15:00.000Z"
        assert facts[2].text.startswith("The nightly dump of postgres is written to /srv/dumps")
        assert [fact.file for fact in facts[-2:]] == ["session_summaries"] * 2

    def test_a_database_that_is_being_written_is_read(self, tmp_path: Path) -> None:
        source = sample("claude-mem.db", tmp_path)
        with closing(sqlite3.connect(source)) as writer:
            writer.execute("PRAGMA journal_mode = wal")
            writer.execute("BEGIN IMMEDIATE")
            writer.execute("DELETE FROM observations")
            assert len(read("claude-mem", source)[0]) == 6, "the state before the other program's transaction"
            writer.rollback()

    @pytest.mark.parametrize("left", [(), ("-wal",), ("-wal", "-shm")])
    def test_no_file_is_made_or_changed_beside_it(self, tmp_path: Path, left: tuple[str, ...]) -> None:
        source, folder = sample("claude-mem.db", tmp_path), tmp_path / "copy"
        folder.mkdir()
        with closing(sqlite3.connect(source)) as writer:
            writer.execute("PRAGMA journal_mode = wal")
            if left:
                with writer:
                    writer.execute(
                        "UPDATE observations SET facts = '[\"A fact that only the log holds\"]' WHERE id = 1"
                    )
            for path in [source, *(source.with_name(source.name + end) for end in left)]:
                (folder / path.name).write_bytes(path.read_bytes())
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        facts, _ = read("claude-mem", folder / source.name)
        assert ("A fact that only the log holds" in {fact.text for fact in facts}) == bool(left)
        after = {path.name: path.read_bytes() for path in folder.iterdir()}
        assert after.keys() == before.keys()
        assert all(after[name] == before[name] for name in before if not name.endswith("-shm"))

    def test_a_database_that_is_locked_is_named_in_a_sentence(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("claudeops_desktop.imports.sqlite_source.WAIT_S", 0.0)
        source = sample("claude-mem.db", tmp_path)
        with closing(sqlite3.connect(source)) as writer:
            writer.execute("PRAGMA journal_mode = delete")
            writer.execute("BEGIN EXCLUSIVE")
            with pytest.raises(OperatorError, match="is in use: another program has locked it"):
                read("claude-mem", source)

    def test_a_damaged_database_is_named_in_a_sentence(self, tmp_path: Path) -> None:
        source = sample("claude-mem.db", tmp_path)
        raw = bytearray(source.read_bytes())
        raw[4096:200_000] = b"\xff" * (200_000 - 4096)
        source.write_bytes(raw)
        with pytest.raises((OperatorError, EnvironmentFault)):
            read("claude-mem", source)

    def test_facts_that_are_no_list_are_named_by_their_row(self, tmp_path: Path) -> None:
        source = sample("claude-mem.db", tmp_path)
        with closing(sqlite3.connect(source)) as database, database:
            database.execute("UPDATE observations SET facts = '[\"cut' WHERE id = 1")
        facts, unreadable = read("claude-mem", source)
        assert [(part.line, part.file) for part in unreadable] == [(1, "observations")]
        assert facts[0].text == "The partition of the cache had no room left."


class TestMarkdown:
    def test_observations_and_what_a_note_depends_on(self, tmp_path: Path) -> None:
        facts, _ = read("basic-memory", sample("basic-memory", tmp_path))
        said = {fact.text: fact for fact in facts}
        timing = said["Takes about 60 seconds to answer after a restart (measured on the media host)"]
        assert (timing.category, timing.service) == ("timing", "jellyfin")
        assert said["Jellyfin depends on NFS Server."].category == "dependency"
        assert not any("relates" in text or "#" in text for text in said)

    def test_a_bundle_without_its_lists_tables_and_retired_notes(self, tmp_path: Path) -> None:
        facts, unreadable = read("okf", sample("okf", tmp_path))
        assert [fact.service for fact in facts] == ["postgres", "postgres"]
        assert [fact.category for fact in facts] == ["", "remediation"]
        assert (facts[0].confidence, facts[0].at) == (0.8, "2026-03-02T09:15:00.000Z")
        assert [(part.file, part.line > 0) for part in unreadable] == [("services/broken.md", True)]
        _, retired = read("runlore", sample("runlore", tmp_path))
        assert [part.why for part in retired] == ["The note is marked as retired."]

    def test_marks_of_obsidian_are_no_part_of_a_fact(self, tmp_path: Path) -> None:
        texts = [fact.text for fact in read("obsidian", sample("obsidian", tmp_path))[0]]
        assert texts[0] == "Grafana reads its dashboards from the provisioning folder when it starts. #dashboards"
        assert "Grafana needs prometheus to answer on port 9090" in texts

    def test_statements_of_a_case_name_it(self, tmp_path: Path) -> None:
        facts, _ = read("runlore", sample("runlore", tmp_path))
        assert all(fact.text.startswith("Mail is stuck in the queue of postfix. ") for fact in facts)
        assert [fact.category for fact in facts] == ["behavior", "behavior", "remediation"]
        assert {fact.service for fact in facts} == {"postfix"}

    def test_the_index_of_claude_memory_is_left_out_and_types_mean_domains(self, tmp_path: Path) -> None:
        facts, _ = read("claude-memory", sample("claude-memory", tmp_path))
        assert {fact.domain for fact in facts} == {"", "projects", "rules-conventions"}
        assert {fact.at for fact in facts if fact.domain} == {"2026-03-02T09:15:00.000Z"}

    def test_links_are_not_followed(self, tmp_path: Path) -> None:
        vault, outside = tmp_path / "vault", tmp_path / "outside"
        (vault / "inner").mkdir(parents=True)
        outside.mkdir()
        (outside / "secret.md").write_text("The key of the vault stands here, in another folder.\n")
        (vault / "inner" / "note.md").write_text("Grafana takes 20 seconds to start.\n")
        (vault / "inner" / "round").symlink_to(vault, target_is_directory=True)
        (vault / "self").symlink_to("self")
        (vault / "again.md").symlink_to(vault / "inner" / "note.md")
        (vault / "out").symlink_to(outside, target_is_directory=True)
        (vault / "secret.md").symlink_to(outside / "secret.md")
        facts, unreadable = read("obsidian", vault)
        assert [fact.file for fact in facts] == ["inner/note.md"]
        assert sorted(part.file for part in unreadable) == ["out", "secret.md"]

    def test_files_that_cannot_be_read_are_named(self, tmp_path: Path) -> None:
        (tmp_path / "latin.md").write_bytes(b"first line\nM\xfcnchen is where the second host stands\n")
        (tmp_path / "large.md").write_bytes(b"x" * (5 << 20))
        (tmp_path / "open.md").write_text("---\ntitle: x\n")
        _, unreadable = read("obsidian", tmp_path)
        assert [(part.file, part.line) for part in unreadable] == [("large.md", 0), ("latin.md", 2), ("open.md", 1)]


def test_memories_of_claude_ops(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "c.db")) as database, database:
        database.execute(
            "CREATE TABLE memories (id INTEGER PRIMARY KEY, service TEXT, category TEXT, observation TEXT,"
            " confidence REAL, active INTEGER, created_at TEXT, updated_at TEXT, session_id INTEGER, tier INTEGER)"
        )
        rows = [("Jellyfin", "timing", "Takes 60s to start", 0.85), (None, "other", "Nothing of ours", 0.5)]
        for row in rows:
            database.execute(
                "INSERT INTO memories (service, category, observation, confidence, active, created_at, updated_at)"
                " VALUES (?, ?, ?, ?, 1, '2025-01-20 14:00:00.1 +0000 UTC', '2025-01-20T14:05:00Z')",
                row,
            )
    facts, unreadable = read("claude-ops", tmp_path / "c.db")
    assert [(fact.service, fact.confidence, fact.at) for fact in facts] == [
        ("jellyfin", 0.85, "2025-01-20T14:05:00.000Z")
    ]
    assert "its category is none of ours" in unreadable[0].why


def test_times_in_three_formats(tmp_path: Path) -> None:
    times = [1772442900, "1772442900123", "2026-03-02T10:15:00+01:00", "2026-03-02 09:15:00", "yesterday"]
    rows = [{"memory": f"fact number {number}", "created_at": at} for number, at in enumerate(times)]
    (tmp_path / "m.json").write_text(json.dumps(rows))
    found = [fact.at for fact in read("mem0", tmp_path / "m.json")[0]]
    moment = "2026-03-02T09:15:00.000Z"
    assert found == [moment, "2026-03-02T09:15:00.123Z", moment, moment, ""]

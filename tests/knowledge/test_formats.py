"""The formats of the folder: Open Knowledge Format 0.2 (part 11), Agent Skills, RunLore's cases, and our own."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.knowledge import KnowledgeService
from claudeops_desktop.knowledge.entries import (
    change_keys,
    first_sentence,
    instant,
    is_stale,
    links_of,
    read_entry,
    trust_of,
    write_entry,
)
from claudeops_desktop.knowledge.entry_checks import check_entry, check_folder
from claudeops_desktop.knowledge.index_file import add_to_log, change_index, read_index

NOTE = "---\ntype: Note\ntitle: A\ndescription: On A.\nnote_type: project\n---\n\nText.\n"
SKILL = "---\nname: renew\ndescription: Renews a certificate. Use it when one expires.\n---\n\n1. Run it.\n"
CASE = (
    "---\ntype: Incident\ntitle: nginx answers 526\nresource: shop/nginx\n---\n\n## Symptom\n\n526\n\n"
    "## Cause\n\nold\n\n## Resolution\n\nrenewed\n"
)


def sentences(path: str, text: str) -> list[str]:
    return [str(one.sentence) for one in check_entry(path, text)]


def test_what_is_right_has_no_problem() -> None:
    assert sentences("notes/a.md", NOTE) == []
    assert sentences("procedures/renew/SKILL.md", SKILL) == []
    assert sentences("cases/nginx-526.md", CASE) == []


@pytest.mark.parametrize(
    ("path", "old", "new", "said"),
    [
        ("notes/a.md", "type: Note\n", "", "no type"),
        ("notes/a.md", "type: Note", "type: ''", "no type"),
        ("notes/a.md", NOTE, "Text alone.\n", "no frontmatter"),
        ("notes/a.md", "title: A", "title: [A]", "“title” must be text"),
        ("notes/a.md", "note_type: project", "note_type: secret", "one of user, feedback, project, reference"),
        ("notes/a.md", "note_type: project", "note_type: project\ntags: one", "a list of words"),
        ("notes/a.md", "note_type: project", "note_type: project\nstale_after: soon", "a time with an offset"),
        ("notes/a.md", "note_type: project", "note_type: project\nsources: [{title: x}]", "no “resource”"),
        ("notes/a.md", "note_type: project", "note_type: project\nstatus: old", "is not a status"),
        ("notes/a.md", "Text.\n", "", "no text"),
        ("procedures/renew/SKILL.md", "name: renew", "name: Renew", "small letters"),
        ("procedures/renew/SKILL.md", "name: renew", "name: re--new", "small letters"),
        ("procedures/other/SKILL.md", "", "", "name of the folder, other"),
        ("procedures/renew/SKILL.md", "name: renew", "name: renew\ntype: Procedure", "the key “type”"),
        ("procedures/renew/SKILL.md", "Renews a certificate. Use it when one expires.", "''", "1,024"),
        ("procedures/renew/SKILL.md", "name: renew", "name: renew\nmetadata: {a: 1}", "must be text"),
        ("cases/c.md", "## Cause", "## Why", "“Cause” is missing"),
        ("cases/c.md", "shop/nginx", "the shop", "blanks"),
        ("cases/c.md", "nginx answers 526", "x" * 121, "120 bytes"),
    ],
)
def test_what_is_wrong_is_said(path: str, old: str, new: str, said: str) -> None:
    text = {"notes": NOTE, "procedures": SKILL, "cases": CASE}[path.partition("/")[0]]
    found = sentences(path, text.replace(old, new, 1) if old else text)
    assert any(said in sentence for sentence in found), found


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("status: accepted", "status: Accepted by all"), "must be one of"),
        (("status: accepted", "status: superseded"), "superseded-by"),
        (("date: 2026-03-02", "date: yesterday"), "must be a date"),
        (("status: accepted", "status: accepted\nsupersedes: [a]"), "must be the number"),
    ],
)
def test_decisions_are_checked(change: tuple[str, str], said: str) -> None:
    text = "---\ntype: Decision\ntitle: A\nstatus: accepted\ndate: 2026-03-02\n---\n\n## Context\n\nx\n"
    assert sentences("decisions/0001-a.md", text) == []
    assert any(said in one for one in sentences("decisions/0001-a.md", text.replace(*change)))
    assert any("must look like 0007" in one for one in sentences("decisions/a.md", text))


def test_reserved_files_have_no_frontmatter_but_the_version_at_the_root() -> None:
    assert sentences("index.md", '---\nokf_version: "0.2"\n---\n\n# Index\n') == []
    assert sentences("notes/index.md", '---\nokf_version: "0.2"\n---\n\n# Index\n') != []
    assert sentences("log.md", "# Log\n\n## 2026-03-02\n\n- b\n\n## 2026-03-01\n\n- a\n") == []
    assert sentences("log.md", "# Log\n\n## 2026-03-01\n\n- a\n\n## 2026-03-02\n\n- b\n") != []


def test_twins_numbers_and_links_are_checked_over_the_folder() -> None:
    found = check_folder({"notes/a.md": NOTE, "notes/A.md": NOTE})
    assert [one.path for one in found if "small and capital" in one.sentence] == ["notes/A.md", "notes/a.md"]
    decision = "---\ntype: Decision\ntitle: A\nstatus: accepted\ndate: 2026-03-02\n---\n\n## Context\n\nx\n"
    found = check_folder({"decisions/0001-a.md": decision, "decisions/0001-b.md": decision})
    assert len([one for one in found if "number 0001" in one.sentence]) == 2
    linked = NOTE + "\n[b](b.md) [c](/notes/c.md) [[b]] [[d]] [w](https://example.org/x.md) `[[code]]` ![i](x.png)\n"
    found = check_folder({"notes/a.md": linked, "notes/b.md": NOTE.replace("title: A", "title: B")})
    assert [one.sentence.split("“")[1].split("”")[0] for one in found] == ["/notes/c.md", "d"]


def test_a_verification_older_than_the_content_counts_for_nothing() -> None:
    meta = read_entry(
        "---\ntype: Note\ngenerated: {by: 'process:x', at: '2026-03-02T09:00:00Z'}\n"
        "verified: {by: 'human:operator', at: '2026-03-01T09:00:00Z'}\n---\n"
    ).meta
    assert trust_of(meta) == "unverified"
    assert trust_of({**meta, "verified": [{"by": "check/1", "at": "2026-03-03T09:00:00Z"}]}) == "machine-confirmed"
    assert trust_of({**meta, "verified": {"by": "human:o", "at": "2026-03-02T09:00:00Z"}}) == "human-reviewed"


def test_stale_is_at_the_instant_or_later() -> None:
    at = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    assert is_stale({"stale_after": "2026-03-02T10:00:00+01:00"}, at)
    assert not is_stale({"stale_after": "2026-03-02T09:00:01Z"}, at)
    assert instant("2026-03-02T09:00:00") is None, "no offset"


@pytest.mark.slow
@given(st.text(max_size=400))
def test_no_text_is_too_odd_to_be_read_and_checked(text: str) -> None:
    assert read_entry(text).text == text
    for path in ("notes/a.md", "MEMORY.md", "index.md", "log.md", "decisions/0001-a.md", "procedures/a/SKILL.md"):
        check_entry(path, text)
    links_of(text)


KEYS = st.from_regex(r"[a-z][a-z_-]{0,10}", fullmatch=True)
VALUES = st.one_of(st.text(max_size=60), st.integers(), st.booleans(), st.lists(st.text(max_size=20), max_size=3))


@pytest.mark.slow
@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=6), st.dictionaries(KEYS, VALUES, max_size=3))
def test_a_change_of_keys_leaves_all_others_as_they_were(meta: dict[str, object], changes: dict[str, object]) -> None:
    text = write_entry(meta, "Body.")
    assert dict(read_entry(text).meta) == meta
    assert dict(read_entry(change_keys(text, changes)).meta) == {**meta, **changes}
    assert dict(read_entry(change_keys(text, dict.fromkeys(meta))).meta) == {}


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.from_regex(r"notes/[a-z ]{1,8}\.md", fullmatch=True), st.text(min_size=1, max_size=40)), min_size=1
    )
)
def test_an_index_is_read_as_it_was_written(rows: list[tuple[str, str]]) -> None:
    index = ""
    files = {path: write_entry({"type": "Note", "title": title, "description": "d"}, "x") for path, title in rows}
    for path, text in files.items():
        index = change_index(index, {path: text})
    assert set(read_index(index)) == set(files)
    assert change_index(index, files) == index
    assert read_index(change_index(index, dict.fromkeys(files))) == {}


def test_the_log_has_the_newest_day_first_and_ninety_days() -> None:
    log = ""
    for day in (1, 2, 2, 9):
        log = add_to_log(log, datetime(2026, 3, day, tzinfo=UTC).date(), f"day {day}")
    assert [line for line in log.splitlines() if line.startswith("## ")] == [
        "## 2026-03-09",
        "## 2026-03-02",
        "## 2026-03-01",
    ]
    assert "2026-03-02" not in add_to_log(log, datetime(2026, 7, 1, tzinfo=UTC).date(), "later")
    assert check_entry("log.md", log) == []


def test_decisions_are_numbered_and_a_number_is_never_used_again(folder: KnowledgeService) -> None:
    first = folder.decisions.add("Use PostgreSQL", context="Two writers.", decision="PostgreSQL.")
    second = folder.decisions.add("Use SQLite", context="One writer.", decision="SQLite.", supersedes=[1])
    assert (first.path, second.path) == ("decisions/0001-use-postgresql.md", "decisions/0002-use-sqlite.md")
    rows = {one.number: (one.status, one.superseded_by) for one in folder.decisions.list()}
    assert rows == {1: ("superseded", (2,)), 2: ("accepted", ())}
    assert folder.check() == [] and folder.log()[0].author == "human:operator"
    folder.remove(second.path, "A mistake")
    assert folder.decisions.add("Again", context="c", decision="d").path.startswith("decisions/0003-")
    assert [one.number for one in folder.decisions.list("two writers")] == [1]


def test_procedures_are_written_in_the_format_of_skills(folder: KnowledgeService) -> None:
    made = folder.procedures.add(
        "Renew a certificate", "Renews it. Use it when one expires.", "1. Run `certbot renew`."
    )
    assert made.path == "procedures/renew-a-certificate/SKILL.md" and folder.check() == []
    with pytest.raises(OperatorError, match="already"):
        folder.procedures.add("Renew a certificate", "Again.", "1. Run it.")


def test_a_notebook_is_seen_by_its_role_only(folder: KnowledgeService) -> None:
    folder.notes.add("feedback", "Detached HEAD", "Check out main first.", role="remediator")
    assert folder.notes.list() == [] and folder.notes.list("observer") == []
    assert [one.title for one in folder.notes.list("remediator")] == ["Detached HEAD"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Restic 0.16 goes to *nas01* every night. It takes an hour.", "Restic 0.16 goes to nas01 every night."),
        ("## Disks\n\nOf nas1.", "Disks"),
        ("See [[Back up after the dump]] and [[a|the disks]] or [the log](/log.md).",
         "See Back up after the dump and the disks or the log."),
        ("![bay](bay.png) `zpool status` says it", "bay zpool status says it"),
        ("", ""),
        ("x" * 300, "x" * 160),
    ],
)  # fmt: skip
def test_the_line_for_the_index_is_the_first_sentence_without_markup(text: str, line: str) -> None:
    assert first_sentence(text) == line


@given(st.text(alphabet="[]()|*_`.! ab\n", max_size=400))
def test_any_text_gives_a_line_for_the_index(text: str) -> None:
    assert "\n" not in first_sentence(text) and len(first_sentence(text)) <= 160

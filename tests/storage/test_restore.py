"""X4: a data folder becomes what a backup holds, wholly or not at all, whatever happens in the middle."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from store_folders import fill, messages

from claudeops_desktop.agents.watch.services import ServicesError, load_services
from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.archive import MANIFEST, BackupCancelled
from claudeops_desktop.storage.backup import back_up
from claudeops_desktop.storage.restore import finish_restore, inspect_backup, restore_backup
from claudeops_desktop.storage.restore_changes import changes_of_restore, missing_secrets

pytestmark = pytest.mark.file_only("a restore works on the files of a folder, and is refused on a server")

FIRST = ["first 0", "first 1", "first 2"]


@pytest.fixture
def saved(folder: DataFolder, tmp_path: Path) -> Path:
    """A backup of the folder, which then goes on."""
    made = tmp_path / "saved.zip"
    back_up(folder, made)
    fill(folder, 2, "second")
    return made


def state(folder: DataFolder) -> dict[str, str]:
    """What the operator would find: every file but those that the application makes anew."""
    found = {"events": ",".join(messages(folder))}
    for path in sorted([*folder.root.glob("*.t*ml"), *folder.root.glob("*.json"), *folder.logs.iterdir()]):
        found[path.name] = path.read_text(encoding="utf-8")
    return found


@pytest.mark.slow
def test_the_folder_is_as_it_was_when_the_backup_was_made(folder: DataFolder, tmp_path: Path) -> None:
    before = state(folder)
    back_up(folder, tmp_path / "saved.zip")
    fill(folder, 2, "second")
    assert state(folder) != before
    restore_backup(folder, tmp_path / "saved.zip")
    assert state(folder) == before


def test_an_empty_folder_takes_a_backup_of_another_machine(saved: Path, tmp_path: Path) -> None:
    fresh = DataFolder(tmp_path / "fresh")
    restored = restore_backup(fresh, saved)
    assert messages(fresh) == FIRST
    assert restored.safety is None


def test_sessions_find_their_logs_in_the_new_place(folder: DataFolder, tmp_path: Path) -> None:
    with closing(sqlite3.connect(folder.database)) as database, database:
        database.execute(
            'INSERT INTO runs (id, "trigger", agent, status, started_at) VALUES (1, ?, ?, ?, ?)',
            ("manual", "watch", "completed", "2026-03-02T08:00:00.000Z"),
        )
        database.execute(
            'INSERT INTO sessions (id, run_id, agent, "trigger", status, started_at, log_file)'
            " VALUES (1, 1, 'watch', 'manual', 'completed', '2026-03-02T08:00:00.000Z', ?)",
            (str(folder.logs / "session-1-first.ndjson"),),
        )
    back_up(folder, tmp_path / "saved.zip")
    fresh = DataFolder(tmp_path / "fresh")
    restore_backup(fresh, tmp_path / "saved.zip")
    with closing(sqlite3.connect(fresh.database)) as database:
        ((name,),) = database.execute("SELECT log_file FROM sessions").fetchall()
    assert name == str(fresh.logs / "session-1-first.ndjson")
    assert Path(name).exists()


@pytest.mark.slow
def test_what_was_there_is_backed_up_first_and_can_be_restored_in_its_turn(folder: DataFolder, saved: Path) -> None:
    before = messages(folder)
    restored = restore_backup(folder, saved)
    assert restored.safety is not None
    restore_backup(folder, restored.safety)
    assert messages(folder) == before


@pytest.mark.slow
def test_the_logs_that_were_there_are_kept_aside(folder: DataFolder, saved: Path) -> None:
    restored = restore_backup(folder, saved)
    assert restored.old_logs is not None
    assert {path.name for path in restored.old_logs.iterdir()} == {
        "session-1-first.ndjson",
        "session-1-second.ndjson",
    }


@pytest.mark.slow
def test_a_backup_without_logs_leaves_no_log_that_a_later_session_could_write_into(
    folder: DataFolder, tmp_path: Path
) -> None:
    back_up(folder, tmp_path / "small.zip", logs=False)
    restored = restore_backup(folder, tmp_path / "small.zip")
    assert list(folder.logs.iterdir()) == []
    assert restored.old_logs is not None
    assert (restored.old_logs / "session-1-first.ndjson").exists()


@pytest.mark.slow
def test_the_index_of_the_logs_is_made_anew(folder: DataFolder, saved: Path) -> None:
    restore_backup(folder, saved)
    assert not (folder.root / "log-index.db").exists()


def test_what_this_machine_measured_stays(folder: DataFolder, saved: Path) -> None:
    folder.check_results.write_bytes(b"newer results")
    restore_backup(folder, saved)
    assert folder.check_results.read_bytes() == b"newer results"


@pytest.mark.slow
def test_a_folder_that_is_in_use_is_left_alone(folder: DataFolder, saved: Path) -> None:
    store = open_store(folder)
    try:
        with pytest.raises(OperatorError, match="is at work on"):
            restore_backup(folder, saved)
    finally:
        store.close()
    assert len(messages(folder)) == 5


@pytest.mark.slow
def test_a_program_that_keeps_the_schedule_is_not_robbed_of_its_folder(folder: DataFolder, saved: Path) -> None:
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import fcntl,sys; f=open(sys.argv[1],'w'); fcntl.flock(f, fcntl.LOCK_EX);"
            " print('held', flush=True); sys.stdin.read()",
            str(folder.root / "schedule.lock"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    holder.stdout.readline()
    try:
        with pytest.raises(OperatorError, match="is at work on"):
            restore_backup(folder, saved)
    finally:
        holder.communicate("")


@pytest.mark.slow
def test_a_damaged_database_is_replaced_and_kept_aside_as_it_is(folder: DataFolder, saved: Path) -> None:
    folder.database.write_bytes(b"this is no database" * 1000)
    restored = restore_backup(folder, saved)
    assert messages(folder) == FIRST
    assert restored.safety is not None
    assert restored.safety.read_bytes().startswith(b"this is no database")


@pytest.mark.slow
@pytest.mark.parametrize("at", range(1, 8))
def test_cancelled_it_leaves_the_folder_as_it_was(folder: DataFolder, saved: Path, at: int) -> None:
    before = state(folder)
    asked = iter(range(1000))
    with pytest.raises(BackupCancelled):
        restore_backup(folder, saved, stopped=lambda: next(asked) >= at - 1)
    assert state(folder) == before
    assert not folder.restoring.exists()


KILLED = """
    import os, shutil, signal, sys, traceback
    from pathlib import Path
    from claudeops_desktop.core.paths import DataFolder
    from claudeops_desktop.storage.restore import restore_backup

    def begin(folder, saved, left):
        def watch(event, _arguments):
            nonlocal left
            if event in ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "sqlite3.connect"):
                left -= 1
                if left < 0:
                    os.kill(os.getpid(), signal.SIGKILL)
        sys.addaudithook(watch)
        restore_backup(DataFolder(folder), saved)

    folder, saved = map(Path, sys.argv[1:])
    for moment in range(200):
        trial = folder.with_name(f"trial{moment}")
        shutil.copytree(folder, trial)
        child = os.fork()
        if not child:  # one start of the interpreter serves all
            try:
                begin(trial, saved, moment)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(code, flush=True)
        if code != -signal.SIGKILL:
            break
"""


@pytest.mark.slow
def test_killed_at_any_moment_it_is_the_old_state_or_the_new_one(folder: DataFolder, saved: Path) -> None:
    """SIGKILL before each change of the folder, one after the other, until one restore comes to its end."""
    old = state(folder)
    whole = DataFolder(folder.root.with_name("whole"))
    shutil.copytree(folder.root, whole.root)
    restore_backup(whole, saved)
    new = state(whole)
    words = [sys.executable, "-c", textwrap.dedent(KILLED), str(folder.root), str(saved)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    *killed, last = map(int, done.stdout.split())
    assert (set(killed), last) == ({-signal.SIGKILL}, 0), done.stderr
    ends = []
    for moment in range(len(killed) + 1):
        trial = DataFolder(folder.root.with_name(f"trial{moment}"))
        found = state(trial)
        assert found in (old, new)
        assert not trial.restoring.exists()
        ends.append(found == new)
    assert ends == sorted(ends)  # once it is the new state, it stays that
    assert ends[0] is False
    assert ends[-1] is True


@pytest.mark.slow
def test_while_one_restores_nobody_opens_the_database(folder: DataFolder, saved: Path) -> None:
    refused: list[str] = []

    def look(_progress: object) -> None:
        if not refused:
            with pytest.raises(OperatorError) as told:
                finish_restore(folder)
            refused.append(str(told.value))

    folder.restoring.mkdir()
    restore_backup(folder, saved, report=look)
    assert "is being restored" in refused[0]


@pytest.mark.slow
def test_a_backup_of_a_newer_schema_is_refused(folder: DataFolder, saved: Path) -> None:
    rewrite(saved, schema=9999)
    with pytest.raises(OperatorError, match="newer version of Claude Ops"):
        restore_backup(folder, saved)
    assert len(messages(folder)) == 5


@pytest.mark.slow
def test_a_backup_of_a_newer_version_is_refused(saved: Path) -> None:
    rewrite(saved, version="99.0.0")
    with pytest.raises(OperatorError, match=r"newer version of Claude Ops \(99.0.0"):
        inspect_backup(saved)


@pytest.mark.slow
def test_a_backup_in_a_newer_form_is_refused(saved: Path) -> None:
    rewrite(saved, format=2)
    with pytest.raises(OperatorError, match="newer version"):
        inspect_backup(saved)


@pytest.mark.slow
def test_a_file_that_was_changed_is_refused(folder: DataFolder, saved: Path) -> None:
    repack(saved, {"settings.toml": b"# first\n[run]\ndry_run = fals\n"})
    with pytest.raises(OperatorError, match="is not what was packed"):
        restore_backup(folder, saved)
    assert "second" in folder.settings_file.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "../evil.toml",
        "/etc/evil",
        "logs/../../evil",
        "logs\\..\\evil",
        "backups/x.zip",
        "window.lock",
        ".hidden",
        "a/b/c",
    ],
)
def test_a_name_that_leaves_the_folder_is_refused(folder: DataFolder, saved: Path, name: str) -> None:
    add_entry(saved, name, b"x")
    with pytest.raises(OperatorError, match="has no place in a backup"):
        restore_backup(folder, saved)


@pytest.mark.slow
def test_a_link_is_refused(folder: DataFolder, saved: Path) -> None:
    add_entry(saved, "logs/link.ndjson", b"/etc/passwd", mode=stat.S_IFLNK | 0o777)
    with pytest.raises(OperatorError, match="is no plain file"):
        restore_backup(folder, saved)


@pytest.mark.slow
def test_an_entry_that_the_manifest_does_not_name_is_refused(folder: DataFolder, saved: Path) -> None:
    with zipfile.ZipFile(saved, "a") as archive:
        archive.writestr("logs/more.ndjson", b"x")
    with pytest.raises(OperatorError, match="names other files"):
        restore_backup(folder, saved)


@pytest.mark.slow
def test_a_name_twice_is_refused(folder: DataFolder, saved: Path) -> None:
    with zipfile.ZipFile(saved, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("settings.toml", b"x")
    with pytest.raises(OperatorError, match="twice"):
        restore_backup(folder, saved)


@pytest.mark.slow
def test_a_bomb_that_lies_about_its_size_unpacks_no_more_than_it_says(folder: DataFolder, saved: Path) -> None:
    add_entry(saved, "logs/bomb.ndjson", bytes(50_000_000), said=1000)
    with pytest.raises(OperatorError, match=r"is not as large as the manifest says|has another size"):
        restore_backup(folder, saved)


def test_a_bomb_that_tells_its_size_honestly_is_refused_by_the_room_on_the_disk(
    folder: DataFolder, saved: Path
) -> None:
    rewrite(saved, grow=("logs/session-1-first.ndjson", 10**15))
    with pytest.raises(OperatorError, match=r"claims to unpack|not as large"):
        restore_backup(folder, saved)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 not really", b"\x00" * 4096])
def test_something_else_is_refused(folder: DataFolder, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "other.zip").write_bytes(content)
    with pytest.raises(OperatorError, match="is not a backup"):
        restore_backup(folder, tmp_path / "other.zip")


@pytest.mark.slow
def test_any_zip_is_not_a_backup(folder: DataFolder, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as archive:
        archive.writestr("photo.jpg", b"x")
    with pytest.raises(OperatorError, match="it has no manifest"):
        restore_backup(folder, tmp_path / "other.zip")


@pytest.mark.slow
def test_a_backup_whose_database_is_damaged_is_refused(folder: DataFolder, saved: Path) -> None:
    repack(saved, {"claudeops.db": b"SQLite format 3\x00" + b"\xff" * 5000}, honest=True)
    with pytest.raises(OperatorError, match=r"The database in .* is damaged"):
        restore_backup(folder, saved)
    assert len(messages(folder)) == 5


# --- backups that somebody had a hand in


def rebuilt(path: Path, change: Callable[[dict[str, bytes], dict[str, object]], None]) -> None:
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(entries.pop(MANIFEST))
    change(entries, manifest)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
        archive.writestr(MANIFEST, json.dumps(manifest))


def rewrite(path: Path, grow: tuple[str, int] | None = None, **columns: object) -> None:
    def change(_entries: dict[str, bytes], manifest: dict[str, object]) -> None:
        manifest.update(columns)
        if grow:
            for file in manifest["files"]:  # type: ignore[attr-defined]
                if file["name"] == grow[0]:
                    file["bytes"] = grow[1]

    rebuilt(path, change)


def repack(path: Path, contents: dict[str, bytes], *, honest: bool = False) -> None:
    import hashlib

    def change(entries: dict[str, bytes], manifest: dict[str, object]) -> None:
        entries.update(contents)
        for file in manifest["files"]:  # type: ignore[attr-defined]
            if file["name"] in contents:
                file["bytes"] = len(contents[file["name"]])
                if honest:
                    file["sha256"] = hashlib.sha256(contents[file["name"]]).hexdigest()

    rebuilt(path, change)


def add_entry(path: Path, name: str, content: bytes, mode: int = 0, said: int | None = None) -> None:
    with zipfile.ZipFile(path) as archive:
        entries = {entry: archive.read(entry) for entry in archive.namelist()}
    manifest = json.loads(entries.pop(MANIFEST))
    manifest["files"].append({"name": name, "bytes": len(content) if said is None else said, "sha256": "0" * 64})
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, old in entries.items():
            archive.writestr(entry, old)
        info = zipfile.ZipInfo(name)
        info.external_attr = mode << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(info, content)
        archive.writestr(MANIFEST, json.dumps(manifest))


SECRET_SERVICES = (
    '[[service]]\nname = "web"\ncheck = "http"\nurl = "https://me:s3cr3tpw@nas/"\n'
    'headers = { Authorization = "Bearer tok-123456" }\n'
)
SECRET_SETTINGS = '[model]\nurl = "https://me:0therpw@models/v1"\n'


@pytest.fixture
def with_secrets(folder, tmp_path):
    """A backup of a folder whose settings and services hold secrets."""
    folder.services_file.write_text(SECRET_SERVICES)
    folder.settings_file.write_text(SECRET_SETTINGS)
    back_up(folder, tmp_path / "secret.zip")
    return tmp_path / "secret.zip"


def test_secrets_of_settings_and_services_are_not_in_a_backup(with_secrets):
    with zipfile.ZipFile(with_secrets) as archive:
        packed = b"".join(archive.read(name) for name in archive.namelist())
    assert not any(secret in packed for secret in (b"s3cr3tpw", b"tok-123456", b"0therpw"))


def test_a_restore_takes_secrets_from_the_files_that_are_there(folder, with_secrets):
    done = restore_backup(folder, with_secrets)
    assert (folder.services_file.read_text(), done.left_out) == (SECRET_SERVICES, ())
    assert folder.settings_file.read_text() == SECRET_SETTINGS


def test_a_restore_elsewhere_names_the_secrets_and_takes_answers(with_secrets, tmp_path):
    other = DataFolder(tmp_path / "other")
    places = ("model.url", "url of web:http", "headers.Authorization of web:http")
    assert missing_secrets(other, with_secrets) == places
    done = restore_backup(other, with_secrets, secrets={places[0]: "0therpw", places[1]: "s3cr3tpw"})
    assert done.left_out == (places[2],)
    assert other.settings_file.read_text() == SECRET_SETTINGS
    with pytest.raises(ServicesError, match="what headers held was left out of the backup"):
        load_services(other.services_file)


def test_settings_whose_secrets_cannot_be_told_apart_are_left_out_and_named(folder, tmp_path):
    folder.services_file.write_text('[[service]\nurl = "https://me:s3cr3tpw@nas/"')
    manifest = back_up(folder, tmp_path / "b.zip")
    assert manifest.left_out == ("services.toml",)


def test_what_was_there_before_a_restore_is_kept_with_its_secrets(folder, with_secrets):
    done = restore_backup(folder, with_secrets)
    with zipfile.ZipFile(done.safety) as archive:
        assert archive.read("services.toml").decode() == SECRET_SERVICES


def test_what_a_restore_would_change_is_shown_without_secrets(folder, with_secrets, tmp_path):
    other = DataFolder(tmp_path / "other").create()
    other.services_file.write_text(SECRET_SERVICES.replace("s3cr3tpw", "h1dd3npw") + "timeout = 9\n")
    told = " ".join(change.sentence for change in changes_of_restore(other, with_secrets).changes)
    assert "https://me:[redacted]@nas/" in told
    assert "h1dd3npw" not in told

"""The memory folders of the Claude CLI (C5): read, checked, edited in place, never written unasked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.core.settings.groups import RepositorySettings
from claudeops_desktop.knowledge.cli_memory import service
from claudeops_desktop.knowledge.cli_memory.rules import LARGEST
from claudeops_desktop.knowledge.cli_memory.service import CliMemoryFolders
from claudeops_desktop.storage import open_store

TOPIC = "---\nname: {0}\ndescription: On {0}.\ntype: {1}\nmodified: 2026-03-01T10:00:00Z\nmood: calm\n---\n\nThe {0}.\n"


class Place:
    """An operator with a home of the CLI's, and the door to its folders."""

    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.config = self.home / ".claude"
        self.work = root / "work"
        self.memory = self.config / "projects" / "-srv-app" / "memory"
        self.memory.mkdir(parents=True)
        self.work.mkdir()
        self.data = DataFolder(root / "data")
        self.store = open_store(self.data)
        self.environ = {"HOME": str(self.home)}
        self.settings = Settings(repositories=RepositorySettings(folders=(str(self.work),)))

    @property
    def door(self) -> CliMemoryFolders:
        return CliMemoryFolders(self.store, self.data, lambda: self.settings, self.environ)

    def put(self, name: str, text: str | bytes, folder: Path | None = None) -> Path:
        file = (folder or self.memory) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def sentences(self, name: str = "") -> list[str]:
        return [str(one.sentence) for one in self.door.check() if not name or one.name == name]

    def whole_disk(self) -> dict[str, bytes]:
        roots = (self.home, self.work)
        return {str(path): path.read_bytes() for root in roots for path in root.rglob("*") if path.is_file()}


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    yield made
    made.store.close()


KEY = "project/srv-app"


def test_projects_and_roles_are_listed_with_their_counts(place: Place) -> None:
    place.put("MEMORY.md", "- [Database](database.md)\n")
    place.put("database.md", TOPIC.format("database", "project"))
    place.put("../0f.jsonl", '{"type":"user","cwd":"/srv/app"}\n')
    place.put("MEMORY.md", "- x\n", place.config / "agent-memory" / "reviewer")
    place.put("MEMORY.md", "- y\n", place.work / ".claude" / "agent-memory" / "observer")
    found = {one.key: one for one in place.door.folders()}
    assert sorted(found) == ["project/srv-app", "role/observer", "role/reviewer"]
    project = found[KEY]
    assert (project.title, project.files, project.has_index, project.fault) == ("/srv/app", 1, True, "")
    assert found["role/observer"].place == str(place.work) and found["role/reviewer"].place == ""
    (index, topic) = place.door.files(KEY)
    assert (index.name, topic.name, topic.about, topic.listed) == ("MEMORY.md", "database.md", "project", True)


@pytest.mark.slow
def test_the_folder_of_the_cli_is_where_its_variable_says(place: Place, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    place.put("MEMORY.md", "- x\n", other / "projects" / "-srv-shop" / "memory")
    place.environ["CLAUDE_CONFIG_DIR"] = str(other)
    assert [one.key for one in place.door.folders()] == ["project/srv-shop"]


def test_a_memory_folder_that_the_clis_settings_name_is_found(place: Place, tmp_path: Path) -> None:
    place.put("MEMORY.md", "- x\n", tmp_path / "kept")
    place.put("settings.json", f'{{"autoMemoryDirectory": "{tmp_path / "kept"}"}}', place.config)
    assert str(tmp_path / "kept") in [one.title for one in place.door.folders()]


def test_two_projects_whose_names_come_out_alike_have_keys_of_their_own(place: Place) -> None:
    place.put("MEMORY.md", "- x\n")
    place.put("MEMORY.md", "- x\n", place.config / "projects" / "-srv--app" / "memory")
    keys = [one.key for one in place.door.folders()]
    assert len(set(keys)) == 2


def test_a_clean_folder_has_no_problem(place: Place) -> None:
    place.put("MEMORY.md", "# Memory\n\n- [Database](database.md): on the database\n- [[Backups]]\n")
    place.put("database.md", TOPIC.format("database", "project"))
    place.put("backups.md", TOPIC.format("backups", "reference") + "\nSee [[database]].\n")
    assert place.sentences() == []


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("MEMORY.md", "- [Gone](gone.md)\n", "leads nowhere"),
        ("MEMORY.md", "- [Out](../../other.md)\n", "leads out of the folder"),
        ("MEMORY.md", "- x\n" * 201, "the CLI reads 200 lines"),
        ("MEMORY.md", "- " + "x" * 26_000 + "\n", "25600 bytes"),
        ("MEMORY.md", "- one\n- One\n", "the same as line 1"),
        ("topic.md", TOPIC.format("topic", "diary"), "is not a type"),
        ("topic.md", "---\nname: [\n---\n\nx\n", "frontmatter cannot be read"),
        ("topic.md", "just words\n", "no frontmatter"),
        ("topic.md", TOPIC.format("topic", "user"), "does not name it"),
        ("topic.md", TOPIC.format("topic", "user") + "[[nobody]]\n", "leads nowhere"),
        ("topic.md", b"---\ntype: user\n---\n\xff\xfe\n", "not text in UTF-8"),
        ("topic.md", b"x" * (LARGEST + 1), "too many"),
    ],
)
def test_what_is_wrong_is_named(place: Place, name: str, text: str | bytes, said: str) -> None:
    place.put("MEMORY.md", "")
    place.put(name, text)
    assert any(said in sentence for sentence in place.sentences(name)), place.sentences(name)


def test_doubles_and_twins_are_named(place: Place) -> None:
    place.put("MEMORY.md", "- [a](a.md) [b](b.md) [A](A.md)\n")
    place.put("a.md", TOPIC.format("disk", "project"))
    place.put("b.md", TOPIC.format("disk", "project"))
    place.put("A.md", TOPIC.format("other", "project"))
    assert place.sentences("b.md") == ["It says the same as a.md."]
    assert "Another file has the same name except for small and capital letters." in place.sentences("A.md")


@pytest.mark.slow
def test_a_file_without_an_index_is_not_found_by_the_cli(place: Place) -> None:
    place.put("topic.md", TOPIC.format("topic", "user"))
    assert "There is no index, so the CLI does not find the other files." in place.sentences("MEMORY.md")


@pytest.mark.slow
def test_looking_and_checking_write_nothing(place: Place) -> None:
    place.put("MEMORY.md", "- [Gone](gone.md)\n")
    place.put("topic.md", TOPIC.format("topic", "diary"))
    before = place.whole_disk()
    place.door.folders(), place.door.files(KEY), place.door.check(), place.door.read(KEY, "topic.md")
    assert place.whole_disk() == before


def test_an_edit_changes_the_bytes_that_were_changed_and_no_others(place: Place) -> None:
    text = TOPIC.format("topic", "user").replace("\n", "\r\n")
    file = place.put("topic.md", "\ufeff" + text)
    read = place.door.read(KEY, "topic.md")
    saved = place.door.save(KEY, "topic.md", read.text.replace("The topic.", "The new topic."), read.revision)
    assert saved.saved
    assert file.read_bytes() == ("\ufeff" + text).replace("The topic.", "The new topic.").encode()
    assert place.door.read(KEY, "topic.md").revision == saved.revision


@pytest.mark.slow
def test_a_file_that_was_changed_meanwhile_is_left_and_both_texts_are_kept(place: Place) -> None:
    file = place.put("topic.md", "mine\n")
    read = place.door.read(KEY, "topic.md")
    file.write_text("by the CLI\n")
    saved = place.door.save(KEY, "topic.md", "by me\n", read.revision)
    assert not saved.saved and saved.kept_version is not None
    assert file.read_text() == "by the CLI\n"
    (version,) = place.door.versions(KEY, "topic.md")
    assert version.refused and place.door.version_text(KEY, "topic.md", version.id) == "by me\n"


@pytest.mark.slow
def test_a_change_at_the_last_moment_is_noticed(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    file = place.put("topic.md", "mine\n")
    read = place.door.read(KEY, "topic.md")
    kept = service.CliMemoryFolders._keep

    def keep_and_interfere(self: CliMemoryFolders, *given: object, **more: object) -> int:
        if not more.get("refused"):
            file.write_text("by the CLI\n")
        return kept(self, *given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(service.CliMemoryFolders, "_keep", keep_and_interfere)
    assert not place.door.save(KEY, "topic.md", "by me\n", read.revision).saved
    assert file.read_text() == "by the CLI\n"


@pytest.mark.slow
def test_the_last_ten_texts_are_kept_and_restore_keeps_the_present_one(place: Place) -> None:
    place.put("topic.md", "0\n")
    for number in range(1, 13):
        revision = place.door.read(KEY, "topic.md").revision
        assert place.door.save(KEY, "topic.md", f"{number}\n", revision).saved
    versions = place.door.versions(KEY, "topic.md")
    assert len(versions) == 10
    assert place.door.version_text(KEY, "topic.md", versions[0].id) == "11\n"
    assert place.door.version_text(KEY, "topic.md", versions[-1].id) == "2\n"
    assert place.door.restore(KEY, "topic.md", versions[-1].id).saved
    assert place.door.read(KEY, "topic.md").text == "2\n"
    assert place.door.version_text(KEY, "topic.md", place.door.versions(KEY, "topic.md")[0].id) == "12\n"


def test_of_two_who_save_at_once_one_is_told(place: Place) -> None:
    place.put("topic.md", "0\n")
    revision = place.door.read(KEY, "topic.md").revision
    told = list[bool]()
    threads = [
        threading.Thread(target=lambda n=n: told.append(place.door.save(KEY, "topic.md", f"{n}\n", revision).saved))
        for n in range(1, 7)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(told) == [False] * 5 + [True]
    assert len(place.door.versions(KEY, "topic.md")) == 6  # the former text, and the five that were refused


@pytest.mark.parametrize("name", ["../../escape.md", "/etc/passwd.md", "topic.txt", ".hidden.md", ".git/x.md", ""])
def test_nothing_is_written_outside_of_the_folder(place: Place, name: str) -> None:
    place.put("MEMORY.md", "- x\n")
    before = place.whole_disk()
    with pytest.raises(OperatorError):
        place.door.save(KEY, name, "x\n", "")
    assert place.whole_disk() == before


@pytest.mark.slow
def test_links_are_not_followed(place: Place, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("secret\n")
    (place.memory / "link.md").symlink_to(outside)
    (place.memory / "loop.md").symlink_to("loop.md")
    assert "It is a link that leads out of the folder." in place.sentences("link.md")
    assert place.sentences("loop.md")
    for name in ("link.md", "loop.md"):
        with pytest.raises(OperatorError):
            place.door.read(KEY, name)
        with pytest.raises(OperatorError):
            place.door.save(KEY, name, "x\n", "")
    assert outside.read_text() == "secret\n"


@pytest.mark.slow
def test_a_memory_folder_that_is_a_link_out_may_only_be_looked_at(place: Place, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    place.put("MEMORY.md", "- x\n", elsewhere)
    project = place.config / "projects" / "-srv-linked"
    project.mkdir()
    (project / "memory").symlink_to(elsewhere)
    read = place.door.read("project/srv-linked", "MEMORY.md")
    with pytest.raises(OperatorError):
        place.door.save("project/srv-linked", "MEMORY.md", "y\n", read.revision)
    assert (elsewhere / "MEMORY.md").read_text() == "- x\n"


@pytest.mark.slow
def test_the_rights_of_a_file_stay(place: Place) -> None:
    file = place.put("topic.md", "x\n")
    file.chmod(0o640)
    place.door.save(KEY, "topic.md", "y\n", place.door.read(KEY, "topic.md").revision)
    assert file.stat().st_mode & 0o777 == 0o640

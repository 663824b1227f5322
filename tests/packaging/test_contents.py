"""What goes into the frozen program: all of ours, however it is found at run time, and nothing that may not."""

from __future__ import annotations

import ast
import importlib.util
import shutil
import struct
from pathlib import Path

import pytest
from installer import contents, icons, licences, tree

from claudeops_desktop.cli.main import MODULES
from claudeops_desktop.confinement import remote_script
from claudeops_desktop.storage import migrate
from claudeops_desktop.ui.pages import PAGES


@pytest.fixture(scope="module")
def ours() -> set[str]:
    return set(contents.own_modules(Path(__file__).resolve().parents[2]))


@pytest.fixture(scope="module")
def found_by_name() -> set[str]:
    return set(contents.hidden_imports(Path(__file__).resolve().parents[2]))


def test_every_migration_is_in_it(ours):
    names = {
        f"claudeops_desktop.storage.migrations.m{step.number:03d}_{step.name}" for step in migrate.known_migrations()
    }
    assert names <= ours


def test_every_page_is_in_it(ours):
    assert {entry.module for entry in PAGES} <= ours


def test_every_command_is_in_it(ours):
    assert {f"claudeops_desktop.cli.{module}" for module in MODULES.values()} <= ours


def test_every_check_of_the_watcher_is_in_it(ours, root):
    checks = (root / "claudeops_desktop" / "watch" / "checks").glob("*.py")
    names = {f"claudeops_desktop.agents.watch.checks.{path.stem}" for path in checks if path.stem != "__init__"}
    assert names <= ours


@pytest.mark.slow
def test_of_qt_what_is_imported_is_in_it_and_nothing_else(root):
    """Ours are found by what our modules import, whoever imports them and when."""
    used = set()
    texts = [path.read_text(encoding="utf-8") for path in (root / "claudeops_desktop").rglob("*.py")]
    for text in (text for text in texts if "PySide6" in text):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("PySide6."):
                used.add(node.module.split(".")[1])
            elif isinstance(node, ast.ImportFrom) and node.module == "PySide6":
                used.update(name.name for name in node.names)
            elif isinstance(node, ast.Import):
                used.update(name.name.split(".")[1] for name in node.names if name.name.startswith("PySide6."))
    assert used == set(contents.QT_BINDINGS)


@pytest.mark.slow
def test_data_beside_our_modules_and_what_ships_is_in_it(root):
    targets = {(Path(source).name, target) for source, target in contents.data_files(root)}
    assert ("prompts", "prompts") in targets
    assert ("resources", "resources") in targets
    assert ("guide", "docs/guide") in targets
    assert ("weights.json", "claudeops_desktop/language/compare") in targets
    assert {(f"{name}.py", "claudeops_desktop/confinement") for name in remote_script.MODULES} <= targets


def test_of_the_pictures_those_that_the_guide_shows_are_in_it(root):
    found = {path.name for path in contents.pictures_of_guide(root)}
    assert "inbox-light.png" in found
    assert "overview-dark.png" not in found
    assert all((root / "docs" / "screenshots" / name).is_file() for name in found)


def test_of_the_languages_of_dates_the_one_that_is_read_is_in_it():
    assert contents.is_wanted_module("dateparser.data.date_translation_data.en")
    assert contents.is_wanted_module("dateparser.data.date_translation_data")
    assert not contents.is_wanted_module("dateparser.data.date_translation_data.af")


@pytest.mark.slow
def test_parts_that_libraries_find_by_name_are_in_it(found_by_name):
    wanted = {"keyring.backends.SecretService", "keyring.backends.fail", "apprise.plugins.ntfy"}
    wanted |= {"uvicorn.loops.asyncio", "uvicorn.protocols.http.h11_impl", "uvicorn.lifespan.on"}
    assert wanted <= found_by_name


@pytest.mark.parametrize(
    "target",
    [
        "PySide6/Qt/lib/libQt6VirtualKeyboard.so.6",
        "PySide6/Qt/plugins/platforminputcontexts/libqtvirtualkeyboardplugin.so",
        "PySide6/Qt/lib/libQt6Quick3D.so.6",
        "PySide6/Qt/lib/libQt6WaylandCompositor.so.6",
        "PySide6/QtCharts.abi3.so",
        "PySide6/Qt/lib/libQt6Quick.so.6",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "libQt6EglFSDeviceIntegration.so.6",
    ],
)
def test_of_qt_only_what_the_window_uses_goes_in(target):
    assert not contents.is_wanted_binary(target, f"/somewhere/{target}")


def test_libraries_of_the_system_stay_the_systems():
    assert not contents.is_wanted_binary("libssl.so.3", "/usr/lib/x86_64-linux-gnu/libssl.so.3")
    assert contents.is_wanted_binary("libpython3.11.so.1.0", "/opt/python/lib/libpython3.11.so.1.0")


@pytest.mark.parametrize(
    "source",
    [
        "/usr/lib/x86_64-linux-gnu/libpython3.11.so.1.0",
        "/usr/lib/python3.11/lib-dynload/_ssl.cpython-311-x86_64-linux-gnu.so",
    ],
)
def test_the_python_of_the_distribution_goes_in(source):
    assert contents.is_wanted_binary(Path(source).name, source)


def test_a_module_under_the_gpl_alone_is_found_in_a_built_folder(tmp_path):
    for name in tree.WANTED:
        (tmp_path / name).write_text("")
    assert tree.faults(tmp_path) == []
    plugin = tmp_path / "plugins" / "platforminputcontexts" / "libqtvirtualkeyboardplugin.so"
    plugin.parent.mkdir(parents=True)
    plugin.write_text("")
    (tmp_path / "libQt6Charts.so.6").write_text("")
    assert len([fault for fault in tree.faults(tmp_path) if "under the GPL alone" in fault]) == 2


def test_what_is_missing_in_a_built_folder_is_named(tmp_path):
    assert "libqxcb.so is missing." in tree.faults(tmp_path)


def library(offset: int, address: int, align: int) -> bytes:
    """The headers of a 64-bit library with one segment to load."""
    header = b"\x7fELF" + bytes(28) + struct.pack("<Q", 64) + bytes(14) + struct.pack("<HH", 56, 1) + bytes(6)
    return header + struct.pack("<IIQQQQQQ", 1, 5, offset, address, address, 0, 0, align)


@pytest.mark.parametrize(
    ("offset", "address", "loadable"),
    [(0, 0, True), (0x15DE000, 0x15ED000, True), (0x288800, 0x289800, True), (0x1621098, 0x166B000, False)],
)
def test_a_segment_that_lies_across_pages_cannot_be_loaded(offset, address, loadable):
    assert tree.is_loadable(library(offset, address, 0x1000)) is loadable


@pytest.mark.skipif(shutil.which("strip") is None, reason="binutils are what the package is built with")
def test_a_library_that_stripping_would_spoil_stays_as_it_was(tmp_path):
    place = Path(importlib.util.find_spec("numpy").origin).parents[1] / "numpy.libs"
    found = sorted(place.glob("libscipy_openblas*"))
    assert found, "the pinned numpy brings the library that this is about"
    folder = tmp_path / "_internal"
    folder.mkdir()
    copy = Path(shutil.copy(found[0], folder))
    tree.strip_libraries(tmp_path)
    assert tree.is_loadable(copy.read_bytes())
    assert [path.name for path in folder.iterdir()] == [copy.name]


@pytest.mark.slow
def test_everything_that_is_shipped_has_its_licence_text(tmp_path):
    packages = licences.write(tmp_path / "licences")
    assert {"pyside6_essentials", "shiboken6", "apprise", "keyring", "peewee"} <= {package.name for package in packages}
    assert licences.faults(tmp_path / "licences") == []
    note = (tmp_path / "licences" / "pyside6_essentials" / "README.txt").read_text()
    assert "You may replace them" in note


@pytest.mark.slow
def test_a_licence_text_that_is_missing_is_named(tmp_path):
    licences.write(tmp_path / "licences")
    (tmp_path / "licences" / "pyside6_essentials" / "LGPL-3.txt").unlink()
    for text in (tmp_path / "licences" / "peewee").iterdir():
        text.unlink()
    (tmp_path / "licences" / licences.MODEL / "NOTICE.txt").unlink()
    assert licences.faults(tmp_path / "licences") == [
        "The licence text of peewee is missing.",
        "NOTICE.txt of the sentence model is missing.",
        "LGPL-3.txt of Qt is missing.",
    ]


def test_the_icon_is_drawn_in_every_size(root, tmp_path):
    from PySide6.QtGui import QImage

    made = icons.write(root / "resources" / "icons" / "app.svg", tmp_path, "app")
    pictures = [QImage(str(path)) for path in made if path.suffix == ".png"]
    assert sorted(picture.width() for picture in pictures) == sorted(icons.SIZES)
    middle = next(picture for picture in pictures if picture.width() == 64)
    assert any(middle.pixelColor(x, 32).alpha() > 0 for x in range(64))


@pytest.mark.slow
def test_what_the_memory_engine_finds_by_name_is_in_it(root, found_by_name):
    """The language of dates, the protocol's versions, and the built-in model with its tokenizer."""
    assert {"dateparser.data.date_translation_data.en", "mcp_types", "claudeops_desktop.mcp.server"} <= found_by_name
    targets = [target for _, target in contents.data_files(root)]
    assert {"wordllama/weights", "wordllama/tokenizers"} <= set(targets)
    assert not {"numpy", "mcp", "wordllama", "dateparser"} & set(contents.EXCLUDED_MODULES)


def test_what_tells_of_the_machine_of_the_build_is_not_shipped(tmp_path):
    """Two builds in different folders are the same, and no package names the folder that it was built in."""
    info = tmp_path / "_internal" / "claudeops_desktop-1.2.3.dist-info"
    info.mkdir(parents=True)
    for name in ("METADATA", "entry_points.txt", "RECORD", "INSTALLER", "direct_url.json"):
        (info / name).write_text("x")
    tree.remove_install_records(tmp_path)
    assert sorted(path.name for path in info.iterdir()) == ["METADATA", "entry_points.txt"]

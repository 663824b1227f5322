"""What desktops, software centres and the package manager read of us: by our own reading, where no validator is."""

from __future__ import annotations

import configparser
import re
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest

from claudeops_desktop import __version__
from claudeops_desktop.__main__ import RUN_NOW
from claudeops_desktop.app import DESKTOP_ID

MAINTAINER_SCRIPTS = ("postinst", "prerm", "postrm")


@pytest.fixture
def linux(root):
    return root / "packaging" / "linux"


@pytest.fixture
def desktop(linux):
    """The desktop file, by groups."""
    parser = configparser.ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str
    parser.read_string((linux / f"{DESKTOP_ID}.desktop").read_text(encoding="utf-8"))
    return parser


@pytest.fixture
def source(root):
    from installer.debian import Source

    return Source(root, root, "1.2.3", 1_790_000_000)


def test_the_desktop_file_starts_the_program_and_shows_its_icon(desktop):
    entry = desktop["Desktop Entry"]
    assert (entry["Type"], entry["Exec"], entry["Icon"], entry["Terminal"]) == (
        "Application",
        "claudeops %u",
        DESKTOP_ID,
        "false",
    )
    assert entry["Categories"].endswith(";")
    assert "Monitor;" in entry["Categories"]


def test_its_actions_are_those_that_it_names(desktop):
    named = [name for name in desktop["Desktop Entry"]["Actions"].split(";") if name]
    groups = [group.removeprefix("Desktop Action ") for group in desktop.sections() if group.startswith("Desktop A")]
    assert named == groups == ["run-now", "open"]
    assert desktop["Desktop Action run-now"]["Exec"] == f"claudeops {RUN_NOW}"
    assert all({"Name", "Exec"} <= set(desktop[f"Desktop Action {name}"]) for name in named)


def test_the_metainfo_is_about_the_desktop_file_and_this_version(source):
    root = ElementTree.fromstring(source.filled(f"{DESKTOP_ID}.metainfo.xml.in"))
    assert root.attrib["type"] == "desktop-application"
    assert root.findtext("id") == DESKTOP_ID
    assert root.findtext("launchable") == f"{DESKTOP_ID}.desktop"
    assert root.findtext("provides/binary") == "claudeops"
    assert root.find("releases/release").attrib == {"version": "1.2.3", "date": "2026-09-21"}
    assert len(" ".join(root.findtext("description/p").split())) >= 80
    assert root.find("content_rating") is not None


def test_the_metainfo_lists_what_the_changelog_says_of_a_version(tmp_path, linux):
    from installer.debian import Source

    (tmp_path / "packaging").mkdir()
    (tmp_path / "packaging" / "linux").symlink_to(linux)
    notes = "- Cases of `a < b` & more. They are kept.\n- One that goes on\n  in a second line.\n"
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## [1.2.3]\n\n{notes}\n## [1.2.2]\n\n- Older.\n", "utf-8")
    source = Source(tmp_path, tmp_path, "1.2.3", 1_790_000_000)
    root = ElementTree.fromstring(source.filled(f"{DESKTOP_ID}.metainfo.xml.in"))
    listed = [item.text for item in root.findall("releases/release/description/ul/li")]
    assert listed == ["Cases of a < b & more.", "One that goes on in a second line."]


def test_the_version_is_told_once(root):
    """The wheel, the Debian package and the changelog take it from the package itself."""
    import tomllib

    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == "claudeops_desktop/__init__.py"
    newest = re.search(r"^## \[(.+?)\]", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert newest[1] == __version__


def test_the_control_file_has_what_dpkg_wants(source):
    from installer import debian

    text = debian.control("1.2.3", "amd64", 12345, ["libc6 (>= 2.36)", "libssl3 | libssl3t64"])
    fields = dict(re.findall(r"^([A-Z][A-Za-z-]+): (.+)$", text, re.M))
    assert {"Package", "Version", "Architecture", "Maintainer", "Depends", "Description"} <= set(fields)
    assert fields["Package"] == "claudeops-desktop"
    assert fields["Depends"] == "libc6 (>= 2.36), libssl3 | libssl3t64, bubblewrap, xdg-dbus-proxy"
    assert len(fields["Description"]) <= 80
    described = text.partition("Description: ")[2].splitlines()[1:]
    assert all(line.startswith(" ") for line in described if line)
    assert text.endswith("\n")


@pytest.mark.parametrize("name", MAINTAINER_SCRIPTS)
def test_what_the_package_manager_runs_is_correct_shell_and_stops_at_a_mistake(linux, name):
    script = linux / name
    assert script.read_text().startswith("#!/bin/sh\n")
    assert "\nset -e\n" in script.read_text()
    subprocess.run(["sh", "-n", str(script)], check=True)


def test_nothing_is_deleted_from_a_home_without_being_told_to(linux, tmp_path):
    home = tmp_path / "home"
    data = home / ".local" / "share" / "claudeops"
    data.mkdir(parents=True)
    (data / "claudeops.db").write_text("")
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "getent").write_text(f"#!/bin/sh\necho someone:x:1000:1000::{home}:/bin/sh\n")
    (tools / "runuser").write_text('#!/bin/sh\nshift 3\nexec "$@"\n')
    for tool in tools.iterdir():
        tool.chmod(0o755)

    def purge(**more):
        environ = {"PATH": f"{tools}:/usr/bin:/bin"} | more
        words = ["sh", str(linux / "postrm"), "purge"]
        return subprocess.run(words, env=environ, capture_output=True, text=True, check=True).stdout

    assert purge() == f"Kept {data}: what Claude Ops has gathered there. Delete it if nobody needs it.\n"
    assert (data / "claudeops.db").exists()
    assert purge(CLAUDEOPS_PURGE_DATA="yes") == f"Deleted {data}.\n"
    assert not data.exists()


def test_the_manual_page_names_the_words_of_the_command_line(source):
    page = source.filled("claudeops.1.in").replace("\\-", "-")
    assert page.startswith(".TH CLAUDEOPS 1 ")
    assert all(word in page for word in ("--background", RUN_NOW, "--data-dir", "--version", "CLAUDEOPS_DATA_DIR"))
    assert "@" not in page

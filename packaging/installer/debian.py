"""The Debian package around the frozen folder."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from . import icons, licences, tree

NAME = "claudeops-desktop"
APP_ID = "org.claudeops.Desktop"
MAINTAINER = "the authors of Claude Ops Desktop <claudeops@localhost>"
DEPENDS = ("bubblewrap", "xdg-dbus-proxy")  # programs that a confined session is made with
RECOMMENDS = ("fonts-dejavu-core | fonts-noto-core | fonts-liberation", "xdg-utils", "openssh-client")
# Where each shell looks for completion, by what the program itself prints for it.
COMPLETIONS = {
    "bash-completion/completions/claudeops": "bash",
    "zsh/vendor-completions/_claudeops": "zsh",
    "fish/vendor_completions.d/claudeops.fish": "fish",
}
SUGGESTS = ("gnome-keyring | kwalletmanager", "git")
# Packages that were renamed for 64-bit time; a system has one or the other.
RENAMED = {"libglib2.0-0": "libglib2.0-0t64", "libssl3": "libssl3t64"}
DESCRIPTION = """\
watch infrastructure with an agent that remembers
 Claude Ops stands in the tray and watches servers and services with an AI
 agent: the Claude Code command line, or a built-in watcher where that is
 missing. It reads what the agent says, keeps what is worth keeping, and puts
 the best of it into the next run's prompt.
 .
 Every command of the agent is checked before it runs; what is risky needs the
 operator's approval. Sessions, events, memories and actions can be searched,
 edited and undone. Everything stays on this computer."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a package is made from. ``at`` is the time that its files carry, in seconds."""

    root: Path
    frozen: Path
    version: str
    at: int

    @property
    def date(self) -> str:
        """The day of the sources."""
        from datetime import UTC, datetime

        return datetime.fromtimestamp(self.at, UTC).date().isoformat()

    @property
    def changelog(self) -> str:
        """The one entry that a package made here has: the release notes of its version."""
        from datetime import UTC, datetime

        at = datetime.fromtimestamp(self.at, UTC).strftime("%a, %d %b %Y %H:%M:%S +0000")
        return f"{NAME} ({self.version}) stable; urgency=medium\n\n{self._notes()}\n\n -- {MAINTAINER}  {at}\n"

    def _notes(self) -> str:
        """The entries of this version in CHANGELOG.md, in the form of a Debian changelog."""
        entries = self._entries() or [f"Version {self.version}."]
        return "\n".join(textwrap.fill(entry, 78, initial_indent="  * ", subsequent_indent="    ") for entry in entries)

    def _entries(self) -> list[str]:
        found = re.findall(r"^- (.+(?:\n  .+)*)", release_notes(self.root, self.version), re.M)
        return [" ".join(entry.split()) for entry in found]

    def _release(self) -> str:
        """What a software centre shows of this version: the first sentence of each entry, as AppStream writes lists."""
        items = [re.split(r"(?<=[.)])\s+(?=[A-Z])", re.sub(r"[`*]", "", entry))[0] for entry in self._entries()]
        listed = "".join(f"          <li>{escape(item)}</li>\n" for item in items)
        return f"        <ul>\n{listed}        </ul>" if items else f"        <p>Version {self.version}.</p>"

    def filled(self, name: str) -> str:
        """A template of ours with its places filled."""
        from importlib.metadata import version

        text = (self.root / "packaging" / "linux" / name).read_text(encoding="utf-8")
        return (
            text.replace("@VERSION@", self.version)
            .replace("@DATE@", self.date)
            .replace("@RELEASE@", self._release())
            .replace("@QT_VERSION@", version("PySide6_Essentials"))
        )


def release_notes(root: Path, version: str) -> str:
    """What CHANGELOG.md says of a version; empty where it says nothing."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    return found[1].strip() if found else ""


def depends(frozen: Path) -> list[str]:
    """The packages of this system that hold what the frozen folder needs from outside."""
    packages = set()
    for soname, place in tree.needed_elsewhere(frozen).items():
        package = _owner(place)
        if not package:
            raise SystemExit(f"No Debian package holds {soname} ({place}).")
        packages.add(package)
    versions = {"libc6": f" (>= {tree.libc_version(frozen)})"}
    names = [f"{name}{versions.get(name, '')}" for name in sorted(packages)]
    return [f"{name} | {RENAMED[name]}" if name in RENAMED else name for name in names]


def _owner(place: Path) -> str:
    for path in (place, place.resolve(), Path("/usr") / place.relative_to("/"), Path(str(place).removeprefix("/usr"))):
        said = subprocess.run(["dpkg", "-S", str(path)], capture_output=True, text=True, check=False).stdout
        if said:
            return said.partition(":")[0]
    return ""


def control(version: str, architecture: str, size_kb: int, needs: list[str]) -> str:
    """The control file."""
    return "\n".join(
        [
            f"Package: {NAME}",
            f"Version: {version}",
            f"Architecture: {architecture}",
            f"Maintainer: {MAINTAINER}",
            f"Installed-Size: {size_kb}",
            f"Depends: {', '.join((*needs, *DEPENDS))}",
            f"Recommends: {', '.join(RECOMMENDS)}",
            f"Suggests: {', '.join(SUGGESTS)}",
            "Section: admin",
            "Priority: optional",
            f"Description: {DESCRIPTION}",
            "",
        ]
    )


def unit() -> str:
    """The unit of the daemon, as `claudeops desktop service install` writes it. Nothing enables it."""
    from claudeops_desktop.core.desktop.user_unit import unit_text

    return unit_text(program=["/usr/bin/claudeops"])


def build(source: Source, work: Path, target: Path, *, quick: bool = False) -> Path:
    """Lay the package out in ``work`` and build it into the folder ``target``; its path. ``quick`` makes it larger."""
    shutil.rmtree(work, ignore_errors=True)
    usr = work / "usr"
    program = usr / "lib" / NAME
    program.parent.mkdir(parents=True)
    shutil.copytree(source.frozen, program, symlinks=True)
    tree.set_modes(program)
    _link(usr / "bin" / "claudeops", f"../lib/{NAME}/claudeops")
    share = usr / "share"
    _put(share / "applications" / f"{APP_ID}.desktop", source.filled(f"{APP_ID}.desktop"))
    _put(share / "metainfo" / f"{APP_ID}.metainfo.xml", source.filled(f"{APP_ID}.metainfo.xml.in"))
    _zip(share / "man" / "man1" / "claudeops.1.gz", source.filled("claudeops.1.in"))
    for path, shell in COMPLETIONS.items():
        _put(share / path, f"{_said(str(source.frozen / 'claudeops'), 'completion', shell)}\n")
    icons.write(source.root / "resources" / "icons" / "app.svg", share / "icons" / "hicolor", APP_ID)
    doc = share / "doc" / NAME
    _put(doc / "copyright", source.filled("copyright.in"))
    _zip(doc / "changelog.gz", source.changelog)
    _zip(doc / "CHANGELOG.md.gz", (source.root / "CHANGELOG.md").read_text(encoding="utf-8"))
    _put(usr / "lib" / "systemd" / "user" / "claudeops.service", unit())
    licences.write(doc / "licences")
    overrides = (source.root / "packaging" / "linux" / "lintian-overrides").read_text()
    _put(share / "lintian" / "overrides" / NAME, overrides)
    _control_files(source, work)
    architecture = _said("dpkg", "--print-architecture")
    _modes(work)
    tree.set_times(work, source.at)
    target.mkdir(parents=True, exist_ok=True)
    package = target / f"{NAME}_{source.version}_{architecture}.deb"
    subprocess.run(
        [
            "dpkg-deb",
            "--root-owner-group",
            *(("-Zgzip", "-z1") if quick else ("-Zxz",)),
            "--build",
            str(work),
            str(package),
        ],
        check=True,
        stdout=sys.stderr,
        env=dict(os.environ) | {"SOURCE_DATE_EPOCH": str(source.at)},
    )
    return package


def _control_files(source: Source, work: Path) -> None:
    files = [path for path in work.rglob("*") if path.is_file() and not path.is_symlink()]
    size_kb = sum(path.stat().st_size for path in files) // 1024
    needs = depends(source.frozen)
    debian = work / "DEBIAN"
    architecture = _said("dpkg", "--print-architecture")
    _put(debian / "control", control(source.version, architecture, size_kb, needs))
    sums = [
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(work)}\n"
        for path in sorted(files)
    ]
    _put(debian / "md5sums", "".join(sums))
    for name in ("postinst", "prerm", "postrm"):
        _put(debian / name, source.filled(name))


def _modes(work: Path) -> None:
    for path in (work, *work.rglob("*")):
        if path.is_symlink():
            continue
        is_script = path.parent.name == "DEBIAN" and path.name in ("postinst", "prerm", "postrm")
        is_program = path.parent == work / "usr" / "lib" / NAME
        path.chmod(0o755 if path.is_dir() or is_script or is_program else 0o644)


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _zip(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def _link(path: Path, to: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(to)


def _said(*words: str) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()

"""Licence texts of everything that is shipped, one folder a package; a package without a text stops the build."""

from __future__ import annotations

import shutil
import sysconfig
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

COMMON = Path("/usr/share/common-licenses")
TEXT_NAMES = ("LICEN", "COPYING", "NOTICE", "AUTHORS")
# What has no text in its own package, and where the text is.
FROM_COMMON = {
    "claudeops-desktop": ("Apache-2.0",),
    "pyside6_essentials": ("LGPL-3", "GPL-3"),
    "shiboken6": ("LGPL-3", "GPL-3"),
    "tokenizers": ("Apache-2.0",),
}
MODEL = "all-minilm-l6-v2"
MODEL_TEXTS = Path(__file__).resolve().parents[2] / "resources" / "models"
QT_NOTE = """\
Qt and PySide (Qt for Python), version {version}, are used under the GNU Lesser General Public License, version 3.

They lie as separate, unchanged shared libraries in _internal/PySide6 and _internal/shiboken6 of the application's
folder and are loaded when it starts. You may replace them by versions of your own with the same interface: put your
files in the place of ours. Nothing keeps you from studying how the application works with them for that purpose.

The source of these versions is in the Qt Project's archive of official releases, under "qt" and "QtForPython".
Qt holds parts by others, under licences that agree with the LGPL; Qt's documentation lists them under "Licenses Used
in Qt". Among those shipped here: FreeType, HarfBuzz, ICU, libjpeg-turbo, libpng, PCRE2, double-conversion, zlib.

Of ICU's data what Qt does not read is left out.

Modules of Qt that are offered under the GPL alone are not shipped.
"""


@dataclass(frozen=True, slots=True)
class Shipped:
    """A package in the frozen program."""

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...]


def shipped_packages(root_package: str = "claudeops-desktop") -> list[Shipped]:
    """The application and everything that it depends on here, by name. Raises SystemExit where a text is missing."""
    found: dict[str, Shipped] = {}
    without: list[str] = []
    todo = [root_package]
    while todo:
        distribution = metadata.distribution(todo.pop())
        name = distribution.metadata["Name"].lower()
        if name in found:
            continue
        texts = _texts(distribution, name)
        if not texts:
            without.append(name)
        found[name] = Shipped(name, distribution.version, _licence(distribution), texts)
        for line in distribution.requires or []:
            wanted = Requirement(line)
            if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                todo.append(wanted.name)
    if without:
        raise SystemExit(f"No licence text was found for: {', '.join(sorted(without))}.")
    return [found[name] for name in sorted(found)]


def _texts(distribution: metadata.Distribution, name: str) -> tuple[Path, ...]:
    own = [
        Path(str(distribution.locate_file(file)))
        for file in distribution.files or []
        if ".dist-info" in str(file) and any(word in file.name.upper() for word in TEXT_NAMES)
    ]
    return tuple(path for path in (*own, *(COMMON / text for text in FROM_COMMON.get(name, ()))) if path.is_file())


def _licence(distribution: metadata.Distribution) -> str:
    said = distribution.metadata.get("License-Expression") or ""
    if not said:
        classes = [c for c in distribution.metadata.get_all("Classifier") or [] if c.startswith("License ::")]
        said = classes[0].rpartition(":: ")[2] if classes else (distribution.metadata.get("License") or "see the text")
    return said.splitlines()[0][:80]


def write(target: Path) -> list[Shipped]:
    """Copy all texts below ``target`` with an index; what was copied."""
    packages = shipped_packages()
    lines = ["What Claude Ops is shipped with. The texts lie beside this file, one folder for each.", ""]
    for package in packages:
        folder = target / package.name
        folder.mkdir(parents=True)
        for text in package.texts:
            shutil.copyfile(text, folder / (text.name if text.suffix else f"{text.name}.txt"))
        lines.append(f"{package.name} {package.version}: {package.licence}")
    qt = next(package for package in packages if package.name == "pyside6_essentials")
    (target / qt.name / "README.txt").write_text(QT_NOTE.format(version=qt.version))
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    if not python.is_file():
        raise SystemExit(f"The licence of Python is not at {python}.")
    (target / "python").mkdir()
    shutil.copyfile(python, target / "python" / "LICENSE.txt")
    (target / "pyinstaller").mkdir()
    for text in _texts(metadata.distribution("pyinstaller"), "pyinstaller"):
        shutil.copyfile(text, target / "pyinstaller" / text.name)
    (target / MODEL).mkdir()
    for name in ("LICENSE", "NOTICE"):
        shutil.copyfile(MODEL_TEXTS / name, target / MODEL / f"{name}.txt")
    lines.append(f"{MODEL} (the sentence model): Apache-2.0")
    lines += ["pyinstaller (the program that starts ours): GPL-2.0 with an exception for it", "python: PSF-2.0"]
    (target / "index.txt").write_text("\n".join(lines) + "\n")
    return packages


def faults(target: Path) -> list[str]:
    """What is missing below a folder of licence texts, in words."""
    found = []
    for package in shipped_packages():
        texts = list((target / package.name).glob("*"))
        if not any(text.stat().st_size > 200 for text in texts):
            found.append(f"The licence text of {package.name} is missing.")
    found += [
        f"{name} of the sentence model is missing."
        for name in ("LICENSE.txt", "NOTICE.txt")
        if not (target / MODEL / name).is_file()
    ]
    qt = target / "pyside6_essentials"
    for name, words in (
        ("LGPL-3.txt", "LESSER GENERAL PUBLIC"),
        ("GPL-3.txt", "GENERAL PUBLIC"),
        ("README.txt", "repl"),
    ):
        if not (qt / name).is_file() or words not in (qt / name).read_text():
            found.append(f"{name} of Qt is missing.")
    return found

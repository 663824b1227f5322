"""The wheel and the source distribution: built, looked through, and the wheel tried in an environment of its own."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

from . import first_use

NAME = "claudeops_desktop"
# What must be in both, below the package of the wheel and below the folder of the source distribution.
SHIPPED = (
    "CHANGELOG.md",
    "prompts/tier1-observe.md",
    "resources/services.toml",
    "resources/translations/claudeops_de.qm",
    "resources/models/all-MiniLM-L6-v2-int8.npz",
    "resources/models/LICENSE",
    "resources/models/NOTICE",
    "docs/guide/install.md",
)
UNWANTED = ("tests", "benchmarks", "packaging", "__pycache__", ".venv")
EXTRAS = ("fastembed",)
"""The extras that operators install; the others are for those who work on the project."""


def build(root: Path, target: Path, at: int) -> tuple[Path, Path]:
    """Build both into ``target`` with the build tools of this environment; the paths of the wheel and the source
    distribution. Equal sources give equal files. Raises CalledProcessError."""
    target.mkdir(parents=True, exist_ok=True)
    for old in (*target.glob(f"{NAME}-*.whl"), *target.glob(f"{NAME}-*.tar.gz")):
        old.unlink()
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(root)],
        check=True,
        stdout=subprocess.DEVNULL,
        env=dict(os.environ) | {"SOURCE_DATE_EPOCH": str(at)},
    )
    (wheel,), (source,) = target.glob(f"{NAME}-*.whl"), target.glob(f"{NAME}-*.tar.gz")
    return wheel, source


def names_in(archive: Path) -> list[str]:
    """The files of a wheel or a source distribution."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as packed:
            return packed.namelist()
    with tarfile.open(archive) as packed:
        return packed.getnames()


def faults(archive: Path, version: str) -> list[str]:
    """What is wrong with the contents of a built file, in words; empty where all is well."""
    names = names_in(archive)
    top = f"{NAME}-{version}"
    if archive.suffix == ".whl":
        inside, licence, metadata = NAME, f"{top}.dist-info/licenses/LICENSE", f"{top}.dist-info/METADATA"
    else:
        inside, licence, metadata = top, f"{top}/LICENSE", f"{top}/PKG-INFO"
    wanted = [licence, metadata, *(f"{inside}/{name}" for name in SHIPPED)]
    found = [f"{archive.name}: {name} is missing." for name in wanted if name not in names]
    found += [
        f"{archive.name}: {name} must not be in it."
        for name in names
        if any(part in UNWANTED for part in Path(name).parts) or name.endswith(".pyc")
    ]
    return found


def twine_faults(*archives: Path) -> list[str]:
    """What the check of an upload tool says against the metadata; warnings count."""
    words = [sys.executable, "-m", "twine", "check", "--strict", *map(str, archives)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return [] if done.returncode == 0 else [f"twine check: {(done.stdout + done.stderr).strip()}"]


def try_wheel(wheel: Path, python: str, *, extras: str = "") -> dict[str, object]:
    """Install the wheel with the newest versions that its metadata allow, as pipx does, and use it for the first time.

    ``python`` is a program; the environment lies outside the checkout and is removed. Raises ``first_use.Failed``.
    """
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="claudeops-wheel-") as place:
        environ = first_use.clean_environment(Path(place))
        venv = Path(place) / "venv"
        subprocess.run([python, "-m", "venv", str(venv)], check=True, cwd=place, env=environ)
        what = f"{wheel}[{extras}]" if extras else str(wheel)
        words = [
            str(venv / "bin" / "python"),
            "-m",
            "pip",
            "install",
            "--disable-pip-version-check",
            "--no-input",
            what,
        ]
        done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=place, env=environ)
        if done.returncode:
            raise first_use.Failed(f"pip install ended with {done.returncode}: {done.stderr[-800:]}")
        installed = time.monotonic()
        steps = first_use.try_program([str(venv / "bin" / "claudeops")], Path(place))
        return {"install_s": round(installed - began, 1), "use_s": round(time.monotonic() - installed, 1), **steps}


def make(root: Path, target: Path, version: str, at: int) -> tuple[Path, Path]:
    """Build both twice, compare, and look through them. Raises SystemExit where something is wrong."""
    wheel, source = build(root, target, at)
    wrong = faults(wheel, version) + faults(source, version) + twine_faults(wheel, source)
    with tempfile.TemporaryDirectory() as place:
        again = build(root, Path(place), at)
        wrong += [
            f"{one.name}: a second build differs."
            for one, other in zip((wheel, source), again, strict=True)
            if digest(one) != digest(other)
        ]
    if wrong:
        raise SystemExit("\n".join(wrong))
    return wheel, source


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def pythons() -> list[str]:
    """The Pythons in range that run here and can make an environment, oldest first."""
    found = []
    for minor in (11, 12, 13):
        program = shutil.which(f"python3.{minor}")
        check = f"import ensurepip, sys, venv; sys.exit(sys.version_info[:2] != (3, {minor}))"
        if program and subprocess.run([program, "-c", check], capture_output=True, check=False).returncode == 0:
            found.append(program)
    return found or [sys.executable]

"""Qt's own tools for catalogues, as PySide ships them."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import PySide6

_TOOLS = Path(PySide6.__file__).parent
_ALIASES = ("tr+=tr_count", "tr+=UserMessage", "tr+=PluralMessage", "tr+=mark_text")


def extract_texts(sources: Sequence[Path], catalogue: Path, language: str) -> None:
    """Bring a .ts file up to date with these source files; what is not in them any more is dropped."""
    listed = catalogue.with_suffix(".files")
    listed.write_text("\n".join(map(str, sources)) + "\n", encoding="utf-8")
    try:
        _run(
            *("lupdate", "-silent", "-locations", "none", "-no-obsolete", "-source-language", "en_US"),
            *("-target-language", language, "-tr-function-alias", ",".join(_ALIASES)),
            *(f"@{listed}", "-ts", str(catalogue)),
        )
    finally:
        listed.unlink()


def compile_catalogue(sources: Sequence[Path], target: Path) -> None:
    """Make one .qm file of the finished texts of these .ts files."""
    target.parent.mkdir(parents=True, exist_ok=True)
    _run("lrelease", "-silent", "-nounfinished", *map(str, sources), "-qm", str(target))


def _run(tool: str, *arguments: str) -> None:
    done = subprocess.run([str(_TOOLS / tool), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{tool} failed: {done.stderr.strip() or done.stdout.strip()}")

"""``scripts/translations update|check|compile [PART…]``."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from .check import check_entries, read_entries
from .parts import list_parts
from .qt_tools import compile_catalogue, extract_texts

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = {"de": "de_DE"}


def main() -> int:
    """Do it for every language. 1 where the check finds something."""
    parser = argparse.ArgumentParser(prog="scripts/translations", description=__doc__)
    parser.add_argument("action", choices=("update", "check", "compile"))
    parser.add_argument("part", nargs="*", help="a folder of the window, such as shell or pages-services; all without")
    given = parser.parse_args()
    parts = list_parts(ROOT / "claudeops_desktop")
    unknown = sorted(set(given.part) - set(parts))
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)}; there are {', '.join(sorted(parts))}")
    chosen = given.part or sorted(parts)
    faults = 0
    for language, code in LANGUAGES.items():
        folder = ROOT / "translations" / language
        if given.action == "update":
            update(folder, code, {name: parts[name] for name in chosen})
        elif given.action == "check":
            for fault in find_faults(folder, language, code, {name: parts[name] for name in chosen}):
                faults += 1
                print(fault)
        else:
            compile_catalogue(
                sorted(folder.glob("*.ts")), ROOT / "resources" / "translations" / f"claudeops_{language}.qm"
            )
    return 1 if faults else 0


def update(folder: Path, code: str, parts: dict[str, list[Path]]) -> None:
    """Bring the .ts files of these parts up to date; a part without texts has none."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, sources in parts.items():
        catalogue = folder / f"{name}.ts"
        extract_texts(sources, catalogue, code)
        if not read_entries(catalogue):
            catalogue.unlink()


def find_faults(folder: Path, language: str, code: str, parts: dict[str, list[Path]]) -> list[str]:
    """What is missing, unfinished or wrong in these parts, against the sources as they are now."""
    found: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        for name, sources in parts.items():
            kept, fresh = folder / f"{name}.ts", Path(scratch) / f"{name}.ts"
            if kept.exists():
                shutil.copy(kept, fresh)
            extract_texts(sources, fresh, code)
            found += check_entries(name, read_entries(fresh), language)
    return found


if __name__ == "__main__":
    sys.exit(main())

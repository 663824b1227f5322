"""The example plugin, installed as pip leaves it: its module and its metadata in a folder of the path."""

from __future__ import annotations

import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from claudeops_desktop.core.extensions import registry

EXAMPLE = Path(__file__).parent / "example_plugin"


def install(source: Path, site: Path) -> None:
    """Put a package with its entry points where importlib.metadata finds it."""
    project = tomllib.loads((source / "pyproject.toml").read_text())["project"]
    for module in source.glob("*.py"):
        shutil.copy(module, site)
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        f"Summary: {project['description']}\n"
    )
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture(autouse=True)
def _fresh_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "_current", registry.ExtensionRegistry())
    before, finders = set(sys.modules), list(sys.meta_path)
    yield
    sys.meta_path[:] = finders
    for name in set(sys.modules) - before:
        if name.startswith(("claudeops_example", "claudeops_broken", "claudeops_plugin_")):
            del sys.modules[name]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages, for this process and those that it starts."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    root = str(Path(__file__).resolve().parents[2])
    monkeypatch.setenv("PYTHONPATH", f"{folder}:{root}")
    monkeypatch.setenv("CLAUDEOPS_NOTEBOOK", str(tmp_path / "notebook"))
    return folder


@pytest.fixture
def installed(site: Path) -> Path:
    """The example plugin is installed."""
    install(EXAMPLE, site)
    return site


@pytest.fixture
def put_plugin(data_dir: Path) -> Callable[..., Path]:
    """``put_plugin("hello", code, kinds)`` puts a plugin into ``plugins/`` of the data folder."""

    def put(name: str, code: str, table: str) -> Path:
        folder = data_dir / "plugins" / name
        folder.mkdir(parents=True, mode=0o755)
        (folder / "plugin.toml").write_text(
            f'name = "{name}"\nversion = "1.0"\ndescription = "An example."\n\n{table}\n'
        )
        (folder / "code.py").write_text(code)
        return folder

    return put

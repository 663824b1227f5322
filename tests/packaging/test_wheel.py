"""The wheel as it is built: what lies in it, and its first use in an environment that is not the checkout."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile

import pytest
from installer import first_use, wheel

from claudeops_desktop import __version__


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    root = first_use.Path(__file__).resolve().parents[2]
    return wheel.build(root, tmp_path_factory.mktemp("dist"), 1_790_000_000)


@pytest.mark.slow
def test_both_files_hold_what_is_shipped_and_no_tests(built):
    assert [fault for archive in built for fault in wheel.faults(archive, __version__)] == []
    assert wheel.twine_faults(*built) == []


def test_what_is_missing_or_unwanted_in_a_wheel_is_named(tmp_path):
    path = tmp_path / "claudeops_desktop-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("claudeops_desktop/tests/test_one.py", "")
    found = wheel.faults(path, "1.0")
    assert f"{path.name}: claudeops_desktop/tests/test_one.py must not be in it." in found
    assert f"{path.name}: claudeops_desktop-1.0.dist-info/licenses/LICENSE is missing." in found


@pytest.mark.slow
def test_the_installed_wheel_runs_a_session_and_keeps_its_memory(built, tmp_path):
    """Without its dependencies, which the environment of the tests lends: what is tried is our own file."""
    site = tmp_path / "site"
    words = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--no-index"]
    subprocess.run([*words, "--target", str(site), str(built[0])], check=True, cwd=tmp_path)
    lent = sysconfig.get_paths()["purelib"]
    start = tmp_path / "start.py"
    # The checkout is on the path of this environment by a .pth file, which only `site` reads: this program does not.
    start.write_text(
        f"import sys\nsys.path[1:1] = [{str(site)!r}]\nsys.path.append({lent!r})\n"
        "import claudeops_desktop\nassert claudeops_desktop.__file__.startswith(sys.path[1])\n"
        "from claudeops_desktop.__main__ import main\nsys.exit(main())\n"
    )
    answered = first_use.try_program([sys.executable, "-S", str(start)], tmp_path, window=False)
    assert answered["version"] == f"claudeops {__version__}"
    assert answered["memories"] == 1

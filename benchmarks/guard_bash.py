"""The guard's reading of bash against bash itself: pieces of shell put together by chance, as long as one likes.

    python benchmarks/guard_bash.py [SECONDS]

A program ``mark`` that nobody knows writes down that it ran. Whatever bash runs it for must not be called reading.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from claudeops_desktop.guard.classify import understand

PIECES = (
    *(
        "$(",
        "`",
        "'",
        '"',
        "\\",
        "{mark,b}",
        ";",
        "&&",
        "||",
        "|",
        "\n",
        "((",
        "))",
        "(",
        ")",
        "[[",
        "]]",
        "${x",
        "}",
        "$'",
    ),
    *(
        "mark",
        "mark",
        "true",
        "echo",
        "for i in a",
        "do",
        "done",
        "if",
        "then",
        "fi",
        "elif",
        "else",
        "case a in",
        "a)",
    ),
    *(";;", "esac", "{", "!", "#", "x=mark", "$x", "&", "f()", "f", "<("),
)
WAYS = (
    "{n}={v}",
    "export {n}={v}",
    "declare -x '{n}={v}'",
    "declare {n}; {n}={v}",
    "read -r {n} <<< {v}",
    "IFS= read -r -d '' {n} <<< {v}",
    "read -ra {n} <<< {v}",
    "printf -v {n} %s {v}",
    "printf -v{n} {v}",
    "for {n} in {v}; do :; done",
    "mapfile -t {n} <<< {v}",
    ": ${{{n}:={v}}}",
    "set -a; {n}={v}",
    "while read -r {n}; do ls; done <<< {v}",
    "read {n} <<'E'\n{w}\nE",
    "{{ read -r {n}; ls; }} <<< {v}",
    "declare -n y={n}; y={v}",
    "v={n}; printf -v $v {v}",
    "v={n}; read $v <<< {v}",
    "{n}+={v}",
    "local {n}={v}",
    "typeset -gx {n}={v}",
    "readonly {n}={v}",
    "exec {{{n}}}</dev/null",
    "g() {{ {n}={v}; }}; g",
    "getopts a: {n} -a {v}",
)
"""Ways to set a variable; ``n`` is its name, ``v`` its value, ``w`` the value without quotes."""
SETTINGS = (
    ("PS4", "$(mark)", "set -x; ls"),
    ("BASH_ENV", "$(mark)", "export BASH_ENV; bash -c ls"),
    ("PATH", "evil", "ls"),
    ("x", "mark", "$x"),
    ("x", "mark", "eval $x"),
    ("x", "a[$(mark)]", "echo $((x))"),
    ("x", "a[$(mark)]", "[[ $x -eq 1 ]]"),
    ("x", "a[$(mark)]", "[[ x -eq 1 ]]"),
    ("x", "a[$(mark)]", "((x))"),
    ("x", "a[$(mark)]", "echo ${y[$x]}"),
    ("x", "a[$(mark)]", "[[ -v $x ]]"),
    ("x", "a[$(mark)]", "test -v $x"),
    ("x", "a[$(mark)]", "printf -v $x 1"),
    ("x", "a[$(mark)]", "read $x <<< 1"),
    ("x", "a[$(mark)]", "declare -i z=$x"),
    ("x", "a[$(mark)]", "echo ${y:$x}"),
    ("x", "$(mark)", "echo ${x@P}"),
    ("x", "a[$(mark)]", "unset $x"),
    ("x", "-c mark", "bash $x"),
    ("x", "mark", "bash -c $x"),
    ("x", "mark", "echo $x | bash"),
    ("x", "mark", "bash <<E\n$x\nE"),
    ("x", "mark", "bash <<< $x"),
    ("x", "mark", "f() { $x; }; f"),
    ("PROMPT_COMMAND", "mark", "bash -i -c ls"),
)
"""A variable, a value, and what runs the value where it could be set."""
AROUND = (
    "{}",
    "({})",
    "{{ {}; }}",
    "if true; then {}; fi",
    "true && {}",
    "for i in 1 2; do {}; done",
    "h() {{ {}; }}; h",
    "x=ls; {}",
)


def _way() -> str:
    """A variable that is set in some way, and what would run it."""
    name, value, use = random.choice(SETTINGS)
    quoted = f"'{value}'"
    text = f"{random.choice(WAYS).format(n=name, v=quoted, w=value)}{random.choice(('; ', chr(10)))}{use}"
    return random.choice(AROUND).format(text)


def _document() -> str:
    """A here-document among pieces of shell."""
    end = random.choice(("E", "'E'", "\\E"))
    lines = [" ".join(random.choice(PIECES) for _ in range(random.randint(1, 3))) for _ in range(random.randint(0, 3))]
    body = "\n".join([*lines, random.choice(("E", "E", "E ", "\tE")), random.choice(("", "true", "E\nmark"))])
    command = random.choice(("cat", "bash", "read x", "while read -r x; do true; done", "cat <<'E'", "f() { cat; }; f"))
    after = random.choice(("", "| cat", "| bash", "; $x", "&& true", ">/dev/null", ") "))
    return f"{command} {random.choice(('<<', '<<-'))}{end} {after}\n{body}"


def _text() -> str:
    """One text to try."""
    kind = random.random()
    if kind < 0.35:
        return _way()
    if kind < 0.5:
        return _document()
    return " ".join(random.choice(PIECES) for _ in range(random.randint(1, 9)))


def main(seconds: float) -> int:
    """Try for so long; 1 where something ran that was called reading."""
    tried = wrong = 0
    with tempfile.TemporaryDirectory() as place:
        folder, hit = Path(place), Path(place) / "hit"
        mark = folder / "mark"
        mark.write_text(f"#!/bin/sh\necho x >> {hit}\n")
        mark.chmod(0o755)
        (folder / "evil").mkdir()
        (folder / "evil" / "ls").symlink_to(mark)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            text = _text()
            if understand(text).kind != "read":
                continue
            tried += 1
            subprocess.run(
                ["/bin/bash", "--norc", "-c", text],
                env={"PATH": f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin"},
                cwd=folder,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=10,
            )
            if hit.exists():
                wrong += 1
                hit.unlink()
                print(f"ran, though it was called reading: {text!r}")
    print(f"{tried:,} texts that were called reading were run by bash; {wrong} of them ran the program")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0))

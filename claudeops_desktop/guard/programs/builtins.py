"""What the shell has built in: variables, options, functions, history. ``variables`` judges what they set."""

from __future__ import annotations

import re

from ..effects import DESTRUCTIVE, READ, CommandEffect
from ..program_call import ProgramCall, Understand
from ..shell_types import UNSEEN, leaves_unseen, may_be_secret

_SET_OPTIONS = frozenset(
    "pipefail errexit nounset noglob xtrace noclobber allexport nolog monitor notify verbose errtrace functrace physical "
    "ignoreeof interactive-comments braceexpand igncr".split()
)
_SHOPT_OPTIONS = frozenset(
    "nullglob globstar dotglob nocaseglob nocasematch failglob lastpipe inherit_errexit extglob checkwinsize cmdhist "
    "globasciiranges huponexit execfail".split()
)
_NAMES_OF = ("cut -d= -f1", "cut -f1 -d=", "cut -d = -f 1", "cut -f 1 -d =", "wc -l", "wc", "sed s/=.*//", "sed s/=.*$//",
             "awk -F= {print $1}", "awk -F = {print $1}", "cut -d'=' -f1")  # fmt: skip


def shows_names_only(call: ProgramCall) -> bool:
    """Tell whether the one command that reads what it prints keeps the names of variables, or their number, and no
    values."""
    text = " ".join(word.text for word in call.into)
    if text in _NAMES_OF:
        return True
    words = [word.text for word in call.into]
    if words[:1] != ["grep"] or any(word.splits for word in call.into):
        return False
    if any(re.fullmatch(r"-[a-zA-Z]*[cq][a-zA-Z]*", word) for word in words[1:]):
        return True
    asked = [word for word in words[1:] if word[:1] != "-"]
    plain = not any(word[:1] == "-" and not re.fullmatch(r"-[iEwoF]+", word) for word in words[1:])
    found = re.match(r"\^?([A-Za-z_]{3,})", asked[0]) if len(asked) == 1 else None
    literal = found is not None and re.fullmatch(r"\^?[A-Za-z_]{3,}=?", asked[0])
    return plain and bool(literal) and asked[0].startswith("^") and _public(asked[0].strip("^="))


def _public(name: str) -> bool:
    """A variable whose value anybody may see: where programs lie, the language, the terminal."""
    return bool(
        re.match(
            r"(?i)(?:PATH|HOME|LANG|LC_\w*|TZ|TERM|SHELL|USER|LOGNAME|HOSTNAME|PWD|EDITOR|XDG_\w+|DISPLAY)\Z", name
        )
    )


def _environment(call: ProgramCall) -> list[CommandEffect]:
    """export, declare: with names they set what other programs go by, without they show all variables."""
    words = [w.text for w in call.arguments]
    letters = {letter for w in words if re.fullmatch(r"[-+][a-zA-Z]+", w) for letter in w[1:]}
    named = [w for w in words if w[:1] not in ("-", "+")]
    if letters & set("ni") and call.name != "export":
        return call.unknown("It makes a variable that is evaluated or stands for another.")
    if letters & set("fF"):
        return call.part(READ)
    if not named or "p" in letters:
        if named and not any(may_be_secret(name) or UNSEEN in name for name in named):
            return call.part(READ)
        if call.name == "readonly" or shows_names_only(call):
            return call.part(READ)
        return call.discloses("It shows all variables, which may hold secrets.")
    return call.part(READ)


def _set(call: ProgramCall) -> list[CommandEffect]:
    words = [w.text for w in call.arguments]
    if not words:
        shown = shows_names_only(call)
        return call.part(READ) if shown else call.discloses("It shows all variables, which may hold secrets.")
    at = 0
    while at < len(words):
        word = words[at]
        if re.fullmatch(r"[-+][a-zA-Z]*o", word) and at + 1 < len(words):
            if words[at + 1] not in _SET_OPTIONS:
                break
            at += 1
        elif not re.fullmatch(r"[-+][aeufxvCEThbmnB]+|[-+]o", word):
            break
        if not re.fullmatch(r"[-+][aeufxvCEThbmnBo]+", word):
            break
        at += 1
    if at >= len(words):
        return call.part(READ)
    return call.unknown("It sets arguments that are not seen, or an option of the shell that changes how it reads.")


def _shopt(call: ProgramCall) -> list[CommandEffect]:
    names = [w.text for w in call.arguments if not w.text.startswith("-")]
    sets = any(re.fullmatch(r"-[a-z]*[su][a-z]*", w.text) for w in call.arguments)
    if any(w.splits for w in call.arguments) or (sets and any(name not in _SHOPT_OPTIONS for name in names)):
        return call.unknown("It sets an option of the shell that changes how it reads.")
    return call.part(READ)


def _test(call: ProgramCall) -> list[CommandEffect]:
    """``[ -v a[$(…)] ]`` evaluates its text."""
    words = call.arguments
    for place, word in enumerate(words):
        if word.text in ("-v", "-R"):
            follows = words[place + 1].text if place + 1 < len(words) else ""
            if not follows.isidentifier():
                return call.unknown("A test of a variable's name could run what is in it.")
    return call.part(READ)


def _printenv(call: ProgramCall) -> list[CommandEffect]:
    names = [w.text for w in call.arguments if not w.text.startswith("-")]
    if (not names and not shows_names_only(call)) or any(may_be_secret(name) or leaves_unseen(name) for name in names):
        return call.discloses("It shows variables that may hold secrets.")
    return call.part(READ)


def _sets_only(call: ProgramCall) -> list[CommandEffect]:
    """What is set is judged for all commands alike."""
    return call.part(READ)


def _mapfile(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-C?: -c: -d: -n: -O: -s: -t -u:")
    if found.kind != READ or found.unsure:
        return call.unknown("It runs a command for the lines that it reads.")
    return call.part(READ)


def _history(call: ProgramCall) -> list[CommandEffect]:
    words = [w.text for w in call.arguments]
    if all(word.isdigit() for word in words):
        return call.discloses("It shows what was typed before, which may hold secrets.")
    return call.part(DESTRUCTIVE)


def _fc(call: ProgramCall) -> list[CommandEffect]:
    if any(re.fullmatch(r"-[a-z]*l[a-z]*", w.text) for w in call.arguments[:1]):
        return call.discloses("It shows what was typed before, which may hold secrets.")
    return call.unknown("It runs what was typed before.")


def _trap(call: ProgramCall) -> list[CommandEffect]:
    words = [w for w in call.arguments if w.text != "--"]
    if not words or words[0].text in ("-l", "-p", "-", ""):
        return call.part(READ)
    if words[0].splits or len(words) < 2:
        return call.unknown("It runs a text later.")
    return call.script(words[0])


def _compgen(call: ProgramCall) -> list[CommandEffect]:
    letters = [w.text for w in call.arguments if w.text[:1] == "-"]
    if not letters or any(each not in ("-c", "-b", "-k", "-u", "-g", "-s", "-A", "-d") for each in letters):
        if set(letters) <= {"-v", "-e"} and letters:
            return call.discloses("It shows which variables there are.")
        return call.unknown("It may run a command.")
    if any(w.text in ("variable", "export", "arrayvar") for w in call.arguments):
        return call.discloses("It shows which variables there are.")
    return call.part(READ)


def _hash(call: ProgramCall) -> list[CommandEffect]:
    if any(w.text.startswith("-") and w.text not in ("-r", "-l", "-t") for w in call.arguments):
        return call.unknown("It may put another program in the place of one.")
    return call.part(READ)


def _alias(call: ProgramCall) -> list[CommandEffect]:
    if all(w.text == "-p" for w in call.arguments):
        return call.part(READ)
    return call.unknown("An alias may stand for anything.")


def _refused(why: str) -> Understand:
    return lambda call: call.unknown(why)


PROGRAMS: dict[str, Understand] = {
    **dict.fromkeys(("export", "declare", "typeset", "local", "readonly"), _environment),
    **dict.fromkeys(("read", "getopts", "unset", "unalias", "disown", "type", "help", "printf", "ulimit"), _sets_only),
    **dict.fromkeys(("mapfile", "readarray"), _mapfile),
    **dict.fromkeys(("test", "["), _test),
    "set": _set,
    "shopt": _shopt,
    "alias": _alias,
    "trap": _trap,
    "enable": _refused("It may load a program into the shell."),
    "bind": _refused("It may run anything."),
    "complete": _refused("It may run anything."),
    "printenv": _printenv,
    "let": _refused("Arithmetic with text from elsewhere could run commands."),
    "history": _history,
    "fc": _fc,
    "compgen": _compgen,
    "hash": _hash,
}

"""Programs that only look, and the few that need more than their table of options to tell."""

from __future__ import annotations

import re
from functools import partial

from ..effects import DESTRUCTIVE, READ, RESTART, STOP, UNKNOWN, CommandEffect
from ..options import options
from ..program_call import ProgramCall, Understand, harmless
from ..secret_paths import is_foreign_folder
from .options_of_machine_tools import MACHINE_TOOLS
from .options_of_text_tools import TEXT_TOOLS

_OPTIONS = {**TEXT_TOOLS, **MACHINE_TOOLS}


def _with_options(known: str, call: ProgramCall) -> list[CommandEffect]:
    """A word that is in an ``only`` list is meant as a verb too."""
    if known.startswith("only"):
        allowed = known.split()
        verbs = {name for name in allowed[1:] if name[0] != "-" and name != "operands" and not name.startswith("most")}
        if verbs:
            first = next((word.text for word in call.arguments if not word.text.startswith("-")), "")
            if first and first not in verbs:
                kind = options(known).unlisted
                return call.part(kind, verb=first) if kind != UNKNOWN else call.unknown(
                    f"What “{call.name} {first}” does is not known.")  # fmt: skip
            call = call._replace(arguments=tuple(w for w in call.arguments if w.text != first or not first))
            known = f"{known} operands"
    return harmless(call, known)


_ENDS_SESSIONS = tuple(
    """
terminate-session terminate-user terminate-seat kill-session kill-user activate lock-session lock-sessions
unlock-session unlock-sessions
""".split()
)


def _verbs(stops: tuple[str, ...], call: ProgramCall) -> list[CommandEffect]:
    """Control programs of systemd: what looks is named, what only stops or renews too, the rest changes the machine."""
    if any(word.text in stops for word in call.arguments) and not any(word.splits for word in call.arguments):
        ends = any(word.text.startswith(("terminate", "kill", "down", "lock")) for word in call.arguments)
        return call.part(STOP if ends else RESTART)
    return _with_options(_OPTIONS[call.name], call)


_SET_PER_LINK = ("dns", "domain", "default-route", "llmnr", "mdns", "dnsovertls", "dnssec", "nta", "log-level")


def _resolvectl(stops: tuple[str, ...], call: ProgramCall) -> list[CommandEffect]:
    """``dns eth0`` shows the servers of an interface, ``dns eth0 1.1.1.1`` sets them."""
    operands = call.scanned(_OPTIONS["resolvectl"].removeprefix("only ")).operands
    if len(operands) > 2 and operands[0].text in _SET_PER_LINK:
        return call.part(DESTRUCTIVE, why="“resolvectl” sets which name servers are asked.")
    return _verbs(stops, call)


def _date(call: ProgramCall) -> list[CommandEffect]:
    operands = call.scanned(_OPTIONS["date"]).operands
    if any(not word.text.startswith("+") for word in operands):
        return call.part(DESTRUCTIVE, why="“date” sets the clock.")
    return harmless(call, _OPTIONS["date"])


def _pager(call: ProgramCall) -> list[CommandEffect]:
    """``+`` stands before commands of its own, such as ``+!rm``."""
    typed = [word.text for word in call.arguments if word.text.startswith("+")]
    if any(not re.fullmatch(r"\+{1,2}(?:F|G|\d+g?|/[^|!]*)", text) for text in typed):
        return call.unknown(f"“{call.name}” is given a command of its own.")
    return harmless(call, _OPTIONS[call.name])


def _ps(call: ProgramCall) -> list[CommandEffect]:
    """Letters without a dash are options too; ``e`` shows the environment of each process, as ``-o environ`` does."""
    valued, after = ("-o", "-O", "-p", "-C", "-u", "-U", "-g", "-G", "-t", "-s", "-q", "-k"), ""
    for word in (w.text for w in call.arguments):
        if "environ" in word.lower():
            return call.discloses("“ps -o environ” shows the variables of processes, which may hold secrets.")
        value = word.startswith(("-", "--")) or after[-2:] in valued or after.startswith("--")
        if not value and re.fullmatch(r"[aAcdfghjlmnrsSTuvwxX]*e[aAcdefghjlmnrsSTuvwxX]*[opkU]?", word):
            return call.discloses("“ps e” shows the variables of processes, which may hold secrets.")
        after = word
    return harmless(call, _OPTIONS["ps"])


def _jq(call: ProgramCall) -> list[CommandEffect]:
    if any(re.search(r"\$ENV\b|(?<![.\w$\"-])env\b(?!\s*[:\"])", word.text) for word in call.arguments):
        return call.discloses("“jq” shows variables, which may hold secrets.")
    return harmless(call, _OPTIONS["jq"])


def _sshd(call: ProgramCall) -> list[CommandEffect]:
    words = [word.text for word in call.arguments]
    return call.part(READ) if words in (["-t"], ["-T"], ["-V"]) else call.part(RESTART, ["sshd"])


def _ldconfig(call: ProgramCall) -> list[CommandEffect]:
    shows = [word.text for word in call.arguments] in (["-p"], ["--print-cache"], ["-V"])
    return call.part(READ if shows else DESTRUCTIVE)


def _getent(call: ProgramCall) -> list[CommandEffect]:
    operands = call.scanned(_OPTIONS["getent"]).operands
    if any("shadow" in word.text or not word.seen for word in operands[:1]):
        return call.discloses("“getent” shows what is secret.")
    return harmless(call, _OPTIONS["getent"])


def _sysctl(call: ProgramCall) -> list[CommandEffect]:
    if any("=" in word.text for word in call.arguments):
        return call.part(DESTRUCTIVE, why="“sysctl” sets what the kernel goes by.")
    return harmless(call, _OPTIONS["sysctl"])


def _ldd(call: ProgramCall) -> list[CommandEffect]:
    if any(is_foreign_folder(word.text) for word in call.arguments):
        return call.unknown("“ldd” may run the program that it looks at.")
    return harmless(call, _OPTIONS["ldd"])


PROGRAMS: dict[str, Understand] = {
    **{name: partial(_with_options, known) for name, known in _OPTIONS.items()},
    "loginctl": partial(_verbs, _ENDS_SESSIONS),
    "resolvectl": partial(_resolvectl, ("flush-caches", "reset-statistics", "reset-server-features")),
    "networkctl": partial(_verbs, ("reconfigure", "reload", "renew", "forcerenew", "up", "down")),
    "sysctl": _sysctl,
    "ps": _ps,
    "jq": _jq,
    "date": _date,
    "getent": _getent,
    "ldd": _ldd,
    "less": _pager,
    "more": _pager,
    "sshd": _sshd,
    "ldconfig": _ldconfig,
}

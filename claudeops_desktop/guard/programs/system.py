"""The machine itself: accounts, kernel, time, jobs."""

from __future__ import annotations

import re
from functools import partial

from ..effects import DESTRUCTIVE, READ, REDEPLOY, RESTART, UNKNOWN, CommandEffect
from ..program_call import ProgramCall, Understand, harmless
from ..shell_types import leaves_unseen

_CHANGES = """
useradd userdel usermod adduser deluser addgroup delgroup groupadd groupdel groupmod passwd chpasswd chage
gpasswd newusers vipw chsh chfn insmod rmmod modprobe depmod hwclock setfont loadkeys localedef setenforce
apparmor_parser aa-enforce aa-complain aa-disable aa-remove-unknown auditd swaplabel update-locale tzselect
update-ca-certificates update-ca-trust pwconv pwunconv grpconv newgrp sysusers systemd-sysusers
systemd-tmpfiles systemd-firstboot systemd-machine-id-setup pam-auth-update authselect faillock pam_tally2
renice ionice-set cgset cgcreate cgdelete dpkg-divert dpkg-statoverride update-rc tuned-adm cpupower setterm
mesg timedatectl-set debconf-set-selections edquota efibootmgr grubby grub2-mkconfig grub-mkconfig
grub2-set-default kdumpctl chntpw
""".split()


def _changes(call: ProgramCall) -> list[CommandEffect]:
    return call.part(DESTRUCTIVE, why=f"“{call.name}” changes this machine.")


def _visudo(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-[cqsOPI] -f: --check --file:")
    if not re.match(r"\Z|/etc/sudoers|.*sudoers[^/]*\Z", found.value("-f", "--file")):
        return call.unknown("“visudo” shows the lines of a file that holds no rules for sudo.")
    if found.has("-c", "--check"):
        return harmless(
            call, "only operands -c --check -f: --file: -q --quiet -s --strict -O --owner -P --perms -I --no-includes"
        )
    return _changes(call)


def _crontab(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-[uT]: -[leriV] -s")
    if (
        found.has("-l", "-T")
        and not found.has("-e", "-r")
        and not found.operands
        and not found.unsure
        and found.kind == READ
    ):
        return call.part(READ)
    return call.part(DESTRUCTIVE, why="“crontab” replaces what runs at its times.")


def _at(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-f?: -[qtc]: -[lvVmMo] -d! -r!")
    if found.kind == READ and (call.name == "atq" or found.has("-l", "-c", "-V")):
        return call.part(READ)
    if call.name == "atrm" or found.kind == DESTRUCTIVE:
        return call.part(DESTRUCTIVE)
    later = call.text(call.input) if call.input is not None and not leaves_unseen(call.input) else []
    return [*call.unknown("It runs a text at another time."), *later]


def _alternatives(call: ProgramCall) -> list[CommandEffect]:
    looks = call.scanned("--display --list --query --get-selections --admindir: --altdir: --quiet --verbose -v")
    if looks.kind == READ and looks.has("--display", "--list", "--query", "--get-selections"):
        return call.part(READ)
    return call.part(DESTRUCTIVE)


def _ssh_keygen(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-[fFEbCNIQrOVnzmZ]: -[lLBHvqie] -t!: -D? -w? -R!: -s!: -A! -p! -y? -G! -M! -Y? -k! -c! -[ho]")
    if found.kind == READ and not found.unsure and found.has("-l", "-F", "-L", "-B", "-Q"):
        return call.part(READ)
    return call.part(DESTRUCTIVE if found.kind != UNKNOWN else UNKNOWN, why="“ssh-keygen” makes or shows keys.")


def _chage(call: ProgramCall) -> list[CommandEffect]:
    return call.part(READ if [w.text for w in call.arguments[:1]] in (["-l"], ["--list"]) else DESTRUCTIVE)


def _passwd(call: ProgramCall) -> list[CommandEffect]:
    return call.part(READ if [w.text for w in call.arguments[:1]] in (["-S"], ["--status"]) else DESTRUCTIVE)


def _logrotate(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-s: --state: -m?: --mail?: -l!: --log!: -[dvf] --debug --verbose --force --skip-state-lock")
    return call.part(READ if found.has("-d", "--debug") and found.kind == READ else DESTRUCTIVE)


def _gpg(call: ProgramCall) -> list[CommandEffect]:
    words = [w.text for w in call.arguments]
    reads = (
        "--list-keys",
        "-k",
        "--fingerprint",
        "--verify",
        "--list-sigs",
        "--version",
        "--list-packets",
        "--list-public-keys",
    )
    beside = (
        "--keyid-format",
        "--with-",
        "--no-",
        "--batch",
        "-v",
        "--verbose",
        "--fixed-list-mode",
        "--status-fd",
        "-q",
    )
    if words and words[0] in reads and all(w in reads or w.startswith(beside) for w in words if w.startswith("-")):
        return call.part(READ)
    return call.unknown(f"“{call.name}” handles keys and secrets.")


def _claudeops(call: ProgramCall) -> list[CommandEffect]:
    """Our own command line: a session may look, and change nothing."""
    words = [w.text for w in call.arguments if not w.text.startswith("-")]
    if any(w.text.startswith("--data-dir") or not w.seen for w in call.arguments) or not words:
        return call.unknown("“claudeops” may not be told what to do by a session.")
    reads = ("list", "show", "standing", "search", "forecast", "status", "log", "search-logs", "waiting")
    if words[-1] == "doctor" or (len(words) > 1 and words[1] in reads and words[0] != "secrets"):
        return call.part(READ)
    return call.unknown("“claudeops” may not be told what to do by a session.")


PROGRAMS: dict[str, Understand] = {
    **dict.fromkeys(_CHANGES, _changes),
    "visudo": _visudo,
    "crontab": _crontab,
    "at": _at,
    "atq": _at,
    "atrm": _at,
    "batch": _at,
    "update-alternatives": _alternatives,
    "alternatives": _alternatives,
    "ssh-keygen": _ssh_keygen,
    "ssh-keyscan": partial(harmless, known="-[tpTfO]: -[H46cDqv]"),
    "ssh-add": partial(harmless, known="only -[lLvq] -E:"),
    "chage": _chage,
    "passwd": _passwd,
    "logrotate": _logrotate,
    "gpg": _gpg,
    "gpg2": _gpg,
    "modprobe": partial(
        harmless,
        known="-[nvcaqRD] --dry-run --show-depends --showconfig --verbose --quiet --all --resolve-alias --first-time --use-blacklist -b -S: --set-version: -r --remove --syslog -s",
        kind=DESTRUCTIVE,
    ),
    "renice": lambda call: call.part(RESTART),
    "hwclock": partial(harmless, known="only! -r --show -v --verbose --utc -u --get"),
    "efibootmgr": partial(harmless, known="only -v --verbose most0"),
    "tuned-adm": partial(harmless, known="only active list most1"),
    "cpupower": partial(harmless, known="only frequency-info idle-info info most1"),
    "faillock": partial(harmless, known="--reset! --user: --dir: --legacy-output"),
    "systemd-tmpfiles": lambda call: call.part(
        READ
        if [w.text for w in call.arguments[:1]] == ["--cat-config"]
        and not any(w.text.startswith("-") or w.splits for w in call.arguments[1:])
        else DESTRUCTIVE
    ),
    "systemd-resolve": partial(harmless, known="only --status --statistics -4 -6 -i: -t:"),
    "systemd-cat": lambda call: call.words(
        call.scanned(
            "-t: -p: --identifier: --priority: --stderr-priority: --level-prefix: --namespace:", first_operand_ends=True
        )
        and call.arguments[
            call.scanned(
                "-t: -p: --identifier: --priority: --stderr-priority: --level-prefix: --namespace:",
                first_operand_ends=True,
            ).rest :
        ]
    ),
    "logger": partial(
        harmless,
        known="-[tfpPnuS]: -[seidT] -i:: --id:: --tag: --priority: --stderr --file: --server: --port: --tcp --udp --rfc5424:: --rfc3164 --msgid: --sd-id: --sd-param: --size: --skip-empty --octet-count --prio-prefix --journald:: --socket: --socket-errors:: --no-act",
    ),
    "update-motd": lambda call: call.part(REDEPLOY),
    "claudeops": _claudeops,
}

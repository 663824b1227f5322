"""Services of the machine: init systems, process supervisors, servers' own control programs, signals and power."""

from __future__ import annotations

import re
from functools import partial

from ..effects import DESTRUCTIVE, DISCLOSE, READ, REDEPLOY, RESTART, STOP, UNKNOWN, CommandEffect
from ..process_targets import PATTERN_OPTIONS, processes, signalled_processes, supervised_programs, unit_targets
from ..program_call import ProgramCall, Understand, harmless
from ..shell_types import ShellWord, leaves_unseen
from ..signals import ends_process, given_signal
from ..subcommand_tables import SubcommandCall, by_verb, find_verb, tree, verb_effect
from ..target_types import UNIT, any_of
from ..targets import targets

_SYSTEMCTL = """
* -H: --host: -M: --machine: -t: --type: --state: -p: --property: -P: -n: --lines: -o: --output: --root?: --image?: -s: --signal: --kill-whom: --kill-who: --job-mode: --what: --timestamp: --legend: --check-inhibitors: --message: --preset-mode: --firmware-setup --boot-loader-entry: -[qlarTf] --quiet --full --all --recursive --reverse --after --before --with-dependencies --show-types --value --no-pager --no-legend --plain --failed --user --system --global --no-block --wait --no-wall --show-transaction --runtime --now --dry-run --no-reload --no-ask-password --marked --force --drop-in: --when: --json: -j -i --stdin
read status show cat list-units list-unit-files list-timers list-sockets list-dependencies list-jobs list-machines list-paths list-automounts is-active is-failed is-enabled is-system-running get-default help whoami
disclose show-environment
restart restart start reload try-restart reload-or-restart try-reload-or-restart force-reload condrestart reset-failed cancel thaw
stop stop kill isolate reboot poweroff halt kexec suspend hibernate hybrid-sleep suspend-then-hibernate rescue emergency soft-reboot default exit freeze
redeploy daemon-reload daemon-reexec
destructive enable disable mask unmask reenable preset preset-all revert link edit set-default set-property clean add-wants add-requires set-environment unset-environment import-environment log-level log-target service-log-level service-log-target service-watchdogs bind mount-image switch-root
@status,show,cat -q -l
"""
_SERVICE_READS = frozenset(("status", "show", "info"))
_ENDING_UNITS = frozenset(
    """
poweroff reboot halt kexec soft-reboot shutdown rescue emergency suspend hibernate hybrid-sleep suspend-then-hibernate
sleep exit ctrl-alt-del umount final initrd-switch-root runlevel0 runlevel1 runlevel6 systemd-poweroff systemd-reboot
systemd-halt systemd-kexec systemd-suspend systemd-hibernate systemd-hybrid-sleep systemd-soft-reboot
""".split()
)
"""Units whose start ends or stops the machine: ``systemctl start poweroff.target``."""
_SERVICE_STOPS = frozenset(("stop", "pause", "kill", "force-stop", "graceful-stop"))
_SUPERVISED_STOPS = ("down", "term", "exit", "int", "quit", "force-shutdown", "shutdown", "d", "k", "x", "t")
_SERVICE_RESTARTS = frozenset(
    [
        "start",
        "restart",
        "reload",
        "force-reload",
        "try-restart",
        "condrestart",
        "reload-or-restart",
        "graceful",
        "zap",
        "resume",
    ]
)
_SUPERVISORCTL = """
* -c?: --configuration?: -s: --serverurl: -u: --username: -p: --password: -i --interactive
read status avail pid version help maintail tail
restart start restart reload
stop stop signal shutdown
redeploy update add reread
destructive remove clear
@tail,maintail -f -#
"""
_APACHECTL = """
* -k: -d?: -f?: -c?: -C?: -D: -t -S -v -V -l -L -M -e: -E!: -DDUMP_VHOSTS -DDUMP_RUN_CFG -DDUMP_MODULES
read configtest status fullstatus
restart start restart graceful
stop stop graceful-stop
"""
_CADDY = """
read validate version list-modules adapt build-info fmt help
restart start reload
stop stop
redeploy upgrade add-package remove-package
disclose environ
unknown run
@fmt --overwrite! -w! -d --diff
@validate,adapt -c: --config: -a: --adapter: --pretty --envfile:
@reload,stop,start -c: --config: -a: --adapter: --address: --force -w --watch --pidfile:
@list-modules --versions --packages --skip-standard -s
@adapt,validate -p --validate
"""


def _systemctl(call: ProgramCall) -> list[CommandEffect]:
    verb = find_verb(call, tree(_SYSTEMCTL))
    if (
        not verb.path
        and verb.before.kind == READ
        and not verb.before.unsure
        and all(w.text.startswith("-") for w in call.arguments)
    ):
        return call.part(READ)  # it lists units
    if verb.before.has("--now") or verb.after.has("--now"):
        return call.part(DESTRUCTIVE, unit_targets(call.arguments, verb), verb=" ".join(verb.path))
    services = unit_targets(call.arguments, verb)
    if verb.kind == RESTART and any(target.name in _ENDING_UNITS for target in services):
        return call.part(STOP, [any_of(UNIT)], verb=" ".join((*verb.path, *(target.name for target in services))))
    if verb.path == ("kill",) and not ends_process(verb.after.value("-s", "--signal") or "TERM"):
        return call.part(RESTART, services, verb="kill")
    if verb.path == ("show",) and verb.kind == READ and _shows_environment(verb):
        return call.part(DISCLOSE, services, verb="show")
    return verb_effect(call, verb, services)


def _shows_environment(verb: SubcommandCall) -> bool:
    """Tell whether ``systemctl show`` prints variables: it does unless it is asked for other properties only."""
    asked = [name.strip() for option, value in verb.after.given if option in ("-p", "-P", "--property")
             for name in value.split(",")]  # fmt: skip
    return not asked or any(not name.isalnum() or re.match(r"(?i).*environment|exec(?!main)", name) for name in asked)


def _service(call: ProgramCall) -> list[CommandEffect]:
    words = [word.text for word in call.arguments]
    if words == ["--status-all"]:
        return call.part(READ)
    if len(words) < 2 or any(not word.text for word in call.arguments) or words[0].startswith("-"):
        return call.unknown(f"What this “{call.name}” does is not known.")
    return _act(call, call.arguments[0], words[1])


def _act(call: ProgramCall, service: ShellWord, verb: str) -> list[CommandEffect]:
    if verb in _SERVICE_READS:
        return call.part(READ)
    if verb in _SERVICE_RESTARTS or verb in _SERVICE_STOPS:
        return call.part(STOP if verb in _SERVICE_STOPS else RESTART, targets([service], UNIT), verb=verb)
    if verb in ("configtest", "checkconfig"):
        return call.part(READ)
    return call.unknown(f"What “{verb}” does to a service is not known.")


def _by_verb_first(call: ProgramCall) -> list[CommandEffect]:
    """initctl, sv, s6: the verb stands before the service."""
    words = call.scanned("-v -q -w: -[wv]").operands
    if not words:
        return call.unknown(f"What this “{call.name}” does is not known.")
    verb = words[0].text
    if verb in ("status", "s", "list", "check", "version", "show-config"):
        return call.part(READ)
    if verb in (*_SERVICE_RESTARTS, "up", "once", "hup", "force-restart", "usr1", "usr2", "alarm", "cont"):
        return call.part(RESTART, targets(words[1:]), verb=verb)
    if verb in (*_SERVICE_STOPS, *_SUPERVISED_STOPS):
        return call.part(STOP, targets(words[1:]))
    if verb in ("enable", "disable", "remove", "add"):
        return call.part(DESTRUCTIVE, targets(words[1:]))
    return call.unknown(f"What “{call.name} {verb}” does is not known.")


def init_script(call: ProgramCall) -> list[CommandEffect]:
    """``/etc/init.d/nginx restart``."""
    verb = call.arguments[0].text if call.arguments else ""
    return _act(call, ShellWord(call.name), verb)


def _is_configured_here(path: str) -> bool:
    """Tell whether a configuration lies where only administrators write: one that is checked is loaded, and may name
    modules to be loaded with it."""
    return path.startswith(("/etc/", "/usr/local/", "/opt/", "/srv/")) and ".." not in path and not leaves_unseen(path)


def _nginx(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-s: -c: -p?: -g?: -e?: -[tTvVhq?]")
    if found.has("-c") and not _is_configured_here(found.value("-c")):
        return call.unknown(f"What is loaded with {found.value('-c')} is not known.")
    if found.has("-s"):
        signal = found.value("-s")
        return call.part(RESTART if signal in ("reload", "reopen") else STOP, [call.name], verb=signal)
    if found.kind == READ and found.has("-t", "-T", "-v", "-V", "-h", "-?") and not found.operands:
        return call.part(READ)
    return (
        call.unknown(f"What this “{call.name}” does is not known.")
        if found.kind != READ
        else call.part(RESTART, ["nginx"])
    )


def _apachectl(call: ProgramCall) -> list[CommandEffect]:
    verb = find_verb(call, tree(_APACHECTL))
    if verb.before.has("-k"):
        told = verb.before.value("-k")
        return call.part(RESTART if told in ("start", "restart", "graceful") else STOP, ["apache2"], verb=told)
    if verb.before.has("-t", "-S", "-v", "-V", "-l", "-L", "-M") and verb.before.kind == READ and not verb.path:
        return call.part(READ)
    return verb_effect(call, verb, ["apache2"])


def _caddy(call: ProgramCall) -> list[CommandEffect]:
    """Checking a configuration loads what it names."""
    verb = find_verb(call, tree(_CADDY))
    named = verb.after.value("-c", "--config")
    if verb.kind == READ and named and not _is_configured_here(named):
        return call.unknown(f"What is loaded with {named} is not known.")
    return verb_effect(call, verb, ("caddy",))


def _haproxy(call: ProgramCall) -> list[CommandEffect]:
    """Checking a configuration runs the Lua that it loads."""
    found = call.scanned("-[cvqVd] -[fC]: -vv -dr -dV -dW")
    if not found.has("-c", "-v", "-vv"):
        return call.part(RESTART, ["haproxy"])
    if found.kind != READ or found.unsure or found.has("-C"):
        return call.unknown("What this “haproxy” does is not known.")
    named = [*(value for option, value in found.given if option == "-f"), *(word.text for word in found.operands)]
    if any(not _is_configured_here(f"{place}/") for place in named):
        return call.unknown("What is loaded with that configuration is not known.")
    return call.part(READ)


def _kill(call: ProgramCall) -> list[CommandEffect]:
    first = call.arguments[0].text if call.arguments else ""
    if first in ("-0", "-l", "-L", "--list", "--table") or first.startswith("-l"):
        return call.part(READ)
    signal, rest = given_signal([word.text for word in call.arguments], ("-s", "-n", "--signal"))
    if rest and all(re.fullmatch(r"%(?:\d+|[%+-])?", text) for text in rest):
        return call.part(READ)  # a job of the very shell that runs this
    if signal in ("0", "EXIT"):
        return call.part(READ)
    everything = any(text in ("0", "-1") or (text[:1] == "-" and text[1:2].isdigit()) for text in rest)
    return call.part(STOP if everything or ends_process(signal) else RESTART, signalled_processes(call.arguments))


def _kill_by_name(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(PATTERN_OPTIONS)
    if found.has("-0", "-l", "--list"):
        return call.part(READ)
    spelled = ("-s", "--signal") if call.name in ("killall", "skill") else ("--signal",)
    signal, rest = given_signal([word.text for word in call.arguments], spelled)
    plain = call._replace(arguments=tuple(w for w in call.arguments if w.text in rest)).scanned(PATTERN_OPTIONS)
    one = len(plain.operands) == 1 and sum(letter.isalnum() for letter in plain.operands[0].text) >= 3
    ends = ends_process(signal) or not one or call.name in ("killall5", "xkill")
    return call.part(STOP if ends else RESTART, processes(call.name, found))


def _power(call: ProgramCall) -> list[CommandEffect]:
    if call.name == "shutdown" and any(w.text in ("-c", "--show", "-k") for w in call.arguments):
        return call.part(READ if call.arguments[0].text == "--show" else RESTART)
    if call.name in ("init", "telinit") and [w.text for w in call.arguments] in (["q"], ["Q"], ["u"], ["U"]):
        return call.part(RESTART, [any_of(UNIT)])
    return call.part(STOP, [any_of(UNIT)])


def _start_stop_daemon(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(
        "-x: -p: -n: -u: -s: -R: -c: --exec: --pidfile: --name: --user: --signal: --retry: --chuid: --startas? -a? -K -S -T -t --stop --start --status --test"
    )
    if found.has("-T", "--status") and not found.unsure:
        return call.part(READ)
    named = [
        target
        for option in ("--name", "-n", "--exec", "-x", "--pidfile", "-p")
        if (value := found.value(option))
        for target in targets([ShellWord(value.rpartition("/")[2].removesuffix(".pid"))], UNIT)
    ]
    return call.part(STOP if found.has("-K", "--stop") else UNKNOWN, named or [any_of(UNIT)])


def _postconf(call: ProgramCall) -> list[CommandEffect]:
    """``name=value`` is written, with and without -e."""
    if any("=" in w.text for w in call.arguments if not w.text.startswith("-")):
        return call.part(DESTRUCTIVE, ("postfix",))
    return harmless(call, "-e! -X! -#! -[MnhdfHlmPpxFTaAECtv] -c?: -o?: -[C]:")


_PM2 = """
* -[sfm] --silent --lines: --nostream --raw --err --out --json --format --timestamp --highlight: --mini-list -m --no-color --update-env --only: --env: --watch --sort: --no-daemon --name: -n: -i: --instances: --time --highlight: --wait-ready --force
read list ls l status logs monit pid ping
disclose show describe info desc jlist prettylist prettyList env report
restart restart reload start reset gracefulReload startOrRestart resurrect
stop stop kill sendSignal
redeploy scale
redeploy install update pull deploy startOrReload
destructive delete del flush save startup unstartup uninstall
"""
_FAIL2BAN = """
* --quiet --verbose --dp -d -[VhdtsxpFbf] --unban --all --if-exists --loglevel: --logtarget: --timeout: -c?: -s: -p: -v -q --str2sec:
read status ping version get banned -t
restart reload restart start
stop stop
destructive set unban flushlogs add
"""
_S6 = "-a? -b? -q? -u~ -d% -r~ -t~ -k% -h~ -o~ -x% -p% -c~ -i~ -O% -w: -T:"

PROGRAMS: dict[str, Understand] = {
    "systemctl": _systemctl,
    "service": _service,
    "rc-service": _service,
    "invoke-rc.d": _service,
    "initctl": _by_verb_first,
    "sv": _by_verb_first,
    "dinitctl": _by_verb_first,
    "s6-svc": lambda call: harmless(call, _S6, services=targets(call.scanned(_S6).operands, UNIT)),
    "s6-svstat": partial(harmless, known="-[nupwreosi] -[o]:"),
    "svstat": partial(harmless, known=""),
    "rc-status": partial(
        harmless,
        known="-[abclmrsuSiCqf]: -[abclmrsuSiCq] --all --crashed --list --manual --runlevel --servicelist --supervised --unused --nocolor --quiet --in-state:",
    ),
    "rc-update": by_verb("* -q -v -a\nread show\ndestructive add del delete\nredeploy -u"),
    "chkconfig": partial(harmless, known="only --list most1 --add!: --del!:"),
    "update-rc.d": lambda call: call.part(DESTRUCTIVE, targets(call.arguments[:1])),
    "supervisorctl": by_verb(_SUPERVISORCTL, supervised_programs),
    "monit": by_verb(
        "* -c?: -g: -[BvI] -vv --batch\nread status summary report procmatch -V\n"
        "restart start restart reload validate\nstop stop quit\ndestructive monitor unmonitor",
        supervised_programs,
    ),
    "pm2": by_verb(_PM2, supervised_programs),
    "nginx": _nginx,
    "openresty": _nginx,
    "apachectl": _apachectl,
    "apache2ctl": _apachectl,
    "httpd": _apachectl,
    "caddy": _caddy,
    "haproxy": _haproxy,
    "traefik": by_verb("read version healthcheck"),
    "varnishstat": partial(harmless, known="-[1jlVx] -[fnIXtN]:"),
    "fail2ban-client": by_verb(_FAIL2BAN, lambda verb: targets(verb.after.operands[:1])),
    "postfix": by_verb(
        "* -c?: -[vD]\nread status check\nrestart start reload flush\nstop stop abort\n"
        "destructive set-permissions upgrade-configuration"
    ),
    "postqueue": partial(harmless, known="-f~ -i~: -s~: -c?: -[pjv]"),
    "postsuper": lambda call: call.part(DESTRUCTIVE),
    "postconf": _postconf,
    "mailq": partial(harmless, known="-[vAqO] -Ac -qp"),
    "doveadm": by_verb(
        "* -[DvA1] -[fSuc]: -c?: -[u]:\nread who log.errors log.find mailbox.list mailbox.status quota.get "
        "process.status service.status user stats.dump\nrestart reload\nstop stop kick service.stop\n"
        "destructive expunge mailbox.delete quota.recalc index force-resync"
    ),
    "exim": partial(harmless, known="only operands -bp -bpc -bpr -bpru -bpu -bV -bt"),
    "php-fpm": partial(harmless, known="only -[tvimhR] -tt -y: --fpm-config: --test"),
    "named-checkconf": partial(harmless, known="-t?: -p? -[hvjzxcinC]"),
    "named-checkzone": partial(harmless, known="-o!: -t?: -[wfFkmMnirlLsTSWcJ]: -[dhjqvDC]"),
    "rndc": by_verb(
        "* -c?: -s: -p: -k?: -[ybt]: -[qrV46]\nread status stats zonestatus recursing serve-stale.status\n"
        "stop stop halt\nrestart reload reconfig flush flushname flushtree restart notify refresh retransfer\n"
        "destructive freeze thaw sync addzone delzone modzone querylog trace notrace"
    ),
    "unbound-control": by_verb(
        "* -c?: -s: -q\nread status stats stats_noreset list_stubs list_forwards list_local_zones "
        "list_local_data lookup dump_infra\nstop stop\nrestart start reload flush flush_zone "
        "reload_keep_cache flush_type flush_bogus flush_infra flush_negative\n"
        "destructive set_option local_zone local_data forward_add forward_remove"
    ),
    "unbound-checkconf": partial(harmless, known="-[fq] -o:"),
    "cupsctl": partial(harmless, known="only"),
    "lpstat": partial(harmless, known="-[EHlRdrst] -[hUW]: -[aceopuv]::"),
    "pihole": by_verb(
        "* -c -e -j --json -all -exact -adlist -bp\nread status version -v query -q chronometer\nrestart restartdns enable\nstop disable\n"
        "redeploy updatePihole updateGravity -up -g\ndestructive flush allow deny uninstall"
    ),
    **dict.fromkeys(("pkill", "killall", "killall5", "skill", "xkill"), _kill_by_name),
    "kill": _kill,
    **dict.fromkeys(("reboot", "shutdown", "poweroff", "halt", "init", "telinit", "pm-suspend"), _power),
    "wall": lambda call: call.part(UNKNOWN, why="“wall” writes to everybody's screen."),
    "start-stop-daemon": _start_stop_daemon,
    "rtcwake": lambda call: call.part(
        READ if call.scanned("-m: --mode: -s: -t: -d:").value("-m", "--mode") in ("show", "no") else STOP
    ),
    "kexec": lambda call: call.part(STOP),
    "gitlab-ctl": by_verb(
        "* --verbose -f\nread status tail service-list show-config version\nrestart start restart hup once usr1 usr2 reconfigure\n"
        "stop stop graceful-kill kill int term deploy-page\nredeploy upgrade\ndestructive cleanse uninstall"
    ),
    "crm_mon": partial(
        harmless,
        known="-d? --daemonize? -h: --as-html!: -E?: --external-agent?: -[1AfrnotNRbDLcjsVQX] -[UiI]: --one-shot --group-by-node --inactive --failcounts --operations --timing-details --tickets --show-detail --output-as: --include: --exclude: --interval: --simple-status --neg-locations --show-node-attributes --brief",
    ),
    "pcs": by_verb(
        "* --full --hide-inactive --force --all --wait:: --request-timeout: -f: --debug --corosync_conf: --output-format:\nread status cluster.status resource.status resource.config quorum.status property.config stonith.status config\n"
        "restart resource.restart cluster.start resource.enable resource.cleanup resource.refresh resource.move\n"
        "stop cluster.stop cluster.kill cluster.standby node.standby node.maintenance resource.disable resource.ban "
        "stonith.fence\ndestructive cluster.destroy resource.delete property.set resource.update"
    ),
    "newaliases": lambda call: call.part(REDEPLOY),
}

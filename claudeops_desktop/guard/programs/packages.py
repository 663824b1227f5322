"""Package managers: of the system, of languages, of applications."""

from __future__ import annotations

from functools import partial

from ..effects import DESTRUCTIVE, HOST, READ, REDEPLOY, CommandEffect
from ..lazy_regex import LazyRegex
from ..program_call import ProgramCall, Understand, harmless, names
from ..shell_types import UNSEEN
from ..subcommand_tables import SubcommandCall, by_verb, find_verb, tree, verb_effect

_APT = """
* -o?: --option?: -c?: --config-file?: -t: --target-release: --default-release: -q: -a: --host-architecture:
read list show search policy depends rdepends showpkg stats madison showsrc changelog check moo pkgnames dump unmet version
redeploy update install reinstall upgrade dist-upgrade full-upgrade build-dep download source satisfy build-deps modernize-sources
destructive remove purge autoremove autopurge clean autoclean edit-sources hold unhold add gencaches markauto unmarkauto manual auto minimize-manual distclean dselect-upgrade
read showhold showmanual showauto showinstall showremove showpurge
"""
_DNF = """
* -c?: --config?: --installroot?: --setopt?: --repo: --repoid: --enablerepo: --disablerepo: -x: --exclude: --releasever: --advisory: -d: -e: --forcearch: --disableplugin: --comment:
read list info search provides whatprovides repolist repoquery check-update check-upgrade history history.list history.info history.userinstalled updateinfo deplist version grouplist groupinfo group.list group.info module.list module.info repoinfo repo.list repo.info advisory.list advisory.info needs-restarting check leaves
redeploy install update upgrade reinstall downgrade distro-sync groupinstall group.install group.upgrade makecache module.install module.enable builddep update-minimal upgrade-minimal install-n swap download system-upgrade offline-upgrade history.redo history.undo history.rollback history.replay offline
host localinstall copr.enable
destructive remove erase autoremove clean groupremove group.remove module.disable module.remove module.reset mark config-manager config-manager.setopt versionlock history.store history.new history.sync
unknown shell alias
@needs-restarting -r -s
"""
_ZYPPER = """
* -R?: --root?: -n -q -v -D?: --reposd-dir?: -c?: --config?: --no-refresh -x
read search se info if lu list-updates lp list-patches pchk patch-check packages pa patterns pt products pd repos lr services ls what-provides wp locks ll ps needs-rebooting versioncmp system-architecture
redeploy install in update up dist-upgrade dup patch refresh ref verify ve source-install si install-new-recommends inr
destructive remove rm addrepo ar removerepo rr modifyrepo mr renamerepo nr addlock al removelock rl clean cc purge-kernels
"""
_APK = """
* -p?: --root?: -X: --repository: --repositories-file: --keys-dir?: --arch: --wait: --cache-dir:
read info list search version policy stats dot audit verify manifest --print-arch
redeploy add update upgrade fix fetch cache.download
destructive del cache.clean cache.purge
"""
_SNAP = """
read list info find version changes tasks services logs connections interfaces known warnings whoami get saved refresh.--list model
restart start restart
stop stop
redeploy install refresh revert switch
@install --dangerous^ --classic^ --devmode^ --jailmode --channel: --revision: --beta --edge --candidate
destructive remove enable disable set unset connect disconnect forget alias unalias hold
unknown run save restore try
"""
_FLATPAK = """
read list info search remotes remote-ls remote-info history ps config permissions permission-show
stop kill
redeploy install update repair
@install --from^ --bundle^ -y --user --system --noninteractive
destructive uninstall remove remote-add remote-delete remote-modify override mask pin permission-set permission-reset
unknown run enter
"""
_PIP = """
* --cache-dir: --proxy: --timeout: --retries: --log!: --python?: --cert:
read list show freeze check debug index.versions cache.info cache.list cache.dir inspect hash help
disclose config.list config.get
redeploy install download wheel
destructive uninstall config.set config.unset config.edit cache.purge cache.remove
@list,show,freeze --path: --format: --exclude: -f: -i?: --index-url?: --extra-index-url?:
@install,download,wheel -i^: --index-url^: --extra-index-url^: -f^: --find-links^: --trusted-host^: -e^: --editable^: -r: --requirement: -c: --constraint: -t!: --target!: --root!: --prefix: --config-settings: --global-option^: --pre --no-deps -U --upgrade --user --dry-run
%install --dry-run
"""
_NPM = """
* --prefix: -g --global --registry: --depth: -w: --workspace:
read list ls ll la outdated view info show search version.--help root prefix bin config.get config.list config.ls whoami ping doctor explain why fund query audit owner.ls dist-tag.ls help repo pkg.get cache.verify
redeploy install i add ci update up upgrade install-test it rebuild dedupe ddp link audit.fix clean-install
destructive uninstall remove rm r un unlink prune config.set config.delete config.edit cache.clean publish unpublish deprecate owner.add pkg.set version init shrinkwrap set
unknown run run-script start test stop restart exec x create explore edit
@install,i,add,ci,update,up --registry^: -g --global -D --save-dev --prefix: -w: --workspace:
"""
_BREW = """
read list ls info search outdated config doctor deps uses leaves desc home cat log services.list services.info tap-info --version --prefix --cellar --repository missing options commands formulae casks
restart services.start services.restart services.run
stop services.stop services.kill
host tap
redeploy install upgrade update reinstall fetch link postinstall bundle
destructive uninstall remove rm untap cleanup unlink pin unpin autoremove services.cleanup edit
%install,upgrade,cleanup,autoremove,uninstall,rm --dry-run -n
"""
_DPKG_READS = ["-l", "--list", "-L", "--listfiles", "-s", "--status", "-S", "--search", "-p", "--print-avail", "-I", "--info", "-c", "--contents", "-V", "--verify", "-C", "--audit", "--get-selections", "--print-architecture", "--print-foreign-architectures", "--compare-versions", "--version", "--help", "-f", "--field", "--yet-to-unpack", "--assert-multi-arch", "--validate-pkgname"]  # fmt: skip


def _install(table: str) -> Understand:
    def services(verb: SubcommandCall) -> tuple[str, ...]:
        operands = () if verb.path[:1] == ("history",) else names(verb.after.operands)
        return tuple(name.partition("=")[0] for name in operands)

    understand_verb = by_verb(table, services)

    def understand(call: ProgramCall) -> list[CommandEffect]:
        parts = understand_verb(call)
        if parts[0].kind == REDEPLOY and (source := _outside_source(call)):
            return call.part(HOST, parts[0].services, f"It installs {source}, which no list of packages vouches for.")
        return parts

    return understand


_OUTSIDE = LazyRegex(
    r"(?:[\w+.]+:)?//|(?:git|hg|svn|bzr)\+|git@|(?:github|gitlab|bitbucket|gist|file|link|git|http|https|npm):"
    r"|(?:\.{1,2}|~|)/|\.{1,2}\Z|[\w.-]+/[\w.-]+(?:#.*)?\Z|[^@\s]+@(?:https?|git|file|npm)[:+]"
    r"|.*\.(?:deb|rpm|whl|tar|t?gz|tgz|bz2|xz|zst|zip|apk|snap|flatpak|flatpakref|flatpakrepo|gem|cab|jar|egg|ipk|pkg)\Z"
    r"|.*\s@\s"
)
"""A package by its file, its address or a repository of source code. ``@scope/name`` and ``name/stable`` are none."""
_UNCHECKED = (
    "--allow-untrusted", "--allow-unauthenticated", "--nogpgcheck", "--no-gpg-checks", "--repofrompath", "--no-gpg-check",
    "--allow-insecure-repositories", "--force-yes", "--nosignature", "--nodigest", "--no-verify-ssl", "--nogpg", "--repository",
    "--allow-unsigned-rpm", "--plus-content", "--insecure",
)  # fmt: skip


def _outside_source(call: ProgramCall) -> str:
    """What is installed past the lists of packages that the machine trusts, or what turns their checks off; else ""."""
    target = {"apt", "apt-get", "aptitude", "nala"}.intersection((call.name,))
    for word in call.arguments:
        text = word.text
        if text.startswith((*_UNCHECKED, *(["-X"] if call.name == "apk" else []))):
            return text
        if text.startswith(("-", "@")) or not text:
            continue
        if UNSEEN in text and (word.splits or text.startswith(UNSEEN)):
            continue
        release = target or call.name in ("brew", "composer")
        if _OUTSIDE.match(text) and not (release and text.count("/") == 1 and text[0] not in "./~"):
            return text.replace(UNSEEN, "…")
    return ""


def _apt(call: ProgramCall) -> list[CommandEffect]:
    verb = find_verb(call, tree(_APT))
    simulated = ("-s", "--simulate", "--just-print", "--dry-run", "--recon", "--no-act")
    if (
        verb.path
        and verb.kind in (REDEPLOY, DESTRUCTIVE)
        and (verb.before.has(*simulated) or verb.after.has(*simulated))
    ):
        return call.part(READ)
    if verb.path in (("download",), ("source",)):
        return call.part(DESTRUCTIVE, why="“apt download” writes files.")
    services = tuple(name.partition("=")[0] for name in names(verb.after.operands))
    if verb.kind == REDEPLOY and (source := _outside_source(call)):
        return call.part(HOST, services, f"It installs {source}, which no list of packages vouches for.")
    return verb_effect(call, verb, services)


def _dpkg(call: ProgramCall) -> list[CommandEffect]:
    first = next((w.text for w in call.arguments if w.text.startswith("-")), "")
    if not call.arguments or any(
        w.text.startswith(("--pre-invoke", "--post-invoke", "--root", "--instdir")) for w in call.arguments
    ):
        return call.unknown("What this “dpkg” does is not known.")
    if first in _DPKG_READS or (first[:2] in ("-l", "-L", "-s", "-S", "-p", "-I", "-c") and len(first) == 2):
        return call.part(READ)
    operands = names([w for w in call.arguments if not w.text.startswith("-")])
    if first in (
        "-i",
        "--install",
        "--unpack",
        "-R",
        "--recursive",
        "--configure",
        "-a",
        "--update-avail",
        "--triggers-only",
    ):
        files = first in ("-i", "--install", "--unpack", "-R", "--recursive")
        return call.part(
            HOST if files else REDEPLOY, tuple(name.partition("_")[0].removesuffix(".deb") for name in operands)
        )
    if first in ("-r", "--remove", "-P", "--purge", "--set-selections", "--clear-selections", "--add-architecture",
                 "--remove-architecture", "--clear-avail", "--forget-old-unavail"):  # fmt: skip
        return call.part(DESTRUCTIVE, operands)
    return call.unknown("What this “dpkg” does is not known.")


def _rpm(call: ProgramCall) -> list[CommandEffect]:
    flags = [w.text for w in call.arguments if w.text.startswith("-")]
    text = "".join(f[1:] for f in flags if not f.startswith("--"))
    if any(f.startswith(("--eval", "--pipe", "--define", "--load", "--macros", "-E", "-D", "--root")) for f in flags):
        return call.unknown("“rpm” is told to run something.")
    operands = names([w for w in call.arguments if not w.text.startswith("-")])
    if any(f in ("--erase", "--import", "--initdb", "--rebuilddb", "--setperms") for f in flags) or text[:1] == "e":
        return call.part(DESTRUCTIVE, operands)
    if any(f in ("--install", "--upgrade", "--freshen", "--reinstall") for f in flags) or set(text[:1]) & set("iUF"):
        return call.part(HOST, operands, "It installs a package from a file or an address.")
    if text[:1] in ("q", "V", "K") or any(
        f in ("--query", "--verify", "--version", "--checksig", "--showrc") for f in flags
    ):
        return call.part(READ)
    return call.unknown("What this “rpm” does is not known.")


def _pacman(call: ProgramCall) -> list[CommandEffect]:
    flags = "".join(w.text for w in call.arguments if w.text.startswith("-"))
    operands = names([w for w in call.arguments if not w.text.startswith("-")])
    if any(
        w.text.startswith(("--hookdir", "--root", "--config", "--dbpath", "--sysroot", "--gpgdir"))
        for w in call.arguments
    ):
        return call.unknown("“pacman” is given another place to read its orders from.")
    if flags.startswith(("-Q", "-V", "--version", "--query", "-h", "-T")) or (
        flags.startswith(("-S", "-F")) and set(flags[2:]) & set("silgp") and not set(flags[2:]) & set("yuwc")
    ):
        return call.part(READ)
    if flags.startswith(("-R", "-D", "-Sc", "--remove")):
        return call.part(DESTRUCTIVE, operands)
    if flags.startswith(("-U", "--upgrade")):
        return call.part(HOST, operands, "It installs a package from a file or an address.")
    if flags.startswith(("-S", "-F", "--sync")):
        return call.part(REDEPLOY, operands)
    return call.unknown("What this “pacman” does is not known.")


PROGRAMS: dict[str, Understand] = {
    **dict.fromkeys(("apt", "apt-get", "aptitude", "apt-cache", "apt-mark", "nala"), _apt),
    "apt-file": by_verb("read search list show find\nredeploy update"),
    "apt-config": by_verb("read dump"),
    "add-apt-repository": lambda call: call.part(HOST, why="It makes the machine trust another source of packages."),
    "apt-key": by_verb("read list finger\ndestructive add del adv export update"),
    **dict.fromkeys(
        ("unattended-upgrade", "unattended-upgrades"),
        lambda call: call.part(READ if [w.text for w in call.arguments[:1]] == ["--dry-run"] else REDEPLOY),
    ),
    "needrestart": partial(harmless, known="-r~: -b -k -l -c?: -p -q -v -m: -n"),
    "checkrestart": lambda call: call.part(READ),
    "debsums": lambda call: call.part(READ),
    "debsecan": lambda call: call.part(READ),
    "deborphan": lambda call: call.part(READ),
    "dpkg": _dpkg,
    "dpkg-reconfigure": lambda call: call.part(
        REDEPLOY, names([w for w in call.arguments if not w.text.startswith("-")])
    ),
    "rpm": _rpm,
    **{name: _install(_DNF) for name in ("dnf", "yum", "microdnf", "dnf5", "tdnf")},
    "zypper": _install(_ZYPPER),
    "apk": _install(_APK),
    "pacman": _pacman,
    "yay": _pacman,
    "paru": _pacman,
    "checkupdates": lambda call: call.part(READ),
    "emerge": partial(harmless, known="-p -s --search -S", kind=REDEPLOY),
    "snap": _install(_SNAP),
    "flatpak": _install(_FLATPAK),
    **{name: _install(_PIP) for name in ("pip", "pip3", "pip2")},
    **{name: _install(_NPM) for name in ("npm", "pnpm")},
    "yarn": lambda call: _install(_NPM)(call) if call.arguments else call.part(REDEPLOY),
    "brew": _install(_BREW),
    "gem": _install(
        "read list search environment info contents dependency outdated which\nredeploy install update\n"
        "destructive uninstall cleanup"
    ),
    "composer": _install(
        "read show info outdated search status validate why licenses diagnose audit\nredeploy install update "
        "require\ndestructive remove\nunknown run-script exec"
    ),
    "opkg": _install(
        "read list list-installed list-upgradable info status files search find\nredeploy update install upgrade\n"
        "destructive remove"
    ),
    "pkg": _install(
        "read info search version query which audit stats rquery\nredeploy install update upgrade add\n"
        "destructive delete remove autoremove clean lock unlock"
    ),
    "fwupdmgr": _install(
        "read get-devices get-updates get-history get-remotes get-releases security\nredeploy update "
        "install refresh upgrade\ndestructive clear-history disable-remote enable-remote"
    ),
    "fwupdate": lambda call: call.part(REDEPLOY),
    "do-release-upgrade": lambda call: call.part(REDEPLOY),
    **{
        name: lambda call: call.part(DESTRUCTIVE, why=f"“{call.name}” changes how the machine starts.")
        for name in (
            "update-initramfs",
            "mkinitramfs",
            "dracut",
            "mkinitcpio",
            "update-grub",
            "update-grub2",
            "grub-install",
            "grub2-install",
        )
    },
    "dkms": _install("read status\nredeploy add build install autoinstall\ndestructive remove uninstall unbuild"),
    "uv": _install(
        "read pip.list pip.show pip.freeze pip.check python.list version tool.list cache.dir tree\n"
        "redeploy pip.install sync add tool.install pip.sync lock python.install\n"
        "destructive pip.uninstall remove tool.uninstall cache.clean python.uninstall\nunknown run"
    ),
}

"""Package managers: of the system, of languages, of applications."""

from __future__ import annotations

from functools import partial

from ..effects import DESTRUCTIVE, HOST, READ, REDEPLOY, CommandEffect
from ..lazy_regex import LazyRegex
from ..program_call import ProgramCall, Understand, harmless, names
from ..shell_types import UNSEEN
from ..subcommand_tables import SubcommandCall, by_verb, find_verb, tree, verb_effect

_APT = """
* -o?: --option?: -c?: --config-file?: -t: --target-release: --default-release: -q: -a: --host-architecture: -s --simulate --just-print --dry-run --recon --no-act -y --yes --assume-yes --assume-no -V --verbose-versions --show-progress -u --show-upgraded -d --download-only --no-download -m --ignore-missing --fix-missing -f --fix-broken --only-upgrade --no-upgrade --no-install-recommends --install-recommends --no-install-suggests --install-suggests --allow-downgrades --allow-change-held-packages --allow-remove-essential --reinstall --purge --auto-remove --autoremove --with-new-pkgs --no-remove --print-uris --quiet --no-show-upgraded --error-on: --allow-releaseinfo-change --no-strict-pinning --show-progress --color --no-color --ignore-hold -b --build --compile --diff-only --dsc-only --tar-only --download-only -P: --build-profiles: --arch-only --indep-only --trivial-only --fix-policy --list-cleanup --solver: --planner: --full-resolver --target: --update
read list show search policy depends rdepends showpkg stats madison showsrc changelog check moo pkgnames dump unmet version
redeploy update install reinstall upgrade dist-upgrade full-upgrade build-dep download source satisfy build-deps modernize-sources
destructive remove purge autoremove autopurge clean autoclean edit-sources hold unhold add gencaches markauto unmarkauto manual auto minimize-manual distclean dselect-upgrade
read showhold showmanual showauto showinstall showremove showpurge
@list,show,search,policy,depends,rdepends,showpkg,stats,madison,showsrc,changelog,check,dump,unmet,pkgnames,version --installed --upgradable --upgradeable --all-versions -a --manual-installed --residual-config --names-only -n -f --full --no-all-versions --installed --recurse --important -i --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances --no-pre-depends --generate --implicit --no-pager --release: --sort: -v --format: -F: -w: --width: -d --raw-dump --virtual --nvidia
"""
_DNF = """
* -c?: --config?: --installroot?: --setopt?: --repo: --repoid: --enablerepo: --disablerepo: -x: --exclude: --releasever: --advisory: -d: -e: --forcearch: --disableplugin: --comment: -[yqvCb46] --assumeyes --assumeno --quiet --verbose --cacheonly --refresh --best --nobest --allowerasing --skip-broken --security --bugfix --color: --debuglevel: --errorlevel: --noautoremove --downloadonly --showduplicates --disableexcludes: --noplugins --obsoletes --setopt?: --rpmverbosity: --nodocs --enableplugin: --disable --enable --save --allow-downgrade --no-allow-downgrade --minimal --all --with-optional
read list info search provides whatprovides repolist repoquery check-update check-upgrade history history.list history.info history.userinstalled updateinfo deplist version grouplist groupinfo group.list group.info module.list module.info repoinfo repo.list repo.info advisory.list advisory.info needs-restarting check leaves
redeploy install update upgrade reinstall downgrade distro-sync groupinstall group.install group.upgrade makecache module.install module.enable builddep update-minimal upgrade-minimal install-n swap download system-upgrade offline-upgrade history.redo history.undo history.rollback history.replay offline
host localinstall copr.enable
destructive remove erase autoremove clean groupremove group.remove module.disable module.remove module.reset mark config-manager config-manager.setopt versionlock history.store history.new history.sync
unknown shell alias
@needs-restarting -r -s
@list,info,search,provides,whatprovides,repolist,repoquery,check-update,check-upgrade,updateinfo,deplist,grouplist,history.list,history.info,module.list,repoinfo --installed --available --upgrades --updates --extras --obsoletes --recent --autoremove --showduplicates --all --enabled --disabled --changelogs --security --bugfix --enhancement --newpackage --sec-severity: --cve: --bz: --with-cve --with-bz --summary --list --info -i -l -s --requires --provides --whatrequires: --whatprovides: --recursive --resolve --unneeded --latest-limit: --queryformat: --qf: --location --source --reverse --userinstalled --duplicates --conflicts --recommends --suggests --tree --file: --whatdepends: --hidden --ids --upgrades --advisory-severities: --json
"""
_ZYPPER = """
* -R?: --root?: -n -q -v -D?: --reposd-dir?: -c?: --config?: --no-refresh -x --non-interactive --quiet --verbose --no-color --xmlout --no-refresh --no-gpg-checks? --auto-agree-with-licenses -[yDlf] --no-confirm --dry-run --download-only --no-recommends --recommends --force --replacefiles --allow-vendor-change --no-allow-vendor-change --details --with-interactive --skip-interactive --force-resolution --from: --clean-deps -u --userdata: --ignore-unknown --gpg-auto-import-keys? --terse
read search se info if lu list-updates lp list-patches pchk patch-check packages pa patterns pt products pd repos lr services ls what-provides wp locks ll ps needs-rebooting versioncmp system-architecture
redeploy install in update up dist-upgrade dup patch refresh ref verify ve source-install si install-new-recommends inr
destructive remove rm addrepo ar removerepo rr modifyrepo mr renamerepo nr addlock al removelock rl clean cc purge-kernels
@search,se,info,if,lu,list-updates,lp,list-patches,packages,pa,patterns,pt,repos,lr,services,ls,locks,ll,ps,patch-check,pchk,what-provides,wp -[sitrvnuCdPENUSauleph] --details --installed-only --type: --repo: --match-exact --match-substrings --provides --requires --recommends --category: --severity: --all --uri --priority --refresh --name --uninstalled-only --sort-by-name --cve: --bugzilla: --issues --orphaned --unneeded --recommended --suggested -ss -c:
"""
_APK = """
* -p?: --root?: -X^: --repository^: --repositories-file: --keys-dir?: --arch: --wait: --cache-dir: -[qvUufslairdetWRLPwIxk] --quiet --verbose --update-cache --upgrade --simulate --no-cache --no-progress --no-network --no-interactive --available --latest --installed --virtual: --purge --rdepends --depends --who-owns --contents --size --description --webpage --provides --install-if --all --exact --origin --orphaned --upgradable --upgradeable --manifest --license --timeout: --no-logfile --force? --print-arch --cache-max-age: --prune --ignore --recursive --fields: --from: --format: --compare
read info list search version policy stats dot audit verify manifest --print-arch
redeploy add update upgrade fix fetch cache.download
destructive del cache.clean cache.purge
"""
_SNAP = """
* --all -n: --abs-time --verbose --unicode: --color: --last: --no-wait --edge --beta --candidate --stable --channel: --revision: --purge --hold --unhold --time --list --amend --narrow --private --section: -f --pretty --disabled --attrs -u --users: --name: --transaction: --ignore-running
read list info find version changes tasks services logs connections interfaces known warnings whoami get saved refresh.--list model
restart start restart
stop stop
redeploy install refresh revert switch
@install --dangerous^ --classic^ --devmode^ --jailmode --channel: --revision: --beta --edge --candidate
destructive remove enable disable set unset connect disconnect forget alias unalias hold
unknown run save restore try
"""
_FLATPAK = """
* -[audyivrmoc] --user --system --installation: --app --runtime --all --columns: --show-details --updates --arch: --show-remote --show-ref --show-commit --show-metadata --show-permissions --cached --log --since: --until: --reverse --assumeyes --noninteractive --or-update --reinstall --no-deps --no-related --app-runtime: --delete-data --unused --force-remove
read list info search remotes remote-ls remote-info history ps config permissions permission-show
stop kill
redeploy install update repair
@install --from^ --bundle^ -y --user --system --noninteractive
destructive uninstall remove remote-add remote-delete remote-modify override mask pin permission-set permission-reset
unknown run enter
"""
_PIP = """
* --cache-dir: --proxy: --timeout: --retries: --log!: --python?: --cert: --no-input --disable-pip-version-check --no-color --no-python-version-warning --no-cache-dir --isolated --require-virtualenv -[qvy] --quiet --verbose --yes --use-feature: --root-user-action: --break-system-packages --exists-action: --client-cert: --trusted-host?:
read list show freeze check debug index.versions cache.info cache.list cache.dir inspect hash help
disclose config.list config.get
redeploy install download wheel
destructive uninstall config.set config.unset config.edit cache.purge cache.remove
@list,show,freeze --path: --format: --exclude: -f: -i?: --index-url?: --extra-index-url?:
@install,download,wheel -i^: --index-url^: --extra-index-url^: -f^: --find-links^: --trusted-host^: -e^: --editable^: -r: --requirement: -c: --constraint: -t!: --target!: --root!: --prefix: --config-settings: --global-option^: --pre --no-deps -U --upgrade --user --dry-run
@list,show,freeze,check,index.versions,inspect,hash --outdated -[oueflv] --uptodate --editable --local --user --pre --no-index? --not-required --include-editable --exclude-editable --files --all --verbose --platform: --python-version: --algorithm: -a: --requirement: -r:
"""
_NPM = """
* --prefix: -g --global --registry: --depth: -w: --workspace: -[aflpqsdmDEOPuy] --all --json --long --parseable --production --omit: --only: --include: --location: --loglevel: --silent --no-audit --audit --no-fund --no-color --color --link --unicode --package-lock-only --ignore-scripts --legacy-peer-deps --prefer-offline --offline --save --save-dev --save-exact --save-optional --no-save --no-optional --force --dry-run --frozen-lockfile --prod --dev --recursive -r --filter: --audit-level: --immutable --pattern: --silent --strict-peer-deps --no-package-lock --verbose --progress --no-progress --engine-strict --os: --cpu: --latest -L --interactive --compatible --prefer-dedupe --no-bin-links --workspaces
read list ls ll la outdated view info show search version.--help root prefix bin config.get config.list config.ls whoami ping doctor explain why fund query audit owner.ls dist-tag.ls help repo pkg.get cache.verify
redeploy install i add ci update up upgrade install-test it rebuild dedupe ddp link audit.fix clean-install
destructive uninstall remove rm r un unlink prune config.set config.delete config.edit cache.clean publish unpublish deprecate owner.add pkg.set version init shrinkwrap set
unknown run run-script start test stop restart exec x create explore edit
@install,i,add,ci,update,up --registry^: -g --global -D --save-dev --prefix: -w: --workspace:
"""
_BREW = """
* -[vqdfn1] --json --versions --formula --formulae --cask --casks --full-name --installed --tree --include-build --include-optional --include-test --recursive --desc --name --description --quiet --verbose --debug --analytics --github --all --greedy --fetch-HEAD --pinned --multiple --dry-run --force --overwrite --HEAD --build-from-source --only-dependencies --ignore-dependencies --zap --prune: --topological --leaves -r -p --missing --eval-all --sudo-service-user:
read list ls info search outdated config doctor deps uses leaves desc home cat log services.list services.info tap-info --version --prefix --cellar --repository missing options commands formulae casks
restart services.start services.restart services.run
stop services.stop services.kill
host tap
redeploy install upgrade update reinstall fetch link postinstall bundle
destructive uninstall remove rm untap cleanup unlink pin unpin autoremove services.cleanup edit
%install,upgrade,cleanup,autoremove,uninstall,rm --dry-run -n
"""
_DPKG = (
    "-[lLsSpIcVCf] --list --listfiles --status --search --print-avail --info --contents --verify --audit --get-selections --print-architecture "
    "--print-foreign-architectures --compare-versions --field --yet-to-unpack --assert-multi-arch --validate-pkgname --no-pager --show --fsys-tarfile "
    "--control --ctrl-tarfile --assert-support-predepends --verify-format: --no-act --simulate --dry-run -W --showformat:"
)


_OUTSIDE = LazyRegex(
    r"(?:[\w+.]+:)?//|(?:git|hg|svn|bzr)\+|git@|(?:github|gitlab|bitbucket|gist|file|link|git|http|https|npm):"
    r"|(?:\.{1,2}|~|)/|\.{1,2}\Z|[\w.-]+/[\w.-]+(?:#.*)?\Z|[^@\s]+@(?:https?|git|file|npm)[:+]"
    r"|.*\.(?:deb|rpm|whl|tar|t?gz|tgz|bz2|xz|zst|zip|apk|snap|flatpak|flatpakref|flatpakrepo|gem|cab|jar|egg|ipk|pkg)\Z"
    r"|.*\s@\s"
)
"""A package by its file, its address or a repository of source code. ``@scope/name`` and ``name/stable`` are none."""
_UNCHECKED = (
    "* --allow-untrusted^ --allow-unauthenticated^ --nogpgcheck^ --no-gpg-checks^ --repofrompath^: --no-gpg-check^ --force-yes^ --nosignature^ "
    "--allow-insecure-repositories^ --nodigest^ --no-verify-ssl^ --nogpg^ --allow-unsigned-rpm^ --plus-content^: --insecure^\n"
)
"""Options that turn the checks of packages off, of all managers."""


def _install(table: str) -> Understand:
    def services(verb: SubcommandCall) -> tuple[str, ...]:
        operands = () if verb.path[:1] == ("history",) else names(verb.after.operands)
        return tuple(name.partition("=")[0] for name in operands)

    understand_verb = by_verb(f"{_UNCHECKED}{table.strip()}", services)

    def understand(call: ProgramCall) -> list[CommandEffect]:
        parts = understand_verb(call)
        if parts[0].kind == REDEPLOY and (source := _outside_source(call)):
            return call.part(HOST, parts[0].services, f"It installs {source}, which no list of packages vouches for.")
        return parts

    return understand


def _outside_source(call: ProgramCall) -> str:
    """What is installed past the lists of packages that the machine trusts; else ""."""
    target = {"apt", "apt-get", "aptitude", "nala"}.intersection((call.name,))
    for word in call.arguments:
        text = word.text
        if text.startswith(("-", "@")) or not text:
            continue
        if UNSEEN in text and (word.splits or text.startswith(UNSEEN)):
            continue
        release = target or call.name in ("brew", "composer")
        if _OUTSIDE.match(text) and not (release and text.count("/") == 1 and text[0] not in "./~"):
            return text.replace(UNSEEN, "…")
    return ""


def _apt(call: ProgramCall) -> list[CommandEffect]:
    verb = find_verb(call, tree(f"{_UNCHECKED}{_APT.strip()}"))
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
    if call.arguments and (found := call.scanned(_DPKG)).kind == READ and found.given and not found.unsure:
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


_RPM = (
    "-[qaVKilcdfpRstvg] --query --all --verify --info --list --configfiles --docfiles --file --package --requires --provides --state --scripts "
    "--triggers --changelog --last --queryformat: --qf: --whatprovides --whatrequires --conflicts --obsoletes --recommends --suggests --supplements "
    "--enhances --dump --filesbypkg --fileclass --filecolor --filetriggers --filelist --checksig --showrc --querytags --nofiles --nodeps --noscripts --nomtime --nosize "
    "--nouser --nogroup --nomode --nofiledigest --nordev --nolinkto --nocaps --verbose --quiet --group --hash -vv --noghost --noconfig --whatconflicts --whatobsoletes"
)
_RPM_LOOKS = ("-q", "--query", "-V", "--verify", "-K", "--checksig", "--showrc", "--querytags")


def _rpm(call: ProgramCall) -> list[CommandEffect]:
    flags = [w.text for w in call.arguments if w.text.startswith("-")]
    text = "".join(f[1:] for f in flags if not f.startswith("--"))
    operands = names([w for w in call.arguments if not w.text.startswith("-")])
    if (found := call.scanned(_RPM)).kind == READ and found.has(*_RPM_LOOKS) and not found.unsure:
        return call.part(READ)
    if any(f in ("--erase", "--import", "--initdb", "--rebuilddb", "--setperms") for f in flags) or text[:1] == "e":
        return call.part(DESTRUCTIVE, operands)
    if any(f in ("--install", "--upgrade", "--freshen", "--reinstall") for f in flags) or set(text[:1]) & set("iUF"):
        return call.part(HOST, operands, "It installs a package from a file or an address.")
    return call.unknown("What this “rpm” does is not known.")


_PACMAN = (
    "-[QVTSFsilgpkoqemtdn] --query --version --deptest --sync --files --search --info --list --groups --print --check --owns --quiet --explicit "
    "--foreign --unrequired --deps --native --changelog --regex --machinereadable --color: --noconfirm --needed --print-format: --verbose -v --file --aur -a"
)
_PACMAN_LOOKS = (
    "-Q",
    "--query",
    "-V",
    "-T",
    "--deptest",
    "-s",
    "--search",
    "-i",
    "--info",
    "-l",
    "--list",
    "-g",
    "--groups",
    "-F",
    "--files",
)


def _pacman(call: ProgramCall) -> list[CommandEffect]:
    flags = "".join(w.text for w in call.arguments if w.text.startswith("-"))
    operands = names([w for w in call.arguments if not w.text.startswith("-")])
    looks = call.scanned(f"{_PACMAN} -u --upgrades" if flags.startswith(("-Q", "--query")) else _PACMAN)
    if (
        looks.kind == READ
        and looks.given
        and not looks.unsure
        and (looks.has(*_PACMAN_LOOKS) or looks.has("-p", "--print"))
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
    "apt-file": by_verb(
        "* -[xFlvadDyirNf] --regexp --fixed-string --package-only --architecture: --non-interactive --ignore-case --substring-match --from-deb --sources-list:\nread search list show find\nredeploy update"
    ),
    "apt-config": by_verb("read dump"),
    "add-apt-repository": lambda call: call.part(HOST, why="It makes the machine trust another source of packages."),
    "apt-key": by_verb("read list finger\ndestructive add del adv export update"),
    **dict.fromkeys(
        ("unattended-upgrade", "unattended-upgrades"),
        lambda call: call.part(READ if [w.text for w in call.arguments[:1]] == ["--dry-run"] else REDEPLOY),
    ),
    "needrestart": partial(harmless, known="-r~: -[bklpqvnwo] -[muf]: -c?: -t:"),
    "checkrestart": partial(harmless, known="-[vpam] -[bi]: -h --terse"),
    "debsums": partial(
        harmless,
        known="-[aceslgmdirp] -[drpg]: --all --changed --config --list-missing --silent --ignore-obsolete --ignore-permissions --no-locale-purge --root: --admindir:",
    ),
    "debsecan": partial(
        harmless,
        known="--suite: --format: --only-fixed --no-obsolete --config?: --update-history! --mailto$: --cron! --history: --line-length: --source: --status: --add-whitelist! --remove-whitelist!",
    ),
    "deborphan": partial(
        harmless,
        known="-[adHnsPzAZ] -[fp]: --guess-all --guess-dev --guess-perl --guess-python --guess-section --libdevel --all-packages --show-section --show-size --no-show-section --ignore-recommends --ignore-suggests --priority: --find-config --exclude:",
    ),
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
    "checkupdates": partial(harmless, known="-[dnqu]? --nocolor --nosync -n --change"),
    "emerge": partial(harmless, known="-p -s --search -S", kind=REDEPLOY),
    "snap": _install(_SNAP),
    "flatpak": _install(_FLATPAK),
    **{name: _install(_PIP) for name in ("pip", "pip3", "pip2")},
    **{name: _install(_NPM) for name in ("npm", "pnpm")},
    "yarn": lambda call: _install(_NPM)(call) if call.arguments else call.part(REDEPLOY),
    "brew": _install(_BREW),
    "gem": _install(
        "* -[ldiravqVne] --local --remote --all --versions --details --exact --prerelease --version: --no-document -N --user-install --conservative --both --platform: -g:: --force -x -I --no-verbose --ignore-dependencies --quiet --installed\n@install,update -s^: --source^:\n@search,list,info,outdated -s: --source:\nread list search environment info contents dependency outdated which\nredeploy install update\n"
        "destructive uninstall cleanup"
    ),
    "composer": _install(
        "* -[nqodNtaiDmslpPv] -d: --direct --minor-only --no-interaction --no-ansi --no-plugins --no-scripts --format: --working-dir: --strict --installed --latest --all --platform --tree --outdated --name-only --path --no-dev --dev --no-check-all --ignore-platform-reqs --ignore-platform-req: --locked --optimize-autoloader --prefer-dist --prefer-stable --with-all-dependencies --with-dependencies --dry-run --abandoned: --no-cache --recursive -W -w --no-progress --classmap-authoritative\nread show info outdated search status validate why licenses diagnose audit\nredeploy install update "
        "require\ndestructive remove\nunknown run-script exec"
    ),
    "opkg": _install(
        "* -[AVfdo]: --size --force-reinstall --noaction --nodeps\nread list list-installed list-upgradable info status files search find\nredeploy update install upgrade\n"
        "destructive remove"
    ),
    "pkg": _install(
        "* -[aqfxgoOsdrklDvilnyFRtNpUAC] --all --quiet --full --regex --glob --origin --yes --dry-run --comment --description --size --depends --verbose --like: --index --remote -e\nread info search version query which audit stats rquery\nredeploy install update upgrade add\n"
        "destructive delete remove autoremove clean lock unlock"
    ),
    "fwupdmgr": _install(
        "* -[vyP] --verbose --json --no-unreported-check --no-metadata-check --show-all --show-all-devices --force --assume-yes --no-reboot-check --offline --allow-older --allow-reinstall --no-history --filter: --disable-ssl-strict? --plugins:\nread get-devices get-updates get-history get-remotes get-releases security\nredeploy update "
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
    "dkms": _install(
        "* -[mvkac]: --all --force --kernelver: --arch:\nread status\nredeploy add build install autoinstall\ndestructive remove uninstall unbuild"
    ),
    "uv": _install(
        "* -[qvnUpr] --quiet --verbose --offline --no-cache --outdated --format: --python: --only-installed --all-versions --show-version-specifiers --depth: --no-dedupe --invert --upgrade --frozen --locked --dev --no-dev --group: --system --strict --requirement: --project: --directory: --color: --no-progress --extra: --all-extras --reinstall --break-system-packages\nread pip.list pip.show pip.freeze pip.check python.list version tool.list cache.dir tree\n"
        "redeploy pip.install sync add tool.install pip.sync lock python.install\n"
        "destructive pip.uninstall remove tool.uninstall cache.clean python.uninstall\nunknown run"
    ),
}

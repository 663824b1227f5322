"""Tools of a developer's and an operator's day that fit nowhere else: git first of all."""

from __future__ import annotations

import re
from functools import partial

from ..effects import DESTRUCTIVE, READ, CommandEffect
from ..lazy_regex import LazyRegex
from ..program_call import ProgramCall, Understand, harmless
from ..secret_paths import is_foreign_folder, is_secret
from ..shell_types import UNSEEN, ShellWord
from ..subcommand_tables import by_verb, find_verb, tree, verb_effect
from ..visited_folders import resolve_from_folder

_GIT = """
* -C: -c?: --git-dir: --work-tree: --namespace: --exec-path?: --config-env?: --super-prefix: --attr-source: -p --paginate -P --no-pager --no-replace-objects --bare --no-optional-locks
read status log show diff blame annotate describe rev-parse rev-list ls-files ls-tree ls-remote shortlog cat-file count-objects name-rev whatchanged show-ref for-each-ref merge-base grep reflog reflog.show cherry range-diff version var check-ignore check-attr verify-commit verify-tag fsck diff-tree diff-index diff-files stash.list stash.show worktree.list submodule.status config.--list notes.list notes.show bisect.log remote.show remote.get-url lfs.ls-files lfs.status show-branch help bundle.verify sparse-checkout.list
redeploy pull fetch clone submodule.update submodule.init lfs.pull lfs.fetch remote.update push remote.set-branches remote.set-head
destructive add commit rm mv reset checkout switch restore clean merge rebase cherry-pick revert stash stash.push stash.pop stash.apply stash.drop stash.clear stash.save am apply gc prune repack filter-branch update-ref update-index worktree.add worktree.remove worktree.prune submodule.add submodule.deinit submodule.sync init notes.add notes.remove remote.add remote.remove remote.rm remote.rename remote.set-url remote.prune reflog.expire reflog.delete symbolic-ref replace sparse-checkout.set read-tree write-tree commit-tree hash-object lfs.install lfs.track lfs.prune archive bundle.create format-patch maintenance pack-refs rerere bisect.start bisect.good bisect.bad bisect.reset branch tag config
unknown difftool mergetool submodule.foreach bisect.run daemon send-email instaweb gui fast-import svn p4 credential fast-export upload-pack receive-pack shell
@log,show,diff,whatchanged,shortlog,rev-list,diff-tree,diff-index,diff-files,reflog,reflog.show,stash.show,stash.list,range-diff --output!: --ext-diff? --textconv? -n: -S: -G: -L: --since: --until: --author: --grep: --format --pretty --diff-filter: -U: --max-count: --date: --open-files-in-pager?
@grep -O? --open-files-in-pager? --ext-grep? -e: -f: -A: -B: -C: --max-depth:
@cat-file --textconv? --filters? --batch-command?
@blame --contents: -L: -S:
@ls-remote --upload-pack?: --exec?: -o: --server-option: --sort:
@fsck --lost-found!
@archive -o!: --output!: --remote: --exec?: --format: --prefix:
@fetch,pull,clone --upload-pack?: --receive-pack?: --exec?: -u?: --config?: -c?: --template?: --recurse-submodules --depth: -b: --branch: -o: --origin:
@rev-parse --parseopt? --sq-quote?
@fast-export --anonymize
@push --force! -f! --force-with-lease! --delete! -d! --mirror! --prune! --receive-pack?: --exec?: -o: -u --set-upstream
%fetch,add,rm,clean,notes.prune,worktree.prune --dry-run -n
%apply --check --stat --numstat --summary
"""


_ASKS_FOR_SECRETS = LazyRegex(r"(?i)passw|secret|api[-_]?key|private[-_ ]key|credential|token")


def _reaches_foreign(word: str) -> bool:
    return "::" in word or UNSEEN in word or bool(re.match(r"(?i)(?:ssh|git\+ssh)://-", word))


_SHOWS_FILES = (
    "stash",
    "diff-tree",
    "range-diff",
    "diff",
    "show",
    "blame",
    "annotate",
    "grep",
    "cat-file",
    "log",
    "whatchanged",
    "archive",
)


def _git(call: ProgramCall) -> list[CommandEffect]:
    verb = find_verb(call, tree(_GIT))
    name, words = (verb.path[0] if verb.path else ""), [w.text for w in verb.words]
    if any(w.text in ("--version", "--help", "-h") for w in call.arguments[:1]):
        return call.part(READ)
    if verb.before.kind != READ or verb.before.has("--git-dir", "--work-tree"):
        return call.unknown("“git” is told to use other settings, which may run anything.")
    folders = [value for option, value in verb.before.given if option == "-C"]
    reached = call.visited[-1] if call.visited else ""
    for folder in folders:
        reached = resolve_from_folder(folder, reached)
    if is_foreign_folder(reached) and verb.path[:1] != ("ls-remote",):
        return call.unknown("“git” takes the settings of that folder, which may run anything.")
    if name == "ls-remote" and any(_reaches_foreign(word) for word in words):
        return call.unknown("“git” is told to run another program, or where it goes is not seen.")
    if any(word.startswith("ext::") or "ext::" in word for word in words):
        return call.unknown("“git” is told to run another program.")
    paths = (word.rpartition("=" if word.startswith("--") else ":")[2] for word in words)
    if name in _SHOWS_FILES and any(is_secret(ShellWord(path)) for path in paths):
        return call.discloses("“git” shows a file that may hold what is secret.")
    if name == "grep" and any(_ASKS_FOR_SECRETS.search(word) for word in words if word[:1] != "-"):
        return call.discloses("“git grep” looks for secrets in many files.")
    if name == "config" and any(re.search(r"(?i)credential|extraheader|token|passw", word) for word in words):
        return call.discloses("“git config” shows what is kept as a password.")
    if name == "push" and any(word.startswith((":", "+")) for word in words):
        return call.part(DESTRUCTIVE, verb=name, why="“git push” deletes or overwrites a branch at the other end.")
    unseen = any(word.splits or word.text.startswith("\0") for word in verb.words)
    if (
        name
        in (
            "branch",
            "tag",
            "remote",
            "config",
            "stash",
            "submodule",
            "worktree",
            "notes",
            "bisect",
            "sparse-checkout",
            "lfs",
        )
        and not unseen
        and len(verb.path) == 1
    ):
        kind = _lists(name, words)
        if kind:
            return call.part(READ)
        if name in ("remote", "submodule", "worktree", "notes", "lfs") and len(verb.path) == 1 and words:
            return call.part(DESTRUCTIVE, verb=name)
    return verb_effect(call, verb, ())


def _lists(name: str, words: list[str]) -> bool:
    options = [w for w in words if w.startswith("-")]
    operands = [w for w in words if not w.startswith("-")]
    if name == "branch":
        listing = {
            "-l",
            "--list",
            "-a",
            "-r",
            "-v",
            "-vv",
            "--show-current",
            "--all",
            "--remotes",
            "--contains",
            "--merged",
            "--no-merged",
            "-avv",
            "--points-at",
        }
        harmless_more = all(
            w.partition("=")[0]
            in listing | {"--sort", "--format", "--no-color", "--color", "--column", "-av", "-rv", "-ra"}
            for w in options
        )
        return harmless_more and (
            not operands
            or any(
                w.partition("=")[0] in ("-l", "--list", "--contains", "--merged", "--no-merged", "--points-at")
                for w in options
            )
        )
    if name == "tag":
        ok = all(
            w[:2] in ("-l", "-n")
            or w.partition("=")[0]
            in ("--list", "--sort", "--contains", "--points-at", "--merged", "--format", "--column")
            for w in options
        )
        return ok and (
            not operands
            or any(
                w[:2] == "-l" or w.partition("=")[0] in ("--list", "--contains", "--points-at", "--merged")
                for w in options
            )
        )
    if name == "remote":
        return not operands and all(w in ("-v", "--verbose") for w in options)
    if name == "config":
        scopes = (
            "--global",
            "--system",
            "--local",
            "--worktree",
            "--show-origin",
            "--show-scope",
            "--name-only",
            "-z",
            "--null",
        )
        reads = ("--get", "--get-all", "--get-regexp", "-l", "--list", "--get-urlmatch")
        if operands[:1] in (["get"], ["list"]):
            return True
        if len(operands) == 1 and all(w in scopes for w in options):
            return True  # without a value it shows the one that is set
        return any(w in reads for w in options) and all(
            w in (*scopes, *reads, "--type=bool", "--bool", "--int") for w in options
        )
    if name in ("submodule", "worktree", "notes"):
        return not words and name == "submodule"
    return False


def _syft(call: ProgramCall) -> list[CommandEffect]:
    """``-o json=FILE`` writes a file, ``-o json`` does not."""
    found = call.scanned(
        "--file!: -o: --output: -c?: --config?: -t?: --template?: -q -v -s: --scope: --from: --exclude:"
    )
    if found.kind == READ and any("=" in value for name, value in found.given if name in ("-o", "--output")):
        return call.part(DESTRUCTIVE, why="“syft” writes a file.")
    return harmless(
        call, "--file!: -o: --output: -c?: --config?: -t?: --template?: -q -v -s: --scope: --from: --exclude:"
    )


_TMUX = """
* -L: -S: -f?:
read ls list-sessions list-windows list-panes lsw lsp has-session has show-options info
stop kill-session kill-server kill-window kill-pane
unknown send-keys send new new-session run-shell run attach a display-message capture-pane
"""


def _tmux(call: ProgramCall) -> list[CommandEffect]:
    """A format may hold ``#(a command)``."""
    if any("#(" in word.text or word.splits for word in call.arguments) or not call.arguments:
        return call.unknown("“tmux” may run anything.")
    return by_verb(_TMUX)(call)


def _hash_only(call: ProgramCall) -> list[CommandEffect]:
    return call.part(READ)


PROGRAMS: dict[str, Understand] = {
    "git": _git,
    "lnav": partial(harmless, known="only operands -V -n -R -r -t -q -N"),
    "goaccess": partial(
        harmless,
        known="-o!: --output!: -p?: --config-file?: -f: --log-file: --log-format: --date-format: --real-time-html?",
    ),
    "svn": by_verb(
        "* --config-dir?: --config-option?: --username: --password: --no-auth-cache --non-interactive\n"
        "read info status log diff list cat blame\nredeploy update checkout\ndestructive commit delete revert add\n"
        "@diff,log --diff-cmd?: -x?: --extensions?: -r: -c: -l:"
    ),
    "hg": by_verb(
        "* --config?: -R: --repository: --cwd: -q -v\nread status log diff summary identify\nredeploy pull update clone\ndestructive commit revert"
    ),
    "jc": partial(harmless, known="only -p -r -q -y --ps --df --ls --ip-address --ss --free --mount --lsblk"),
    "hadolint": _hash_only,
    "yamllint": _hash_only,
    "jsonlint": partial(harmless, known="-i! --in-place!"),
    "shellcheck": _hash_only,
    "trivy": by_verb(
        "* -o!: --output!: --cache-dir: -f: --format: -s: --severity: -q\nread image fs config version k8s repo sbom\ndestructive clean"
    ),
    "grype": partial(
        harmless, known="--file!: -o: --output: -c?: --config?: -t?: --template?: -q -v --fail-on: -s: --scope:"
    ),
    "syft": _syft,
    "lynis": by_verb("read show audit.system"),
    "rkhunter": partial(harmless, known="--propupd! --update+ -c --check --sk"),
    "clamscan": partial(harmless, known="--remove! --move!: --copy!: -r -i -l!: --log!: --bell"),
    "aide": partial(harmless, known="--init! -i! --update! -u! --check -C -c:"),
    "tmux": _tmux,
    "screen": lambda call: (
        call.part(READ)
        if [w.text for w in call.arguments] in (["-ls"], ["-list"], ["--version"])
        else call.unknown("“screen” may run anything.")
    ),
    "zellij": by_verb("read list-sessions ls\nstop kill-session k"),
    **dict.fromkeys(
        ("mail", "sendmail", "mailx", "mutt"), lambda call: call.discloses(f"“{call.name}” sends something.")
    ),
    "htpasswd": lambda call: call.part(DESTRUCTIVE),
    "rocm-smi": partial(harmless, known="only --showtemp --showuse --showmeminfo: -a --json --showpower"),
    "radeontop": partial(harmless, known="-d!:"),
    "intel_gpu_top": partial(harmless, known="-o!: -J -s: -l -L"),
    "top": partial(harmless, known="-b -n: -d: -p: -u: -o: -w: -H -c -i -E: -e: -U: -S -1 -s"),
    "htop": partial(harmless, known="only --version"),
    "btop": partial(harmless, known="only --version"),
    "glances": partial(harmless, known="only --stdout: --stdout-csv: --stop-after: --version -1"),
    "lazydocker": partial(harmless, known="only --version"),
    "ctop": partial(harmless, known="only -v"),
    "exiftool": partial(harmless, known="only operands -a -G -s -json -u -ee -time:all"),
    "ffprobe": partial(
        harmless, known="-o!: -i: -show_entries: -of: -v: -print_format: -select_streams: -show_format -show_streams"
    ),
    "ffmpeg": lambda call: call.part(DESTRUCTIVE, why="“ffmpeg” writes files."),
    "mediainfo": partial(harmless, known="--LogFile!:"),
    "qrencode": lambda call: call.part(DESTRUCTIVE),
    "cf": by_verb(
        "read apps app logs events services orgs spaces target\nrestart restart start stop restage\nredeploy push scale\ndestructive delete"
    ),
    "zabbix_get": partial(harmless, known=""),
    "zabbix_agentd": partial(harmless, known="only -t: -p -V"),
    "telegraf": partial(harmless, known="only --version --test --input-filter:"),
    "vector": by_verb("read validate --version top\nunknown run"),
    "filebeat": by_verb("read test version\nredeploy setup"),
    "tdarr": partial(harmless, known="only"),
    "occ": by_verb(
        "read status app:list config:list user:list check\nredeploy upgrade app:update app:install\ndestructive app:disable app:enable app:remove maintenance:mode files:scan user:delete\n@config:list --private? --output:"
    ),
    "wp": by_verb(
        "* --path: --url: --exec?: --require?: --ssh?: --http?: --user:\nread core.version core.check-update plugin.list theme.list option.get user.list core.verify-checksums plugin.status cron.event.list cli.version\nredeploy core.update plugin.update plugin.install theme.update core.update-db\ndestructive plugin.delete plugin.deactivate plugin.activate option.update db.reset user.delete cache.flush\nunknown eval eval-file shell db"
    ),
    "ha": by_verb(
        "read info core.info core.logs core.stats supervisor.info supervisor.logs host.info os.info addons addons.info addons.logs addons.stats network.info backups resolution.info core.check\nrestart core.restart core.stop core.start supervisor.restart host.reboot host.shutdown addons.restart addons.start addons.stop supervisor.reload\nredeploy core.update os.update supervisor.update addons.update addons.install backups.new core.rebuild addons.rebuild supervisor.repair\ndestructive addons.uninstall backups.remove backups.restore"
    ),
}

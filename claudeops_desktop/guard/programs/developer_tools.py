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
read status log show diff blame annotate describe rev-parse rev-list ls-files ls-tree ls-remote shortlog cat-file count-objects name-rev whatchanged show-ref for-each-ref merge-base grep reflog reflog.show cherry range-diff version var check-ignore check-attr verify-commit verify-tag fsck diff-tree diff-index diff-files stash.list stash.show worktree.list submodule.status  notes.list notes.show bisect.log remote.show remote.get-url lfs.ls-files lfs.status show-branch help bundle.verify sparse-checkout.list
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
@log,show,diff,whatchanged,shortlog,rev-list,diff-tree,diff-index,diff-files,reflog,reflog.show,stash.show,stash.list,range-diff -# --oneline --stat --shortstat --numstat --name-only --name-status --summary --dirstat --patch -[pzswbRaiEFPDMCBmct] -[lXO]: --unified: --all --graph --decorate --decorate-refs: --no-decorate --no-patch --no-merges --merges --reverse --follow --abbrev-commit --no-abbrev-commit --abbrev --oneline --first-parent --cached --staged --merge-base --quiet --exit-code --check --color --no-color --color-words --word-diff --word-diff-regex: --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines --ignore-cr-at-eol --no-renames --find-renames --find-copies --minimal --patience --histogram --diff-algorithm: --no-ext-diff --no-textconv --text --raw --full-index --binary --no-index --relative --no-relative --src-prefix: --dst-prefix: --no-prefix --default-prefix --inter-hunk-context: --function-context --submodule --ignore-submodules --compact-summary --stat-width: --stat-count: --pickaxe-regex --pickaxe-all --topo-order --date-order --author-date-order --branches --tags --remotes --glob: --exclude: --not --skip: --committer: --before: --after: --invert-grep --regexp-ignore-case --fixed-strings --extended-regexp --perl-regexp --all-match --show-signature --notes --no-notes --relative-date --source --simplify-by-decoration --full-history --left-right --cherry-pick --cherry-mark --cherry --left-only --right-only --boundary --parents --children --count --objects --walk-reflogs -g --show-linear-break --no-walk --ancestry-path --min-parents: --max-parents: --root --cc --combined-all-paths --line-prefix: --ita-invisible-in-index --email --numbered -e --summary --group: --no-dual-color --creation-factor: --encoding: --expand-tabs --use-mailmap --no-mailmap --mailmap --log-size --clear-decorations --remerge-diff --diff-merges: --no-diff-merges -c --timestamp --header --disk-usage --in-commit-order --full-diff --max-age: --min-age: --dense --sparse --bisect --no-commit-id -r -t -v --stdin
@status -[sbuvz] --short --branch --porcelain --long --verbose --untracked-files --ignored --ignore-submodules --show-stash --ahead-behind --no-ahead-behind --renames --no-renames --find-renames --column --no-column
@grep -[nicwvlLHhEFGPaIzqorpW] --line-number --ignore-case --count --word-regexp --invert-match --files-with-matches --name-only --files-without-match --extended-regexp --fixed-strings --perl-regexp --basic-regexp --and --or --not --all-match --cached --no-index --untracked --show-function --function-context --heading --break --color --no-color --column --only-matching --text --full-name --recursive --no-recursive --threads: --quiet --after-context: --before-context: --context: -# --exclude-standard --no-exclude-standard --recurse-submodules --max-count: --null
@cat-file -[pstez] --batch --batch-check --batch-all-objects --buffer --follow-symlinks --unordered --allow-unknown-type --no-use-mailmap --filter: --mailmap
@blame,annotate -[wMCcltfnspbe] --line-porcelain --porcelain --date: --since: --incremental --root --show-stats --score-debug --show-name --show-number --show-email --ignore-rev: --ignore-revs-file: --abbrev: --color-lines --color-by-age --first-parent --reverse -U:
@describe --tags --all --always --dirty --broken --abbrev: --long --match: --exclude: --contains --exact-match --candidates: --first-parent --debug
@rev-parse --short --abbrev-ref --show-toplevel --verify --symbolic --symbolic-full-name --git-dir --git-common-dir --absolute-git-dir --is-inside-work-tree --is-bare-repository --is-inside-git-dir --is-shallow-repository --show-prefix --show-cdup --all --branches --tags --remotes --show-superproject-working-tree --quiet -q --path-format: --git-path: --show-object-format --since: --until: --not --default: --revs-only --no-revs --flags --no-flags --shared-index-path --glob: --exclude: --prefix: --local-env-vars --disambiguate:
@ls-files -[cdmoisuktvzf] --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory --exclude-standard --exclude: -x: -X: --error-unmatch --full-name --eol --debug --deduplicate --recurse-submodules --format: --abbrev --no-empty-directory --exclude-per-directory: --exclude-from:
@ls-tree -[drtlz] --name-only --name-status --long --full-name --full-tree --abbrev --object-only --format:
@ls-remote --heads --branches --tags --refs --symref --exit-code --get-url -[thq] --quiet
@for-each-ref,show-ref --format: --sort: --count: --points-at: --merged --no-merged --contains --no-contains --heads --branches --tags --verify -[dshq] --dereference --hash --abbrev --exclude-existing --head --quiet --shell --ignore-case --exclude: --omit-empty --include-root-refs --exists
@count-objects -[vH] --verbose --human-readable
@name-rev --tags --name-only --refs: --all --always --no-undefined --exclude: --annotate-stdin
@merge-base --is-ancestor --all -a --octopus --independent --fork-point
@cherry -v --abbrev
@fsck --full --no-reflogs --unreachable --dangling --no-dangling --connectivity-only --strict --progress --no-progress --name-objects --verbose --cache --root --tags --reflogs --references --no-references --no-full
@worktree.list,submodule.status,notes.list,submodule.summary --porcelain -v --verbose -z --cached --recursive -q --quiet
@show-branch --all -a --remotes -r --current --list --topics --sha1-name --no-name --more: --reflog --independent --merge-base --topo-order --date-order --sparse
@remote.show -n
@remote.get-url --all --push
@check-ignore,check-attr -[vnqza] --verbose --non-matching --quiet --no-index --all --cached --source: --stdin
@verify-commit,verify-tag -v --verbose --raw --format:
@var -l
@version --build-options
@lfs.ls-files,lfs.status -[lsand] --long --size --all --name-only --porcelain --json --debug
@fetch,pull,clone --all --tags -t --prune -p --prune-tags -P --force -f --verbose -v --quiet -q --progress --no-progress -j: --jobs: --dry-run -n --no-tags --unshallow --shallow-since: --shallow-exclude: --deepen: --rebase -r --no-rebase --ff-only --ff --no-ff --no-edit --autostash --no-autostash --squash --no-commit --commit --stat --no-stat --set-upstream --update-shallow --single-branch --no-single-branch --no-checkout --bare --mirror --shared --local -l --no-hardlinks --recursive --shallow-submodules --separate-git-dir: --filter: --sparse --dissociate --reference: --append -a --multiple --no-recurse-submodules --recurse-submodules --remote-submodules --no-remote-submodules --keep -k --allow-unrelated-histories -s: --strategy: -X: --strategy-option: --atomic --ipv4 --ipv6 -4 -6 --write-fetch-head --no-write-fetch-head --refmap: --negotiation-tip: --also-filter-submodules --bundle-uri: --revision: --no-verify --signoff --cleanup: --log --edit -e -S:: --no-gpg-sign --gpg-sign --verify-signatures --reject-shallow --ref-format:
@push --all --branches --tags --follow-tags --dry-run -n --verbose -v --quiet -q --porcelain --progress --atomic --no-verify --signed --thin --no-thin --no-force-with-lease --force-if-includes --recurse-submodules --push-option: -4 -6
@submodule.update,submodule.init --init --recursive --remote --checkout --merge --rebase --no-fetch --depth: --jobs: -j: --force -f --reference: --recommend-shallow --single-branch --filter: -N
@remote.update,remote.set-branches,remote.set-head -p --prune --add -a --auto -d --delete
@lfs.pull,lfs.fetch --all --recent --prune -I: -X: --include: --exclude: --dry-run -d
@add,commit,rm,mv,reset,checkout,switch,restore,clean,merge,rebase,cherry-pick,revert -[avnfqpuesxdXbcBmCFl] --all --force --quiet --message: --amend --no-edit --hard --soft --mixed --keep --staged --worktree --source: --cached --abort --continue --skip --quit --ff-only --no-ff --squash --detach --create: --track --no-track --orphan: --interactive --dry-run --verbose --patch --update --author: --date: --signoff --no-verify --allow-empty --onto: --autostash --no-commit --strategy: --edit --theirs --ours --merge --conflict: --intent-to-add --refresh --exclude: --no-rebase-merges --root --stat --recurse-submodules --discard-changes
@stash.push,stash.pop,stash.apply,stash.drop,stash.save,stash,stash.clear -[upkqamS] --include-untracked --index --all --keep-index --message: --quiet --patch --staged --no-keep-index
@apply -[vRp3] -C: --check --stat --numstat --summary --reverse --index --cached --3way --unidiff-zero --whitespace: --recount --verbose --exclude: --include: --directory: --apply --reject
@gc,prune,repack,maintenance,pack-refs --auto --aggressive --prune --force --quiet -q -n -v -a -d --all --expire:
@worktree.add,worktree.remove,worktree.prune,submodule.add,submodule.deinit,submodule.sync,notes.add,notes.remove,tag,branch,init,am,archive,bundle.create,format-patch,update-index,symbolic-ref,config -[fbBnvqamdDMmCcusFlrktpz] --force --detach --quiet --verbose --recursive --all --name: --branch: --message: --annotate --sign --delete --list --bare --initial-branch: --format: --prefix: --worktree-attributes --short --unset --add --global --local --system --replace-all --get --set-upstream-to: --unset-upstream --move --copy --assume-unchanged --no-assume-unchanged --skip-worktree --stdout --numbered --start-number: --abort --continue --skip --3way --edit -e
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


_ELSEWHERE = ("--git-dir", "--work-tree")


def _git(call: ProgramCall) -> list[CommandEffect]:
    verb = find_verb(call, tree(_GIT))
    name, words = (verb.path[0] if verb.path else ""), [w.text for w in verb.words]
    if any(w.text in ("--version", "--help", "-h") for w in call.arguments[:1]):
        return call.part(READ)
    if verb.before.kind != READ or verb.before.has(*_ELSEWHERE) or verb.after.has(*_ELSEWHERE):
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
    if name == "config" and {"-l", "--list", "list"}.intersection(words) and "--name-only" not in words:
        return call.discloses("“git config” shows all settings, among them addresses with passwords.")
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
* -L: -S: -f?: -[aAgdFqv2u8C] -[tFf]: -Fn
read ls list-sessions list-windows list-panes lsw lsp has-session has show-options info
stop kill-session kill-server kill-window kill-pane
unknown send-keys send new new-session run-shell run attach a display-message capture-pane
"""


def _tmux(call: ProgramCall) -> list[CommandEffect]:
    """A format may hold ``#(a command)``."""
    if any("#(" in word.text or word.splits for word in call.arguments) or not call.arguments:
        return call.unknown("“tmux” may run anything.")
    return by_verb(_TMUX)(call)


PROGRAMS: dict[str, Understand] = {
    "git": _git,
    "lnav": partial(harmless, known="only operands -V -n -R -r -t -q -N"),
    "goaccess": partial(
        harmless,
        known="-o!: --output!: -p?: --config-file?: -f: --log-file: --log-format: --date-format: --time-format: --real-time-html? -[acdrgiqHM] -e: --exclude-ip: --no-global-config --agent-list --with-output-resolver --no-query-string --ignore-crawlers --ignore-panel: --enable-panel: --max-items: --no-color",
    ),
    "svn": by_verb(
        "* --config-dir?: --config-option?: --username: --password: --no-auth-cache --non-interactive -[vquRN] -[rcl]: --verbose --quiet --show-updates --recursive --depth: --xml --stop-on-copy --limit: --revision: --change: --summarize --no-ignore --incremental --trust-server-cert --show-item: --no-newline --force -m: --message: -g\n"
        "read info status log diff list cat blame\nredeploy update checkout\ndestructive commit delete revert add\n"
        "@diff,log --diff-cmd?: -x?: --extensions?: -r: -c: -l:"
    ),
    "hg": by_verb(
        "* --config?: -R: --repository: --cwd: -q -v -[amdnucibtBTpfgG] -[lrM]: --stat --limit: --rev: --graph --template: --all --patch --user: --branch: -C\nread status log diff summary identify\nredeploy pull update clone\ndestructive commit revert"
    ),
    "jc": partial(
        harmless,
        known="only -[prqyumadC] --ps --df --ls --ip-address --ss --free --mount --lsblk --netstat --uptime --systemctl --lsof --dig --ping --date --id --last --who --w --du --stat --blkid --fstab --crontab --hosts --iptables --dmidecode --top --vmstat --iostat --mpstat --route --arp --timedatectl --uname --ufw --zpool-status --sysctl --systemctl-lj --systemctl-luf --findmnt --file --wc --pretty --raw",
    ),
    "hadolint": partial(
        harmless,
        known="-V -[fct]: --ignore: --format: --no-fail --no-color --failure-threshold: --verbose --error: --warning: --info: --trusted-registry:",
    ),
    "yamllint": partial(harmless, known="-[sv] -[cdf]: --strict --no-warnings --list-files --format: --config-data:"),
    "jsonlint": partial(harmless, known="-i! --in-place! -[scqtS] --sort-keys --compact --quiet"),
    "shellcheck": partial(
        harmless,
        known="-[aVx] -[CfSseoiWP]: --color --format: --severity: --shell: --exclude: --include: --enable: --check-sourced --norc --external-sources --wiki-link-count: --extended-analysis: --list-optional -a",
    ),
    "trivy": by_verb(
        "* -o!: --output!: --cache-dir: -f: --format: -s: --severity: -q --ignore-unfixed --no-progress --exit-code: --scanners: --security-checks: --vuln-type: --pkg-types: --skip-db-update --offline-scan --skip-dirs: --skip-files: --quiet --timeout: --list-all-pkgs --light --input: --platform: --ignorefile: --debug -d --report: --compliance: --no-color --removed-pkgs --dependency-tree --username:\nread image fs config version k8s repo sbom\ndestructive clean"
    ),
    "grype": partial(
        harmless,
        known="--file!: -o: --output: -c?: --config?: -t?: --template?: -[qvf] -f: --fail-on: -s: --scope: --only-fixed --only-notfixed --by-cve --platform: --distro: --exclude: --add-cpes-if-none --ignore-states: --quiet --verbose --show-suppressed --sort-by:",
    ),
    "syft": _syft,
    "lynis": by_verb(
        "* -[QqV] --quick --quiet --no-colors --pentest --tests: --tests-from-group: --no-log --nocolors --reverse-colors --cronjob --auditor: --forensics --warnings-only\nread show audit.system"
    ),
    "rkhunter": partial(
        harmless,
        known="--propupd! --update+ -[cqxl] --check --sk --skip-keypress --rwo --report-warnings-only --list --nocolors --nolog --enable: --disable: --summary --pkgmgr: --versioncheck",
    ),
    "clamscan": partial(
        harmless,
        known="--remove! --move!: --copy!: -[riaov] -l!: --log!: -d: -f: --bell --recursive --infected --exclude: --exclude-dir: --include: --include-dir: --no-summary --quiet --suppress-ok-results --stdout --max-filesize: --max-scansize: --max-recursion: --cross-fs --allmatch --database: --file-list: --scan-archive --scan-mail --scan-pdf --detect-pua --official-db-only --max-files: --debug --verbose",
    ),
    "aide": partial(
        harmless,
        known="--init! -i! --update! -u! --check -[CDE] -[clVr]: --config-check --compare --limit: --log-level:",
    ),
    "tmux": _tmux,
    "screen": lambda call: (
        call.part(READ)
        if [w.text for w in call.arguments] in (["-ls"], ["-list"], ["--version"])
        else call.unknown("“screen” may run anything.")
    ),
    "zellij": by_verb("* -n --no-formatting -s --short -r --reverse\nread list-sessions ls\nstop kill-session k"),
    **dict.fromkeys(
        ("mail", "sendmail", "mailx", "mutt"), lambda call: call.discloses(f"“{call.name}” sends something.")
    ),
    "htpasswd": lambda call: call.part(DESTRUCTIVE),
    "rocm-smi": partial(harmless, known="only --showtemp --showuse --showmeminfo: -a --json --showpower"),
    "radeontop": partial(harmless, known="-d!: -[cmTv] -[bilpt]: --bus: --ticks: --interval:"),
    "intel_gpu_top": partial(harmless, known="-o!: -[JlLp] -[sd]:"),
    "top": partial(
        harmless,
        known="-[bcHiOSs1hV] -[dEenopUu]: -w:: --batch-mode --cmdline-toggle --delay: --scale-summary-mem: --scale-task-mem: --threads-show --idle-toggle --iterations: --list-fields --sort-override: --pid: --accum-time-toggle --secure-mode --filter-any-user: --filter-only-euser: --width --single-cpu-toggle",
    ),
    "htop": partial(harmless, known="only --version"),
    "btop": partial(harmless, known="only --version"),
    "glances": partial(harmless, known="only --stdout: --stdout-csv: --stop-after: --version -1"),
    "lazydocker": partial(harmless, known="only --version"),
    "ctop": partial(harmless, known="only -v"),
    "exiftool": partial(harmless, known="only operands -a -G -s -json -u -ee -time:all"),
    "ffprobe": partial(
        harmless,
        known="-o!: -i: -show_entries: -of: -v: -print_format: -select_streams: -show_format -show_streams -show_chapters -show_packets -show_frames -hide_banner -loglevel: -output_format: -count_frames -count_packets -show_error -pretty -sexagesimal -unit -show_programs -analyzeduration: -probesize: -show_data_hash: -f: -read_intervals:",
    ),
    "ffmpeg": lambda call: call.part(DESTRUCTIVE, why="“ffmpeg” writes files."),
    "mediainfo": partial(
        harmless, known="--LogFile!: -f --Full --Output: --Inform: --Language: --Details: --ParseSpeed:"
    ),
    "qrencode": lambda call: call.part(DESTRUCTIVE),
    "cf": by_verb(
        "* -v --recent --guid -s: -o: --no-color\nread apps app logs events services orgs spaces target\nrestart restart start stop restage\nredeploy push scale\ndestructive delete"
    ),
    "zabbix_get": lambda call: (
        harmless(
            call,
            known="-[spIkt]: --host: --port: --source-address: --key: --timeout: --tls-connect: --tls-ca-file: --tls-cert-file: --tls-key-file: --tls-psk-identity: --tls-psk-file: --tls-agent-cert-subject:",
        )
        if not any("system.run" in word.text or not word.seen for word in call.arguments)
        else call.unknown("“zabbix_get” may be given a command that the other host runs.")
    ),
    "zabbix_agentd": partial(harmless, known="only -t: -p -V"),
    "telegraf": partial(harmless, known="only --version --test --input-filter:"),
    "vector": by_verb("read validate --version top\nunknown run"),
    "filebeat": by_verb("read test version\nredeploy setup"),
    "tdarr": partial(harmless, known="only"),
    "occ": by_verb(
        "* --output: --no-warnings -n --no-interaction --no-ansi --ansi -q -v --all -f: --limit: --offset: --shipped: --enabled --disabled --sort: --info -i --type: --keep-disabled --dry-run --on --off --path: -p: --unscanned --mimetype:\nread status app:list config:list user:list check\nredeploy upgrade app:update app:install\ndestructive app:disable app:enable app:remove maintenance:mode files:scan user:delete\n@config:list --private? --output:"
    ),
    "wp": by_verb(
        "* --path: --url: --exec?: --require?: --ssh?: --http?: --user: --format: --fields: --field: --status: --allow-root --skip-plugins --skip-themes --skip-packages --quiet --no-color --debug --update: --extra --role: --search: --autoload: --include-root --version: --minor --all --dry-run --network --due-now --activate\nread core.version core.check-update plugin.list theme.list option.get user.list core.verify-checksums plugin.status cron.event.list cli.version\nredeploy core.update plugin.update plugin.install theme.update core.update-db\ndestructive plugin.delete plugin.deactivate plugin.activate option.update db.reset user.delete cache.flush\nunknown eval eval-file shell db"
    ),
    "ha": by_verb(
        "* --raw-json --no-progress --log-level: --api-token: --endpoint: -n: --lines: --follow -f -b: --boot: -v --verbose\nread info core.info core.logs core.stats supervisor.info supervisor.logs host.info os.info addons addons.info addons.logs addons.stats network.info backups resolution.info core.check\nrestart core.restart core.stop core.start supervisor.restart host.reboot host.shutdown addons.restart addons.start addons.stop supervisor.reload\nredeploy core.update os.update supervisor.update addons.update addons.install backups.new core.rebuild addons.rebuild supervisor.repair\ndestructive addons.uninstall backups.remove backups.restore"
    ),
}

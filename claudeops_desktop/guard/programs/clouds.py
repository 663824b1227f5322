"""Clouds and forges by their command lines: what lists and describes only reads, the rest goes by its verb's name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from ..effects import DESTRUCTIVE, DISCLOSE, HOST, READ, REDEPLOY, RESTART, STOP, UNKNOWN, CommandEffect
from ..host_reach import scales_to_nothing
from ..lazy_regex import LazyRegex
from ..program_call import ProgramCall, Understand, harmless, names
from ..shell_types import ShellWord
from ..subcommand_tables import by_verb, find_verb, tree, verb_effect
from .verbs_of_clouds import CLOUDS, cloud_table

_LOOKS = (
    "describe",
    "list",
    "ls",
    "get",
    "show",
    "head",
    "view",
    "status",
    "info",
    "search",
    "lookup",
    "check",
    "history",
    "wait",
    "ps",
    "filter",
    "batch-get",
    "estimate",
)
_RESTARTS = ("reboot", "restart", "start", "power-on", "poweron", "reset", "resume", "power-cycle", "hard-reboot")
_STOPS = (
    "stop",
    "deallocate",
    "power-off",
    "poweroff",
    "suspend",
    "shutdown",
    "pause",
    "hibernate",
    "drain",
    "halt",
    "abort",
)
_RUNS_INSIDE = ("send-command", "run-command", "ssh", "execute-command", "start-session", "invoke-command", "exec")
"""What runs a command on a machine of the cloud."""
_GONE = (
    "delete",
    "remove",
    "rm",
    "terminate",
    "destroy",
    "purge",
    "disable",
    "detach",
    "deregister",
    "revoke",
    "put",
    "set",
    "modify",
    "rb",
    "mv",
    "cp",
    "sync",
    "unset",
    "rebuild",
    "wipe",
    "release",
)
_MAKES = (
    "create",
    "deploy",
    "update",
    "run",
    "apply",
    "scale",
    "upgrade",
    "rollback",
    "install",
    "attach",
    "register",
    "add",
    "import",
    "resize",
    "enable",
    "mb",
    "rolling-action",
    "up",
    "promote",
)
_SECRET = LazyRegex(
    r"secret|password|credential|token|get-parameter|kms|decrypt|session|get-login|userdata|kubeconfig|job-definition|configuration-settings|functions describe|publishing-profiles|connection_string|launch-template-versions|configure get|admin-key|get-admin|get-kube|get-login|access-key|user-data|"
    r"print-access|key(?:s|vault)?\b|publish-profile|connection-string|get-object|presign|get-function\b|appsettings|app-settings|task-definition|function-configuration|list-functions|apps spec|"
    r"services describe|config vars|\benv\b|environment-variables", re.I)  # fmt: skip


def _kind_of_verb(verb: str) -> str:
    """The class of a verb by its name or by the first part of it: ``stop-instances``; "" where it is none."""
    first = verb.partition("-")[0]
    for kind, verbs in ((DESTRUCTIVE, _GONE), (STOP, _STOPS), (RESTART, _RESTARTS), (REDEPLOY, _MAKES), (READ, _LOOKS)):
        if verb in verbs or (first in verbs and "-" in verb):
            return kind
    return ""


_CHANGES_SECRETS = frozenset(
    "rm delete remove edit insert generate mv cp create set run exec add-generic-password delete-generic-password store clear "
    "purge revoke unlink git init sync put write -i --in-place updatekeys rotate -r -e --encrypt".split()
)
"""Words by which a keeper of secrets changes them or runs a command with them."""
_USER_DATA = LazyRegex(r"(?i)user-?data")
_VERB_FIRST = ("heroku", "flyctl", "fly", "railway", "eksctl")
"""Their verb comes first, before what it is done to."""


def _named(call: ProgramCall, after: Sequence[str]) -> tuple[str, ...]:
    """The service: said by an option, or the word after the verb."""
    found = call.scanned("--service: --service-name: --name: -n: --app: -a: --function-name: --db-instance-identifier:")
    value = found.value(
        "--service", "--service-name", "--name", "-n", "--app", "-a", "--function-name", "--db-instance-identifier"
    )
    return names([ShellWord(value)] if value else [ShellWord(word) for word in after])


_READS_FILES = ("file://", "fileb://", "@")
"""How a word begins whose file a tool reads in."""


def _cloud(call: ProgramCall) -> list[CommandEffect]:
    return call.part(READ) if not call.arguments else _reading(call) or _acting(call)


def _reading(call: ProgramCall) -> list[CommandEffect]:
    """Return what a command does that the tool's table knows as one that reads; nothing for any other."""
    table = cloud_table(call.name)
    found = call.scanned(table.options)
    words = [word.text for word in found.operands]
    if call.name == "gcloud" and words[:1] in (["alpha"], ["beta"]):
        words = words[1:]
    path = table.reading(tuple(words))
    if not path or found.unsure or any(word.splits for word in call.arguments):
        return []
    verb = " ".join(path)
    if found.kind != READ:
        return call.unknown(f"What “{call.name} {verb} {found.option}” does is not known.")
    if any(value.startswith(_READS_FILES) for value in (*words, *(value for _, value in found.given))):
        return call.unknown(f"“{call.name} {verb}” would read a file.")
    whole = call.name == "doctl" and path[0] == "databases" and found.value("-o", "--output") == "json"
    if whole or _SECRET.search(verb) or any(_USER_DATA.fullmatch(value) for _, value in found.given):
        return call.part(DISCLOSE, verb=verb, why=f"“{call.name}” shows what may be secret.")
    return call.part(READ, verb=verb)


def _acting(call: ProgramCall) -> list[CommandEffect]:
    """Return what a command does by the name of its verb. None is taken for one that reads."""
    words = [w.text for w in call.arguments]
    if words[:2] == ["configure", "get"] and _SECRET.search(" ".join(words[2:])):
        return call.part(DISCLOSE, why=f"“{call.name}” shows a key of its own.")
    plain: list[str] = []
    for word in call.arguments:
        if word.text.startswith("-"):
            if plain:
                break
            continue
        if plain and not re.fullmatch(r"[a-z][a-z0-9-]*", word.text):
            break
        if re.fullmatch(r"[a-z][a-z0-9-]*", word.text):
            plain.append(word.text)
    said, splits = " ".join(plain), any(word.splits for word in call.arguments)
    if splits or _SECRET.search(said):
        if plain and not splits and _kind_of_verb(plain[-1]) == READ:
            return call.part(DISCLOSE, verb=said, why=f"“{call.name}” shows what may be secret.")
        return call.unknown(f"What this “{call.name}” does or shows is not known.")
    if any(word in _RUNS_INSIDE for word in plain[1:] if call.name not in _VERB_FIRST):
        return call.part(HOST, verb=said, why="It runs a command on a machine of the cloud.")
    skips = 0 if call.name in _VERB_FIRST and plain[:1] != ["scale"] else 1
    for at, verb in [*enumerate(plain), *([(0, plain[0])] if skips and plain else [])]:
        if at == 0 and skips and len(plain) > 1 and verb not in ("rm", "delete"):
            skips = 0  # only when no later word is a verb
            continue
        kind = _kind_of_verb(verb)
        if kind == READ:
            break
        if kind:
            if kind in (REDEPLOY, RESTART) and scales_to_nothing(call.arguments):
                kind = STOP
            return call.part(kind, _named(call, plain[at + 1 : at + 2]), verb=said)
    return call.unknown(f"What “{call.name} {said}” does is not known.")


_GH = """
* -R: --repo: --hostname:
read pr.list pr.view pr.status pr.checks pr.diff issue.list issue.view issue.status run.list run.view run.watch workflow.list workflow.view release.list release.view repo.list repo.view search.repos search.issues search.prs search.code search.commits status auth.status label.list gist.list gist.view cache.list ruleset.list variable.list org.list version
restart run.rerun
stop run.cancel
disclose auth.token gist.create release.upload
redeploy workflow.run pr.create pr.merge pr.comment pr.review pr.ready pr.edit issue.create issue.comment issue.edit release.create repo.fork repo.sync label.create pr.reopen issue.reopen
read secret.list variable.get repo.deploy-key.list
destructive pr.close issue.close issue.delete release.delete repo.delete repo.archive repo.edit run.delete workflow.disable workflow.enable cache.delete secret.set secret.delete variable.set variable.delete label.delete gist.delete run.download release.download repo.clone pr.checkout issue.lock issue.transfer repo.rename repo.create
unknown api alias extension codespace browse config ssh-key gpg-key
@auth.status -t$ --show-token$ -h:
@pr.list,pr.view,issue.list,issue.view,run.list,run.view,release.list,repo.view,repo.list -L: --limit: -s: --state: --json: -q: --jq: -t: --template: -l: --label: -a: --assignee: -A: --author: -w: -b: --branch: -S: --search:
@pr.list,pr.view,pr.status,pr.checks,pr.diff,issue.list,issue.view,issue.status,run.list,run.view,run.watch,workflow.list,workflow.view,release.list,release.view,repo.list,repo.view,search.repos,search.issues,search.prs,search.code,search.commits,label.list,gist.list,gist.view,cache.list,ruleset.list,variable.list,secret.list,org.list,status,auth.status -[cvr] --comments --log --log-failed --verbose --attempt: --exit-status --compact --interval: -i: --job: -j: --watch --fail-fast --required --color: --name-only --patch --workflow: --event: --user: --commit: --created: --all -a --conflict-status --head: --base: --draft --mention: --milestone: --app: --yaml --ref: --exclude-drafts --exclude-pre-releases --order: --sort: --owner: --visibility: --language: --archived --fork --source --topic: --no-archived --key: --ref: --public --secret --raw --files --filename: -r --web? --env: -e: --org: -o: --exclude: --match: --created: --updated: --closed: --merged --involves: --review: --review-requested: --extension: --repo: --size: --no-assignee --include-prs --parents --status: --active --json: --jq: --template: --branch: -b:
@run.rerun,workflow.run,pr.create,pr.merge,pr.comment,pr.review,pr.edit,issue.create,issue.comment,issue.edit,release.create,pr.ready,pr.reopen --failed -d --debug -j: --job: --ref: -r: -F: -f: --field: --raw-field: --json -t: --title: -b: --body: -B: --base: --base -H: --head: --head --draft --fill --reviewer: --assignee: --label: --add-label: --remove-label: --add-assignee: --squash --merge --rebase -s -m -r --auto --delete-branch --admin --approve --request-changes -a -c --comment --notes: -n: --generate-notes --prerelease --latest --target: --milestone: --project: -p: --undo --edit-last --subject: --match-head-commit: --verify-tag -l: --body-file?: --notes-file?:
"""


def _gh(call: ProgramCall) -> list[CommandEffect]:
    if call.arguments and call.arguments[0].text == "api":
        found = call._replace(arguments=call.arguments[1:]).scanned(
            "-X: --method: -f?: -F?: --raw-field?: --field?: --input?: -H: --header: -q: --jq: -t: --template: --paginate "
            "--hostname: -p: --cache: -i --include --silent --slurp")  # fmt: skip
        method = found.value("-X", "--method").upper()
        graph = any(w.text.strip("/") == "graphql" for w in found.operands)
        if found.kind == READ and not found.unsure and method in ("", "GET", "HEAD") and not graph:
            return call.part(READ)
        return call.part(DESTRUCTIVE if method == "DELETE" else "unknown", why="“gh api” sends something.")
    return by_verb(_GH, lambda _verb: ())(call)


_MC = """
* --config-dir?: -C?: --json --quiet --insecure --no-color
read ls stat du tree version diff admin.info ping ready alias.list alias.ls admin.heal.-h find.-h
restart admin.service.restart admin.service.unfreeze
stop admin.service.stop admin.service.freeze
disclose cat head share admin.config.get admin.user.svcacct.info
redeploy mb admin.update admin.heal
destructive rm rb cp mv mirror pipe put alias.set alias.remove ilm admin.user.remove undo
unknown sql event watch anonymous policy
@ls,stat,du,tree,version,diff,ping,ready,admin.info,alias.list -[lq] --recursive --versions --incomplete --summarize -r -I --depth: -d: --files -f --rewind: --storage-class: --zip --count: -c: --interval: -i: --exit --distributed -a --all --error-count: --node: --cluster-read --maintenance
"""


def _mc(call: ProgramCall) -> list[CommandEffect]:
    """The client of MinIO; without a verb of it, the file manager of the same name."""
    verb = find_verb(call, tree(_MC))
    return (
        verb_effect(call, verb, ())
        if verb.path
        else call.unknown("“mc” may be a file manager, for a person at a screen.")
    )


PROGRAMS: dict[str, Understand] = {
    **dict.fromkeys(CLOUDS, _cloud),
    "gh": _gh,
    "gsutil": by_verb(
        "* -o?: -[uhi]: -[qDmlLrRsacdb]\nread ls du stat version\ndestructive rm rb cp mv rsync setmeta acl iam\nredeploy mb\ndisclose cat signurl\nunknown hash config"
    ),
    "mc": _mc,
    "s3cmd": by_verb(
        "* -c?: --config?: --access_key: --secret_key: -[rHvqnf] --recursive --human-readable-sizes --verbose --quiet --dry-run --list-md5 --list-allow-unordered --limit: --region: --host?: --host-bucket?: --no-ssl --ssl --long-listing -l --force --acl-public --delete-removed --skip-existing --no-progress --stats\nread ls la info du\ndestructive del rm rb put get sync mv cp modify expire\nredeploy mb"
    ),
    "eb": by_verb(
        "* -v --verbose -a --all -f --follow -r: --region: --profile: --refresh --view: --mono -n: --label: -l: --staged --timeout: --force --all -i: --instance: -g: --log-group: --debug --quiet\nread status health list events logs\ndisclose printenv\nstop abort\nrestart restore\nredeploy deploy create upgrade scale\ndestructive terminate config setenv"
    ),
    "vercel": lambda call: (
        by_verb(
            "* --debug --scope: --prod --environment: --meta: --yes -y --next: --json --since: --until: --limit: -n: -f --follow -x --expand --token: -t: --cwd?: --timeout: --wait --no-wait --target: --prebuilt --force\nread ls list inspect logs whoami\nredeploy deploy promote rollback\ndestructive rm remove"
        )(call)
        if call.arguments
        else call.part(REDEPLOY)
    ),
    "wrangler": by_verb(
        "* --env: -e: --name: --format: --status: --method: --search: --sampling-rate: --ip: --header: --config?: -c?: --json --version-id: --message: --dry-run --minify --compatibility-date: --var: --keep-vars --yes -y\nread whoami tail deployments.list\nredeploy deploy publish rollback\ndestructive delete secret.put"
    ),
    **{
        name: lambda call: call.part(
            DISCLOSE if not _CHANGES_SECRETS.intersection(w.text for w in call.arguments) else UNKNOWN,
            why=f"“{call.name}” shows secrets.",
        )
        for name in (
            *("op", "bw", "pass", "gopass", "sops", "age", "security", "secret-tool", "lpass", "keyctl", "doppler"),
            *("chamber", "infisical", "rbw", "kubeseal"),
        )
    },
    "cloud-init": partial(
        harmless, known="only status --long --wait --format: query? analyze collect-logs! clean! schema? -l"
    ),
}

"""What rolls out from descriptions: Ansible, Terraform, Nomad, Pulumi, Puppet, Salt."""

from __future__ import annotations

import re
from functools import partial

from ..effects import DESTRUCTIVE, DISCLOSE, HOST, READ, REDEPLOY, RESTART, STOP, CommandEffect
from ..host_reach import is_foreign, scales_to_nothing
from ..options import scan
from ..program_call import ProgramCall, Understand, harmless
from ..shell_types import UNSEEN, ShellWord
from ..subcommand_tables import by_verb, find_verb, tree, verb_effect
from ..target_types import UNIT, any_of
from ..targets import targets


def _ansible(call: ProgramCall) -> list[CommandEffect]:
    known = (
        "-m: --module-name: -a: --args: -i: --inventory: -l: --limit: -e?: --extra-vars?: -u: -f: -T: -c?: -M?: "
        "-t!: --tree!: -[kKbCoDv] -[BP]: --ask-pass --ask-become-pass --become --check --list-hosts --one-line --verbose --diff --forks: --timeout: --user: --poll: --background: --task-timeout: --flush-cache --vault-id: -J --ask-vault-password --become-method: --become-user: --private-key: --vault-password-file?: --ssh-common-args?: "
        "--ssh-extra-args?: --playbook-dir?: --connection?: --module-path?:"
    )
    found = call.scanned(known)
    module, text = found.value("-m", "--module-name") or "command", found.value("-a", "--args")
    if found.kind == DESTRUCTIVE:
        return call.part(DESTRUCTIVE, why="“ansible -t” writes what comes back into files.")
    if found.kind != READ or found.unsure or found.value("-i", "--inventory").endswith((".py", ".sh", ".pl", ".rb")):
        return call.unknown("“ansible” is given options that may run anything.")
    if found.has("--list-hosts", "--version"):
        return call.part(READ)
    if re.search(r"\{[{%]", text):
        return call.unknown("“ansible” is given a template, which may run anything here.")
    module = module.rpartition(".")[2]
    if module in ("ping", "stat", "service_facts", "package_facts", "win_ping", "getent"):
        return call.part(READ)
    if module == "setup" and "env" not in text:
        return call.part(READ)
    if module in ("debug", "setup"):
        return call.discloses("“ansible -m debug” shows variables, which may hold secrets.")
    if module in ("command", "shell", "raw"):
        return call.text(text) if text else call.unknown("What “ansible” runs is not seen.")
    pairs = dict(p.split("=", 1) for p in text.split() if "=" in p)
    if found.has("-C", "--check"):
        return call.part(READ)
    if module in ("service", "systemd", "systemd_service", "sysvinit"):
        if pairs.get("enabled", pairs.get("masked", "")) or not pairs.get("state"):
            return call.part(DESTRUCTIVE, targets([ShellWord(pairs.get("name", ""))]))
        kind = STOP if pairs.get("state") == "stopped" else RESTART
        return call.part(kind, targets([ShellWord(pairs.get("name", ""))]), verb=pairs["state"])
    if module in (
        "apt",
        "yum",
        "dnf",
        "package",
        "pip",
        "docker_container",
        "git",
        "docker_compose",
        "docker_compose_v2",
    ):
        gone = pairs.get("state") in ("absent", "removed")
        address = any(is_foreign(pairs.get(key, "")) for key in ("deb", "name", "pkg", "repo"))
        return call.part(
            DESTRUCTIVE if gone else HOST if address and module != "git" else REDEPLOY,
            targets([ShellWord(pairs.get("name", pairs.get("pkg", "")))]),
        )
    if module in ("reboot", "win_reboot", "community.general.shutdown", "shutdown"):
        return call.part(STOP)
    if module in ("file", "copy", "template", "lineinfile", "blockinfile", "replace", "user", "cron", "unarchive"):
        return call.part(DESTRUCTIVE)
    return call.unknown(f"What the module “{module}” does is not known.")


def _playbook(call: ProgramCall) -> list[CommandEffect]:
    known = (
        "-i: --inventory: -l: --limit: -t: --tags: --skip-tags: -e: --extra-vars: -u: -f: --start-at-task: -c: -M?: -T: "
        "--become-user: --become-method: --private-key: --vault-password-file: --vault-id: --forks: --connection: -[bKkCDvJ] --become --check "
        "--diff --list-hosts --list-tasks --list-tags --syntax-check --step --flush-cache --force-handlers --ask-pass --ask-become-pass "
        "--ask-vault-password --ask-vault-pass --user: --timeout: --verbose --ssh-common-args?: --ssh-extra-args?: --module-path?:"
    )
    found = call.scanned(known)
    place = found.value("-i", "--inventory")
    if found.kind != READ or found.unsure or is_foreign(place) or place.endswith((".py", ".sh", ".pl", ".rb")):
        return call.unknown("“ansible-playbook” is given options that may run anything.")
    if found.has("--list-hosts", "--list-tasks", "--list-tags", "--syntax-check", "--version"):
        return call.part(READ)
    if found.has("-C", "--check"):
        return call.unknown("A playbook may change things even when it is only to check.")
    return call.part(REDEPLOY, (any_of(UNIT),))  # the name of a playbook says nothing of the services in it


_TERRAFORM = """
* -chdir: -no-color -input -lock -lock-timeout: -compact-warnings -json -var: -var-file: -target: -refresh -refresh-only -parallelism: -state: -destroy -detailed-exitcode -replace: -upgrade -backend -reconfigure -migrate-state -get -auto-approve -force -check -diff -recursive -write -list -type: -plan: -draw-cycles -module-depth: -id: -raw -show-sensitive -concise -test-directory: -no-tests -allow-missing -backup: -ignore-remote-version -state-out: -force-copy -lockfile: -platform: -verbose
read plan show output validate version providers providers.schema graph state.list state.show state.pull workspace.list workspace.show get.--help metadata.functions
destructive providers.lock providers.mirror
redeploy apply import refresh init get untaint taint state.mv state.replace-provider workspace.new workspace.select
destructive destroy state.rm state.push force-unlock workspace.delete fmt login logout
unknown console test
"""


_FORMATS_NOTHING = frozenset(
    "-check -check=true -diff -diff=true -recursive -no-color -list=true -list=false -write=false".split()
)
"""Options of ``terraform fmt`` beside which ``-check`` writes nothing."""


def _terraform(call: ProgramCall) -> list[CommandEffect]:
    words = [w._replace(text=w.text if not w.text.startswith("--") else w.text[1:]) for w in call.arguments]
    at = 1 if words and words[0].text.startswith("-chdir") else 0
    verb = words[at].text if len(words) > at else ""
    rest = [w.text for w in words[at + 1 :]]
    if verb == "fmt" and {"-check", "-check=true"}.intersection(rest) and _FORMATS_NOTHING.issuperset(
        each for each in rest if each[:1] == "-"
    ):  # fmt: skip
        return call.part(READ)
    if verb == "apply" and any(r.startswith("-destroy") for r in rest):
        return call.part(DESTRUCTIVE, verb=verb)
    if verb == "plan" and any(r.startswith(("-out", "-generate-config")) for r in rest):
        return call.part(DESTRUCTIVE, why="“terraform plan -out” writes a file.")
    given = [w for w in words if w.text.startswith("-") and w.text not in ("-out", "-version", "-help")]
    if scan(given, tree(_TERRAFORM).before, short=False).kind != READ:
        return call.unknown(f"What “{call.name} {verb}” does with these options is not known.")
    if at and is_foreign(words[0].text.partition("=")[2]):
        return call.unknown("What lies where anybody may write could run anything.")
    if verb in ("output", "show") or (verb == "state" and rest[:1] in (["pull"], ["show"])):
        one = verb == "output" and any(
            not r.startswith("-") for r in rest
        )  # asked by name, even a sensitive one is shown
        whole = any(r.startswith(("-json", "-raw", "-show-sensitive")) or UNSEEN in r for r in rest) or rest[:1] == [
            "pull"
        ]
        return call.part(DISCLOSE, verb=verb, why="It shows values that may be secret.") if one or whole else call.part(
            READ, verb=verb)  # fmt: skip
    found = find_verb(
        call._replace(arguments=tuple(w for w in words[at:] if not w.text.startswith("-") or w is words[at])),
        tree(_TERRAFORM),
    )
    return verb_effect(call, found, ())


_NOMAD = """
* -address: -region: -namespace: -token: -tls-server-name: -ca-cert: -ca-path: -client-cert: -client-key: -tls-skip-verify -no-color -detach -yes -y -verbose -purge -global -deadline: -enable -disable -self -force -meta: -check-index: -on-error: -ignore-system -keep-ineligible -no-deadline -reschedule -group: -task: -all-tasks -preserve-counts
read status server.members node.status job.status job.history job.plan job.validate job.deployments job.allocs alloc.status alloc.logs logs alloc.checks deployment.list deployment.status eval.list eval.status version plan validate volume.status quota.status namespace.list node.config
disclose job.inspect inspect var.get alloc.fs
restart job.restart alloc.restart
stop stop job.stop alloc.stop alloc.signal node.drain node.eligibility
redeploy run job.run job.scale job.revert job.dispatch job.promote deployment.promote deployment.resume deployment.fail deployment.pause job.periodic.force job.eval volume.register volume.create
destructive job.purge system.gc volume.delete volume.deregister namespace.delete namespace.apply operator.raft.remove-peer var.purge var.put server.force-leave
@node.config -update-servers!:
unknown alloc.exec operator.snapshot.save operator.debug acl.bootstrap
@status,server.members,node.status,job.status,job.history,job.plan,job.validate,job.deployments,job.allocs,alloc.status,alloc.logs,logs,alloc.checks,deployment.list,deployment.status,eval.list,eval.status,plan,validate,volume.status,quota.status,namespace.list,version,node.config -self -short -verbose -stats -allocs -detailed -json -t: -evals -all-allocs -all -p -version: -full -latest -per-page: -page-token: -filter: -job: -status: -f -stderr -stdout -tail -n: -c: -no-color -diff -policy-override -var: -var-file: -type: -wide -neighbors -monitor -task: -quiet -os -servers -prefix: -group:
"""


def _nomad(call: ProgramCall) -> list[CommandEffect]:
    verb = find_verb(call, tree(_NOMAD))
    services = tuple(
        t._replace(text=t.text.removesuffix(".nomad").removesuffix(".hcl").removesuffix(".nomad"))
        for t in targets(verb.after.operands[:1])
    )
    if verb.path == ("job", "scale") and verb.kind == REDEPLOY and scales_to_nothing(verb.words):
        return call.part(STOP, services, verb="job scale")
    return verb_effect(call, verb, services)


def _inventory(call: ProgramCall) -> list[CommandEffect]:
    known = "-i: --inventory: --output!: -e?: --extra-vars?: --host$: --list$ --vars$ --export$ -l: --limit: --graph --yaml --toml --playbook-dir?: --vault-id: --vault-password-file: -v --verbose --limit: -y --flush-cache"
    place = call.scanned(known).value("-i", "--inventory")
    if is_foreign(place) or place.endswith((".py", ".sh", ".pl", ".rb")):
        return call.unknown("An inventory that is a program is run.")
    return harmless(call, known)


PROGRAMS: dict[str, Understand] = {
    "ansible": _ansible,
    "ansible-playbook": _playbook,
    "ansible-inventory": _inventory,
    "ansible-doc": partial(
        harmless,
        known="-M?: --module-path?: --playbook-dir?: -[ljsFv] -[te]: --type: --list --list_files --snippet --json --entry-point: --metadata-dump",
    ),
    "ansible-lint": partial(
        harmless,
        known="--fix! --write! -[pqvsPLT] -[ctxwf]: --offline --nocolor --strict --profile: --tags: --skip-list: --warn-list: --format: --list-rules --list-tags --parseable --exclude: --force-color --show-relpath -r?: -R? --enable-list: --project-dir?:",
    ),
    "ansible-pull": lambda call: call.part(HOST, why="It runs a playbook from an address on this machine."),
    "ansible-galaxy": by_verb(
        "* -p: --roles-path: -v -[fn] --force --no-deps -r: --role-file: --requirements-file: -s: --server: --format: --upgrade -U --ignore-errors --api-key: --author: --galaxy-tags: --platforms: --collections-path: -c\nread collection.list role.list list info search role.info\nredeploy collection.install "
        "install role.install\ndestructive remove role.remove init collection.init",
        lambda _verb: (),
    ),
    "terraform": _terraform,
    "tofu": _terraform,
    "terragrunt": _terraform,
    "nomad": _nomad,
    "packer": by_verb(
        "* -syntax-only -var: -var-file: -only: -except: -machine-readable -evaluate-datasources -no-warn-undeclared-var -color -force -parallel-builds: -timestamp-ui -upgrade\nread version validate inspect\nredeploy build init\ndestructive fmt"
    ),
    "pulumi": by_verb(
        "* -s: --stack: -C?: --cwd?: --color: --non-interactive --logtostderr -v: -y --yes --skip-preview --diff --refresh --parallel: --target: -t: --message: -m: --expect-no-changes --policy-pack?: --show-ids -i --show-urns -u --show-name --all -a --json -j --shell --show-same --show-reads --suppress-outputs --suppress-progress --show-full-output --limit: --page-size: --page: --follow -f --since: --resource: -r: --verbose --organization: -o: --project: -p: --tag: --remove --preserve-config --continue-on-error --full-dates\nread stack.ls stack stack.output stack.history preview version whoami config.-h about logs\nredeploy up update refresh import\n"
        "destructive destroy stack.rm cancel config.set state.delete\n"
        "@stack,stack.output --show-secrets$ -s: --stack: -j --json\n@preview --save-plan!: -s: --stack: --diff --show-replacement-steps --show-sames --target-dependents --run-program"
    ),
    "puppet": by_verb(
        "* --section: --environment: --render-as: --certname: --debug -d --verbose -v --color: --all --no-daemonize --onetime --detailed-exitcodes --noop --tags: --server: --merge: --explain --node: --facts: --type: --default: --show-diff --splay --no-splay --trace --tree --modulepath?: --waitforcert: --logdest!: --test -t\nread --version config.print facts lookup parser.validate epp.validate module.list ssl.-h\nredeploy agent apply\nunknown resource\n@agent --disable%: --test -t --environment: --server:\n%agent,apply --noop"
    ),
    "chef-client": lambda call: call.part(REDEPLOY),
}

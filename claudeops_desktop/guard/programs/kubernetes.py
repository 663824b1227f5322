"""Kubernetes and Helm, and what rolls out from descriptions: Ansible, Terraform, Nomad."""

from __future__ import annotations

import re
from functools import partial

from ..call import Call, Understand, harmless, name_of
from ..container_targets import inside_container
from ..options import options, scan
from ..parts import DESTRUCTIVE, READ, REDEPLOY, UNKNOWN, Part
from ..places import is_secret
from ..printed_targets import labelled
from ..targets import NAME, WORKLOAD, Target, any_of, targets
from ..tree import Verb, by_verb, find_verb, told, tree
from ..words import UNSEEN, Word

_KUBECTL = """
* -n: --namespace: --context: --cluster: -s: --server: --user: --token: --kubeconfig?: --as: --as-group: --request-timeout: -v: --certificate-authority: --client-certificate: --client-key: --cache-dir: --tls-server-name: --field-manager: --log-file!: --log-dir!: --profile?: --profile-output!: --vmodule: --password: --username: --kuberc?:
read get describe logs log top version cluster-info api-resources api-versions explain events diff wait options rollout.status rollout.history auth.can-i auth.whoami config.view config.get-contexts config.current-context config.get-clusters config.get-users kustomize
restart rollout.restart rollout.pause rollout.resume
redeploy apply create replace scale autoscale set.image set.env set.resources set.selector set.serviceaccount set.subject rollout.undo patch run expose label annotate apply.edit-last-applied apply.set-last-applied
destructive delete drain cordon uncordon taint edit config.use-context config.set config.set-context config.set-cluster config.set-credentials config.unset config.delete-context config.delete-cluster config.delete-user config.rename-context certificate.approve certificate.deny auth.reconcile
destructive cp
unknown exec attach port-forward proxy debug plugin ctx ns krew alpha certificate completion
read completion apply.view-last-applied
@get -o: --output: -l: --selector: -f: --filename: -L: --label-columns: --sort-by: --field-selector: --template: --raw: --chunk-size: --subresource: -k: --kustomize:
@describe -l: --selector: -f: --filename: -k:
@logs,log -c: --container: -l: --selector: --since: --since-time: --tail: --limit-bytes: --max-log-requests: --pod-running-timeout:
@top -l: --selector: --sort-by: --field-selector: --containers
@diff -f: --filename: -k: --kustomize: -l:
@wait --for: -l: --selector: --timeout: -f: -o:
@events --for: --types: -o: -w
@rollout.restart,rollout.status,rollout.undo,rollout.history,rollout.pause,rollout.resume -l: --selector: -f: --filename: --to-revision: --revision: --timeout: -k: -o:
@scale --replicas: --current-replicas: --resource-version: --timeout: -f: --filename: -l: --selector: -k: -o:
@delete -f: --filename: -l: --selector: --grace-period: --timeout: --field-selector: -k: --kustomize: -o: --cascade: --raw:
@apply,create,replace -f: --filename: -k: --kustomize: -l: --selector: -o: --output: --timeout: --dry-run: --image: --from-literal: --from-file: --prune-allowlist: --schedule: --replicas: --port: --type:
@patch -p: --patch: --type: --patch-file: -o: -f: --subresource:
@set.image,set.env,set.resources -c: --containers: -e: --env: --from: --limits: --requests: -l: -f: -o: --selector:
@config.view --raw? --flatten? -o: --output: --template:
@cluster-info --output-directory!:
"""
_HELM = """
* -n: --namespace: --kube-context: --kubeconfig?: --kube-apiserver: --kube-as-user: --kube-token: --registry-config: --repository-cache: --repository-config: --burst-limit: --qps: --kube-ca-file: --kube-as-group: --kube-tls-server-name:
read list ls status history hist get.notes get.manifest get.hooks get.metadata version diff.upgrade diff.revision diff.rollback diff.release search.repo search.hub show.chart show.readme show.values show.all show.crds inspect repo.list repo.ls env dependency.list dep.list plugin.list lint template verify
redeploy install upgrade rollback repo.update repo.up dependency.update dependency.build dep.update dep.build create package pull fetch push registry.login repo.add plugin.install plugin.update test
destructive uninstall delete del un repo.remove repo.rm plugin.uninstall plugin.remove registry.logout
unknown get.values get.all
%install,upgrade,rollback,uninstall,delete,del,un --dry-run
@diff.upgrade --post-renderer?: -f: --values: --set: --set-string: --set-file: --version: -C: --context:
@template,lint --post-renderer?: --output-dir!: -f: --values: --set: --set-string: --set-file: --version: -s: --show-only: --kube-version: --api-versions:
@list,ls,status,history,hist -o: --output: -m: --max: --offset: -f: --filter: -l: --selector: --revision: --time-format:
@install,upgrade,rollback -f: --values: --set: --set-string: --set-file: --set-json: --version: --timeout: --repo: --post-renderer?: --description: --username: --password: --name-template:
"""
_TYPES = frozenset(
    """
deployment deployments deploy statefulset statefulsets sts daemonset daemonsets ds pod pods po service services
svc replicaset replicasets rs job jobs cronjob cronjobs cj ingress ingresses ing configmap configmaps cm
namespace namespaces ns node nodes no pvc pv hpa deployment.apps statefulset.apps daemonset.apps
persistentvolumeclaim deployments.apps secret secrets serviceaccount sa rc crd endpoints ep networkpolicy netpol
""".split()
)


def _kubectl(call: Call) -> list[Part]:
    verb = find_verb(call, tree(_KUBECTL))
    name = verb.path[0] if verb.path else ""
    if name == "exec" and verb.before.kind == READ:
        return _exec(call, verb)
    if name == "delete" and verb.kind != UNKNOWN:
        return call.part(DESTRUCTIVE, _services(verb), verb="delete")
    if verb.kind == READ and name in ("get", "describe", "events", "diff", "logs"):
        if any(_is_secret(word) for word in verb.after.operands) or _raw(verb):
            return call.unknown("It shows what is secret in the cluster.")
        if name == "get" and any(word.text.startswith(UNSEEN) for word in verb.words):
            return call.unknown("What “kubectl get” shows is not seen.")
    dry = [w.text for w in verb.words if w.text.startswith("--dry-run")][-1:] in _DRY
    if name == "kustomize" and any(w.text.startswith(("--enable-", "-o", "--output")) for w in verb.words):
        return call.unknown("“kubectl kustomize” is told to run or to write something.")
    if dry and verb.kind == REDEPLOY and name in _REHEARSED:
        return call.part(READ)
    if dry and name in ("drain", "cordon", "uncordon", "taint") and verb.after.kind == verb.before.kind == READ:
        return call.part(READ)
    if verb.path == ("rollout",) or (name == "certificate" and verb.kind == READ):
        return call.part(UNKNOWN)
    return told(call, verb, _services(verb))


_REHEARSED = ("apply", "create", "run", "scale", "patch", "set", "expose", "label", "annotate", "autoscale", "replace")
_DRY = (["--dry-run=client"], ["--dry-run=server"], ["--dry-run"])


def _raw(verb: Verb) -> bool:
    """Whether an address of the cluster's API is asked that does not only tell how it is."""
    asked = [value for name, value in verb.after.given if name == "--raw"]
    return any(not re.match(r"/(?:healthz|readyz|livez|metrics|version)(?:[/?]|\Z)", address) for address in asked)


def _is_secret(word: Word) -> bool:
    kinds = (part.partition("/")[0].partition(".")[0].lower() for part in word.text.split(","))
    return any(kind in ("secret", "secrets", "sealedsecret", "sealedsecrets") for kind in kinds) or is_secret(word)


def _services(verb: Verb) -> tuple[Target, ...]:
    if verb.path[:1] in (("config",), ("completion",)):
        return ()
    words = [w for w in verb.after.operands if not (verb.path[0] == "set" and "=" in w.text)]
    if words and "/" not in words[0].text and words[0].text.lower().partition(",")[0] in _TYPES:
        words = words[1:]
    if not words and (files := verb.after.value("-f", "--filename") or verb.after.value("-k", "--kustomize")):
        base = files.rstrip("/").rpartition("/")[2]
        return targets([Word(base.removesuffix(".yaml").removesuffix(".yml").removesuffix(".json"))])
    if verb.path[0] in ("label", "annotate", "patch", "run", "expose", "create"):
        words = words[:1]
    if verb.path[0] in ("drain", "cordon", "uncordon", "taint", "certificate", "auth"):
        return (*targets(words, NAME), any_of(WORKLOAD))  # a whole node
    selectors = [value for name, value in verb.after.given if name in ("-l", "--selector")]
    return targets(words) or labelled(selectors) or (any_of(WORKLOAD),)


def _exec(call: Call, verb: Verb) -> list[Part]:
    known = options("-c: --container: -n: --namespace: -i -t --stdin --tty -q --pod-running-timeout: --context: -f:")
    place = next((i for i, word in enumerate(verb.words) if word.text == "--"), None)
    target = scan(verb.words[:place] if place is not None else verb.words, known).operands
    if place is None or not target:
        return call.unknown("What “kubectl exec” runs is not seen.")
    return inside_container(call.words(verb.words[place + 1 :]), targets(target[:1], WORKLOAD))


def _ansible(call: Call) -> list[Part]:
    known = (
        "-m: --module-name: -a: --args: -i: --inventory: -l: --limit: -e?: --extra-vars?: -u: -f: -T: -c?: -M?: "
        "-t!: --tree!: -k -K -b -C --check --list-hosts -o -v --become-user: --private-key: --vault-password-file?: --ssh-common-args?: "
        "--ssh-extra-args?: --playbook-dir?: --connection?: --module-path?:"
    )
    found = call.scanned(known)
    if found.has("--list-hosts", "--version"):
        return call.part(READ)
    module, text = found.value("-m", "--module-name") or "command", found.value("-a", "--args")
    if found.kind == DESTRUCTIVE:
        return call.part(DESTRUCTIVE, why="“ansible -t” writes what comes back into files.")
    if found.kind != READ or found.unsure or found.value("-i", "--inventory").endswith((".py", ".sh", ".pl", ".rb")):
        return call.unknown("“ansible” is given options that may run anything.")
    if re.search(r"\{[{%]", text):
        return call.unknown("“ansible” is given a template, which may run anything here.")
    module = module.rpartition(".")[2]
    if module in ("ping", "setup", "stat", "service_facts", "package_facts", "debug", "win_ping", "getent"):
        return call.part(READ)
    if module in ("command", "shell", "raw"):
        return call.text(text) if text else call.unknown("What “ansible” runs is not seen.")
    pairs = dict(p.split("=", 1) for p in text.split() if "=" in p)
    if found.has("-C", "--check"):
        return call.part(READ)
    if module in ("service", "systemd", "systemd_service", "sysvinit"):
        if pairs.get("enabled", pairs.get("masked", "")) or not pairs.get("state"):
            return call.part(DESTRUCTIVE, targets([Word(pairs.get("name", ""))]))
        return call.part("restart", targets([Word(pairs.get("name", ""))]))
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
        return call.part(DESTRUCTIVE if gone else REDEPLOY, targets([Word(pairs.get("name", pairs.get("pkg", "")))]))
    if module == "reboot":
        return call.part("restart")
    if module in ("file", "copy", "template", "lineinfile", "blockinfile", "replace", "user", "cron", "unarchive"):
        return call.part(DESTRUCTIVE)
    return call.unknown(f"What the module “{module}” does is not known.")


def _playbook(call: Call) -> list[Part]:
    known = (
        "-i: --inventory: -l: --limit: -t: --tags: --skip-tags: -e: --extra-vars: -u: -f: --start-at-task: -c: -M: -T: "
        "--become-user: --become-method: --private-key: --vault-password-file: --vault-id: --forks: --connection:"
    )
    found = call.scanned(known)
    if found.has("--list-hosts", "--list-tasks", "--list-tags", "--syntax-check", "--version"):
        return call.part(READ)
    books = [Word(name_of(w.text).removesuffix(".yml").removesuffix(".yaml")) for w in found.operands]
    if found.has("-C", "--check"):
        return call.unknown("A playbook may change things even when it is only to check.")
    return call.part(REDEPLOY, targets(books))


_TERRAFORM = """
* -chdir:
read plan show output validate version providers providers.schema graph state.list state.show state.pull workspace.list workspace.show fmt.-check get.--help metadata.functions
destructive providers.lock providers.mirror
redeploy apply import refresh init get untaint taint state.mv state.replace-provider workspace.new workspace.select
destructive destroy state.rm state.push force-unlock workspace.delete fmt login logout
unknown console test
"""


def _terraform(call: Call) -> list[Part]:
    words = [w._replace(text=w.text if not w.text.startswith("--") else w.text[1:]) for w in call.arguments]
    at = 1 if words and words[0].text.startswith("-chdir") else 0
    verb = words[at].text if len(words) > at else ""
    rest = [w.text for w in words[at + 1 :]]
    if (
        verb == "fmt"
        and any(r in ("-check", "-diff=true") or r.startswith("-check") for r in rest)
        and "-write=true" not in rest
    ):
        return call.part(READ)
    if verb == "apply" and any(r.startswith("-destroy") for r in rest):
        return call.part(DESTRUCTIVE, verb=verb)
    if verb == "plan" and any(r.startswith(("-out", "-generate-config")) for r in rest):
        return call.part(DESTRUCTIVE, why="“terraform plan -out” writes a file.")
    if verb in ("output", "show") or (verb == "state" and rest[:1] in (["pull"], ["show"])):
        return call.part(READ) if not any(r in ("-json", "-raw") for r in rest) and rest[:1] != ["pull"] else call.unknown(
            "It shows values that may be secret.")  # fmt: skip
    found = find_verb(
        call._replace(arguments=tuple(w for w in words[at:] if not w.text.startswith("-") or w is words[at])),
        tree(_TERRAFORM),
    )
    return told(call, found, ())


_NOMAD = """
* -address: -region: -namespace: -token:
read status server.members node.status job.status job.history job.inspect job.plan job.validate job.deployments job.allocs alloc.status alloc.logs logs alloc.checks deployment.list deployment.status eval.list eval.status version plan validate volume.status quota.status namespace.list node.config
restart stop job.stop job.restart alloc.restart alloc.stop alloc.signal
redeploy run job.run job.scale job.revert job.dispatch job.promote deployment.promote deployment.resume deployment.fail deployment.pause job.periodic.force job.eval volume.register volume.create
destructive job.purge system.gc node.drain node.eligibility volume.delete volume.deregister namespace.delete namespace.apply operator.raft.remove-peer var.purge var.put server.force-leave
@node.config -update-servers!:
unknown alloc.exec alloc.fs var.get operator.snapshot.save operator.debug acl.bootstrap
"""

_FLUX = """
* -n: --namespace: --context: --kubeconfig?: --timeout: --token:
read get events logs stats tree version check trace diff export
restart suspend resume
redeploy reconcile create install bootstrap push pull build
destructive delete uninstall
"""
_ARGOCD = """
* --server: --auth-token: --grpc-web-root-path: --config?: --kube-context:
read app.list app.get app.history app.diff app.logs app.manifests app.resources app.wait version cluster.list repo.list proj.list account.list account.get-user-info
restart app.actions.run app.terminate-op
redeploy app.sync app.rollback app.create app.set app.patch app.unset
destructive app.delete app.delete-resource cluster.rm repo.rm proj.delete cluster.add repo.add
"""

PROGRAMS: dict[str, Understand] = {
    "kubectl": _kubectl,
    "oc": _kubectl,
    "k3s": lambda call: (
        _kubectl(call._replace(arguments=call.arguments[1:]))
        if call.arguments and call.arguments[0].text == "kubectl"
        else by_verb(
            "read --version check-config etcd-snapshot.ls\nredeploy etcd-snapshot.save\ndestructive etcd-snapshot.delete"
        )(call)
    ),
    "microk8s": lambda call: (
        _kubectl(call._replace(arguments=call.arguments[1:]))
        if call.arguments and call.arguments[0].text == "kubectl"
        else by_verb(
            "read status version inspect\nrestart start stop\nredeploy enable add-node refresh-certs\n"
            "destructive disable reset leave remove-node"
        )(call)
    ),
    "minikube": by_verb(
        "read status version ip profile.list addons.list logs service.list\nrestart start stop pause unpause\n"
        "destructive delete\nredeploy addons.enable"
    ),
    "kubeadm": by_verb(
        "unknown token.list\nread version config.print certs.check-expiration upgrade.plan\nredeploy init join "
        "upgrade.apply upgrade.node certs.renew token.create\ndestructive reset token.delete"
    ),
    "helm": by_verb(
        _HELM,
        lambda verb: (
            targets(verb.after.operands[:1])
            if not verb.path or verb.path[0] not in ("repo", "dep", "dependency", "plugin")
            else ()
        ),
    ),
    "helmfile": by_verb(
        "* -e: --environment: -f: --file: -l: --selector: -n: --namespace:\nread list status diff lint "
        "template version\nredeploy apply sync deps repos\ndestructive destroy delete\n"
        "@template --output-dir!: --output-dir-template!: --args?: --skip-deps\n@diff --args?: --context:"
    ),
    "kustomize": by_verb(
        "read build version\ndestructive edit create\n@build -o!: --output!: --enable-alpha-plugins? --enable-exec? "
        "--enable-helm? --helm-command?: --network? --mount?: -e?: --env?: --load-restrictor:"
    ),
    "kubectx": lambda call: call.part(READ if not call.arguments else DESTRUCTIVE),
    "kubens": lambda call: call.part(READ if not call.arguments else DESTRUCTIVE),
    "flux": by_verb(_FLUX, lambda verb: targets(verb.after.operands[-1:])),
    "argocd": by_verb(_ARGOCD),
    "velero": by_verb(
        "* -n: --namespace:\nread get describe version backup.get backup.describe backup.logs restore.get "
        "restore.describe schedule.get\nredeploy create backup.create restore.create install "
        "schedule.create\ndestructive delete backup.delete restore.delete uninstall schedule.delete"
    ),
    "talosctl": by_verb(
        "* -n: --nodes: -e: --endpoints: --talosconfig?: --context:\nread version health services service "
        "get logs dmesg members containers stats memory processes disks time ls list etcd.members "
        "etcd.status netstat\nrestart reboot shutdown restart service.restart\nredeploy upgrade "
        "upgrade-k8s apply-config bootstrap\ndestructive reset edit patch etcd.remove-member"
    ),
    "ansible": _ansible,
    "ansible-playbook": _playbook,
    "ansible-inventory": partial(
        harmless, known="-i: --inventory: --output!: -e?: --extra-vars?: --host: -l: --limit:"
    ),
    "ansible-doc": lambda call: call.part(READ),
    "ansible-lint": lambda call: call.part(READ),
    "ansible-pull": lambda call: call.part(REDEPLOY),
    "ansible-galaxy": by_verb(
        "read collection.list role.list list info search role.info\nredeploy collection.install "
        "install role.install\ndestructive remove role.remove init collection.init",
        lambda _verb: (),
    ),
    "terraform": _terraform,
    "tofu": _terraform,
    "terragrunt": _terraform,
    "nomad": by_verb(
        _NOMAD,
        lambda verb: [
            t._replace(text=t.text.removesuffix(".nomad").removesuffix(".hcl").removesuffix(".nomad"))
            for t in targets(verb.after.operands[:1])
        ],
    ),
    "packer": by_verb("read version validate inspect\nredeploy build init\ndestructive fmt"),
    "pulumi": by_verb(
        "read stack.ls stack stack.output stack.history preview version whoami config.-h about logs\nredeploy up update refresh import\n"
        "destructive destroy stack.rm cancel config.set state.delete\n"
        "@stack,stack.output --show-secrets? -s: --stack: -j --json\n@preview --save-plan!: -s: --stack: --diff"
    ),
    "puppet": by_verb(
        "read --version config.print facts lookup\nredeploy agent apply\nunknown resource\n%agent,apply --noop"
    ),
    "chef-client": lambda call: call.part(REDEPLOY),
    "salt": lambda call: (
        call.part(READ)
        if [w.text for w in call.arguments[1:2]] == ["test.ping"]
        else call.unknown("“salt” may run anything on its minions.")
    ),
}

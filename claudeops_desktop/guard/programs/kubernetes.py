"""Kubernetes and Helm, and what rolls out from descriptions: Ansible, Terraform, Nomad."""

from __future__ import annotations

import re

from ..container_targets import inside_container
from ..effects import DESTRUCTIVE, DISCLOSE, HOST, READ, REDEPLOY, STOP, UNKNOWN, CommandEffect
from ..environment_shown import path_shows_environment
from ..host_reach import asks_for_privileges, is_foreign, scales_to_nothing
from ..listing_targets import labelled_workloads
from ..options import options, scan
from ..program_call import ProgramCall, Understand
from ..secret_paths import is_secret
from ..shell_types import UNSEEN, ShellWord
from ..subcommand_tables import SubcommandCall, by_verb, find_verb, tree, verb_effect
from ..target_types import NAME, WORKLOAD, CommandTarget, any_of
from ..targets import targets
from .verbs_of_kubernetes import ARGOCD, FLUX, HELM, KUBECTL


def _helm(call: ProgramCall) -> list[CommandEffect]:
    verb = find_verb(call, tree(HELM))
    of_a_release = not verb.path or verb.path[0] not in ("repo", "dep", "dependency", "plugin")
    services = targets(verb.after.operands[:1]) if of_a_release else ()
    if verb.kind == REDEPLOY and verb.path in (("install",), ("upgrade",)):
        charts = [word.text for word in verb.after.operands] + [
            value for option, value in verb.after.given if option in ("-f", "--values")
        ]
        if any(is_foreign(text) or text.endswith((".tgz", ".tar.gz")) for text in charts):
            return call.part(HOST, services, "It installs what lies at an address or in a file.", verb.path[0])
    return verb_effect(call, verb, services)


_TYPES = frozenset(
    """
deployment deployments deploy statefulset statefulsets sts daemonset daemonsets ds pod pods po service services
svc replicaset replicasets rs job jobs cronjob cronjobs cj ingress ingresses ing configmap configmaps cm
namespace namespaces ns node nodes no pvc pv hpa deployment.apps statefulset.apps daemonset.apps
persistentvolumeclaim deployments.apps secret secrets serviceaccount sa rc crd endpoints ep networkpolicy netpol
""".split()
)


def _kubectl(call: ProgramCall) -> list[CommandEffect]:
    verb = find_verb(call, tree(KUBECTL))
    name = verb.path[0] if verb.path else ""
    if name == "exec" and verb.before.kind == READ:
        return _exec(call, verb)
    if name == "delete" and verb.kind != UNKNOWN:
        return call.part(DESTRUCTIVE, _services(verb), verb="delete")
    if verb.kind == READ and name in ("get", "describe", "events", "diff", "logs"):
        named = any(_is_secret(word) for word in verb.after.operands) and not _lists_names(verb)
        if named or _raw(verb) or _shows_environment(verb):
            return call.part(DISCLOSE, (), "It shows what may be secret in the cluster.", name)
        if name == "get" and any(word.text.startswith(UNSEEN) for word in verb.words):
            return call.unknown("What “kubectl get” shows is not seen.")
    dry = [w.text for w in verb.words if w.text.startswith("--dry-run")][-1:] in _DRY
    if name == "kustomize" and any(w.text.startswith(("--enable-", "-o", "--output")) for w in verb.words):
        return call.unknown("“kubectl kustomize” is told to run or to write something.")
    if dry and name in _REHEARSED and verb.after.kind == verb.before.kind == READ and verb.kind in (REDEPLOY, HOST):
        return call.part(READ)
    if dry and name in ("drain", "cordon", "uncordon", "taint") and verb.before.kind == READ:
        return call.part(READ)
    if verb.path == ("rollout",) or (name == "certificate" and verb.kind == READ):
        return call.part(UNKNOWN)
    if name == "debug" and verb.before.kind == READ:
        return call.part(HOST, (), "“kubectl debug” reaches into a node or another container.", name)
    kind = _kubectl_effect(verb)
    return (
        verb_effect(call, verb, _services(verb)) if kind == verb.kind else call.part(kind, _services(verb), verb=name)
    )


def _kubectl_effect(verb: SubcommandCall) -> str:
    """The class of a verb that changes something, with what it is given."""
    name, texts = verb.path[0] if verb.path else "", [word.text for word in verb.words]
    if verb.kind not in (REDEPLOY, STOP, HOST):
        return verb.kind
    if name == "scale" and scales_to_nothing(verb.words):
        return DESTRUCTIVE if any(text in ("--all", "-A", "--all-namespaces") for text in texts) else STOP
    if name == "scale" and any(UNSEEN in text for text in texts if text.startswith("--replicas")):
        return UNKNOWN
    if name in ("apply", "create", "replace"):
        files = [value for option, value in verb.after.given if option in ("-f", "--filename", "-k", "--kustomize")]
        if any(is_foreign(value) for value in files):
            return HOST
    if name == "patch":
        given = verb.after.value("-p", "--patch")
        if scales_to_nothing([ShellWord(given)]) or re.search(r"unschedulable|\"suspend\":\s*true", given):
            return STOP
        if asks_for_privileges(given) or is_foreign(verb.after.value("--patch-file")):
            return HOST
    if name in ("label", "annotate") and any("pod-security" in text or "scheduler.alpha" in text for text in texts):
        return HOST  # it says which privileges the pods of a namespace may have
    return verb.kind


_PLAIN_KINDS = frozenset(
    """
node nodes no service services svc ingress ingresses ing namespace namespaces ns event events ev pv pvc
persistentvolume persistentvolumes persistentvolumeclaim persistentvolumeclaims endpoints ep endpointslice
endpointslices hpa horizontalpodautoscaler horizontalpodautoscalers storageclass storageclasses sc networkpolicy
networkpolicies netpol pdb poddisruptionbudget poddisruptionbudgets role roles rolebinding rolebindings clusterrole
clusterroles clusterrolebinding clusterrolebindings crd crds customresourcedefinition customresourcedefinitions lease
leases resourcequota resourcequotas quota limitrange limitranges limits priorityclass priorityclasses pc apiservice
apiservices certificate certificates cert componentstatus componentstatuses cs volumeattachment volumeattachments
ingressclass ingressclasses runtimeclass runtimeclasses certificatesigningrequest csr gateway gateways httproute
httproutes virtualservice virtualservices destinationrule destinationrules volumesnapshot volumesnapshots
""".split()
)

"""Kinds of objects that hold no variables and no data."""


def _shows_environment(verb: SubcommandCall) -> bool:
    """Tell whether an output in full, or chosen by a template, shows variables of workloads or data of
    configurations."""
    kinds = [
        part.partition("/")[0].partition(".")[0].lower()
        for word in verb.after.operands[:1]
        for part in word.text.split(",")
    ]
    if verb.path[0] == "describe":
        return any(kind in ("cm", "configmap", "configmaps") for kind in kinds)
    output = verb.after.value("-o", "--output")
    if verb.path[0] != "get":
        return False
    if re.search(r"-file\b", output):
        return True
    template = verb.after.value("--template") or output.partition("=")[2]
    shape = output.partition("=")[0]
    if shape in ("", "wide", "name") and not template:
        return False
    if kinds and all(kind in _PLAIN_KINDS for kind in kinds):
        return UNSEEN in output
    if shape.startswith(("jsonpath", "custom-columns", "go-template", "template")) or template:
        return path_shows_environment(template)
    return True


_REHEARSED = ("apply", "create", "run", "scale", "patch", "set", "expose", "label", "annotate", "autoscale", "replace")

_DRY = (["--dry-run=client"], ["--dry-run=server"], ["--dry-run"])


def _raw(verb: SubcommandCall) -> bool:
    """Tell whether an address of the cluster's API is asked that does not only tell how it is."""
    asked = [value for name, value in verb.after.given if name == "--raw"]
    return any(not re.match(r"/(?:healthz|readyz|livez|metrics|version)(?:[/?]|\Z)", address) for address in asked)


def _lists_names(verb: SubcommandCall) -> bool:
    """``kubectl get secrets`` shows names, kinds and ages; what is in them only with another output."""
    shape = verb.after.value("-o", "--output")
    return (
        verb.path == ("get",) and shape in ("", "wide", "name") and not verb.after.has("--template", "-f", "--filename")
    )


def _is_secret(word: ShellWord) -> bool:
    kinds = (part.partition("/")[0].partition(".")[0].lower() for part in word.text.split(","))
    return any(kind in ("secret", "secrets", "sealedsecret", "sealedsecrets") for kind in kinds) or is_secret(word)


def _services(verb: SubcommandCall) -> tuple[CommandTarget, ...]:
    if verb.path[:1] in (("config",), ("completion",)):
        return ()
    words = [w for w in verb.after.operands if not (verb.path[0] == "set" and "=" in w.text)]
    if words and "/" not in words[0].text and words[0].text.lower().partition(",")[0] in _TYPES:
        words = words[1:]
    if not words and (files := verb.after.value("-f", "--filename") or verb.after.value("-k", "--kustomize")):
        base = files.rstrip("/").rpartition("/")[2]
        return targets([ShellWord(base.removesuffix(".yaml").removesuffix(".yml").removesuffix(".json"))])
    if verb.path[0] in ("label", "annotate", "patch", "run", "expose", "create"):
        words = words[:1]
    if verb.path[0] in ("drain", "cordon", "uncordon", "taint", "certificate", "auth"):
        return (*targets(words, NAME), any_of(WORKLOAD))  # a whole node
    selectors = [value for name, value in verb.after.given if name in ("-l", "--selector")]
    return targets(words) or labelled_workloads(selectors) or (any_of(WORKLOAD),)


def _exec(call: ProgramCall, verb: SubcommandCall) -> list[CommandEffect]:
    known = options("-c: --container: -n: --namespace: -i -t --stdin --tty -q --pod-running-timeout: --context: -f:")
    place = next((i for i, word in enumerate(verb.words) if word.text == "--"), None)
    target = scan(verb.words[:place] if place is not None else verb.words, known).operands
    before = verb.words[:place]
    if place is None or not target or any(word.splits for word in before):
        return call.unknown("What “kubectl exec” runs is not seen.")
    return inside_container(call.words(verb.words[place + 1 :]), targets(target[:1], WORKLOAD))


PROGRAMS: dict[str, Understand] = {
    "kubectl": _kubectl,
    "oc": _kubectl,
    "k3s": lambda call: (
        _kubectl(call._replace(arguments=call.arguments[1:]))
        if call.arguments and call.arguments[0].text == "kubectl"
        else by_verb(
            "* -o: --output: --etcd-snapshot-dir: --name: --data-dir: -d:\nread --version check-config etcd-snapshot.ls\nredeploy etcd-snapshot.save\ndestructive etcd-snapshot.delete"
        )(call)
    ),
    "microk8s": lambda call: (
        _kubectl(call._replace(arguments=call.arguments[1:]))
        if call.arguments and call.arguments[0].text == "kubectl"
        else by_verb(
            "read status version inspect\ndisclose config\nrestart start\nstop stop\nredeploy enable add-node refresh-certs\n"
            "destructive disable reset leave remove-node"
        )(call)
    ),
    "minikube": by_verb(
        "* -p: --profile: -o: --output: -f: --format: -n: --node: -l: --length: --problems --all --driver: --cpus: --memory: --kubernetes-version: --nodes:\nread status version ip profile.list addons.list logs service.list\nrestart start unpause\nstop stop pause\n"
        "destructive delete\nredeploy addons.enable"
    ),
    "kubeadm": by_verb(
        "* --config: -o: --output: --kubeconfig: -v: --print-join-command --ttl: --allow-experimental-upgrades\ndisclose token.list kubeconfig.user\nread version config.print certs.check-expiration upgrade.plan\nredeploy init join "
        "upgrade.apply upgrade.node certs.renew token.create\ndestructive reset token.delete"
    ),
    "helm": _helm,
    "helmfile": by_verb(
        "* -e: --environment: -f: --file: -l: --selector: -n: --namespace: -q --quiet --debug --log-level: --no-color --kube-context: --concurrency: --skip-deps --detailed-exitcode --suppress-secrets --output: --include-needs --set: --interactive\nread list status diff lint "
        "template version\nredeploy apply sync deps repos\ndestructive destroy delete\n"
        "@template --output-dir!: --output-dir-template!: --args?: --skip-deps\n@diff --args?: --context:"
    ),
    "kustomize": by_verb(
        "read build version\ndestructive edit create\n@build -o!: --output!: --enable-alpha-plugins? --enable-exec? "
        "--enable-helm? --helm-command?: --network? --mount?: -e?: --env?: --load-restrictor:"
    ),
    "kubectx": lambda call: call.part(READ if not call.arguments else DESTRUCTIVE),
    "kubens": lambda call: call.part(READ if not call.arguments else DESTRUCTIVE),
    "flux": by_verb(FLUX, lambda verb: targets(verb.after.operands[-1:])),
    "argocd": by_verb(ARGOCD),
    "velero": by_verb(
        "* -n: --namespace: -o: --output: -l: --selector: --details --show-labels --timeout: --wait -w --from-backup: --include-namespaces: --exclude-namespaces: --schedule: --ttl: --from-schedule: --storage-location: --insecure-skip-tls-verify --restore-volumes --namespace-mappings:\nread get describe version backup.get backup.describe backup.logs restore.get "
        "restore.describe schedule.get\nredeploy create backup.create restore.create install "
        "schedule.create\ndestructive delete backup.delete restore.delete uninstall schedule.delete"
    ),
    "talosctl": by_verb(
        "* -n: --nodes: -e: --endpoints: --talosconfig?: --context: -o: --output: -f --follow --tail: -k --kubernetes --client --short -l --long -r --recurse -H --humanize -d: --depth: --all --run-timeout: --wait-timeout: --server -w --watch --sort: -i --insecure --namespace: --cluster: -t: --type: --wait --timeout: --image: --preserve\nread version health services service "
        "get logs dmesg members containers stats memory processes disks time ls list etcd.members "
        "etcd.status netstat\nrestart restart service.restart\nstop reboot shutdown\ndisclose kubeconfig config.info read copy cp\n"
        "redeploy upgrade upgrade-k8s bootstrap\nhost apply-config\ndestructive reset edit patch etcd.remove-member"
    ),
    "istioctl": by_verb(
        "* -n: --namespace: --context: -c?: --kubeconfig?: -i: --istioNamespace: -r: --revision: -A --all-namespaces -o: --output: --short --remote --color --failure-threshold: --output-threshold: --suppress: --use-kube --xds-address: --set: -f: --filename: -y --skip-confirmation --cluster: --port: --fqdn: --type: --address: --name: --verbose --subset: --direction:\n"
        "read version proxy-status ps analyze verify-install validate describe.pod describe.service x.describe.pod x.describe.service "
        "x.precheck precheck x.version x.check-inject profile.list profile.dump profile.diff tag.list remote-clusters "
        "x.remote-clusters authz.check x.authz.check ztunnel-config.workload ztunnel-config.service waypoint.list "
        "waypoint.status admin.log.-h\n"
        "disclose proxy-config pc x.proxy-config proxy-config.all proxy-config.bootstrap proxy-config.secret pc.secret\n"
        "read proxy-config.cluster proxy-config.clusters proxy-config.listener proxy-config.listeners proxy-config.route "
        "proxy-config.routes proxy-config.endpoint proxy-config.endpoints proxy-config.log.-h pc.cluster pc.clusters "
        "pc.listener pc.listeners pc.route pc.routes pc.endpoint pc.endpoints\n"
        "redeploy install upgrade kube-inject tag.set waypoint.apply waypoint.generate manifest.generate manifest.diff\n"
        "destructive uninstall tag.remove waypoint.delete x.uninstall\nunknown dashboard bug-report admin proxy-config.log",
        lambda _verb: (),
    ),
    "linkerd": by_verb(
        "* -n: --namespace: --context: --kubeconfig?: -L: --linkerd-namespace: -A --all-namespaces -o: --output: --proxy --pre --wait: -t: --time-window: --to: --from: --short --client --api-addr: --verbose --expected-version: --crds --ha --set: -f: --values:\n"
        "read version check viz.stat viz.edges viz.routes viz.check viz.top.-h diagnostics.endpoints multicluster.check "
        "multicluster.gateways stat edges routes\nredeploy install upgrade inject viz.install\n"
        "destructive uninstall prune\nunknown viz.tap viz.dashboard",
        lambda _verb: (),
    ),
    "cilium": by_verb(
        "* -n: --namespace: --context: --kubeconfig?: -o: --output: --wait --wait-duration: --brief --verbose --client --ignore-warnings --all-addresses --all-controllers --set: --version:\nread status version config.view clustermesh.status connectivity.perf.-h "
        "endpoint.list endpoint.get service.list node.list policy.get bpf.lb.list identity.list hubble.list\n"
        "redeploy install upgrade hubble.enable clustermesh.enable clustermesh.connect\nstop hubble.disable clustermesh.disable\n"
        "destructive uninstall policy.delete config.set",
        lambda _verb: (),
    ),
    "calicoctl": by_verb(
        "* -c?: --config?: --context: -o: --output: -n: --namespace: -A --all-namespaces --show-blocks --show-borrowed --ip: --show-all-ips --show-problem-ips --allow-version-mismatch -f: --filename: --export -r --recursive\nread version get node.status node.checksystem ipam.show ipam.check cluster.diags.-h\n"
        "redeploy apply create replace node.run\nstop node.diags.-h\ndestructive delete ipam.release patch label datastore.migrate.import",
        lambda _verb: (),
    ),
    "k9s": by_verb("read version info"),
    "kn": by_verb(
        "* -n: --namespace: -o: --output: -A --all-namespaces --no-headers --image: --env: --port: -s: --service: --verbose\nread version service.list service.describe revision.list revision.describe route.list\n"
        "redeploy service.create service.update service.apply\ndestructive service.delete revision.delete"
    ),
    "tkn": by_verb(
        "* -n: --namespace: -o: --output: -A --all-namespaces --no-headers --limit: -L --last -f --follow -a --all --label: --reverse -t: --task: --showlog --param: -p: -w: --workspace: -s: --serviceaccount: -F --keep:\nread version pipeline.list pipeline.describe pipelinerun.list pipelinerun.describe pipelinerun.logs "
        "taskrun.list taskrun.describe taskrun.logs pr.list pr.describe pr.logs tr.list tr.logs\nredeploy pipeline.start task.start\n"
        "stop pipelinerun.cancel taskrun.cancel\ndestructive pipelinerun.delete taskrun.delete pipeline.delete"
    ),
    "kops": by_verb(
        "* --name: --state: -o: --output: --wait: --yes --full --count: --cloudonly --force --instance-group: --node-count: --zones:\nread version get.clusters get.instancegroups validate.cluster\nredeploy update upgrade rolling-update create\n"
        "disclose export get.secrets\ndestructive delete edit"
    ),
    "rke2": by_verb(
        "read --version etcd-snapshot.ls\nredeploy server agent etcd-snapshot.save\ndestructive etcd-snapshot.delete"
    ),
    "cmctl": by_verb(
        "* -n: --namespace: -o: --output: --wait: --short --client --all -A --all-namespaces -l: --selector:\nread version check.api status.certificate inspect.secret.-h\ndisclose inspect.secret\nredeploy renew"
    ),
    **{
        name: lambda call: (
            call.part(READ)
            if call.scanned(
                "-o?: --output?: --outputfile!: -n: --namespace: -A --all-namespaces --context: -t: --target-version: --exit-error "
                "--pods --containers --util --sort: --node-labels: --pod-labels: --available --save? -l: --logo --no-color --short"
            ).kind
            == READ
            else call.part(UNKNOWN)
        )
        for name in ("kubent", "popeye", "pluto", "kube-capacity")
    },
}

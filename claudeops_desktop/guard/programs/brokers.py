"""Queues, keepers of keys and values, and monitoring: RabbitMQ, Vault, Consul, etcd, Kafka, Prometheus."""

from __future__ import annotations

from functools import partial

from ..effects import DESTRUCTIVE, READ, UNKNOWN, CommandEffect
from ..lazy_regex import LazyRegex
from ..program_call import ProgramCall, Understand, harmless
from ..subcommand_tables import by_verb, find_verb, tree, verb_effect

_RABBIT = """
* -n: --node: -p: --vhost: -q --quiet -t: --timeout: --formatter: -s --silent -l --longnames --no-table-headers --no-column-headers --online --offline --local --all --only-enabled --enabled -E -e -m --minimal --verbose -v --unit: --summary --short --dry-run --hard -b --erlang-cookie?: --script-name: --implicitly-enabled --limit: --priority: --apply-to: --all-plugins --all-nodes --pre-hashed-password --silent --longnames
read status cluster_status list_queues list_exchanges list_bindings list_connections list_channels list_consumers list_users list_vhosts list_permissions list_policies environment.-h ping node_health_check list_parameters report version list_user_permissions list_topic_permissions list_feature_flags await_startup check_running check_local_alarms check_port_connectivity memory_breakdown alarms listeners check_alarms list list_unresponsive_queues server_version os_env.-h
restart start_app restart_vhost
stop stop_app close_connection close_all_connections stop shutdown suspend_listeners
disclose environment
redeploy join_cluster rotate_logs add_vhost add_user enable_feature_flag set_policy rebalance
destructive delete_queue purge_queue delete_user delete_vhost reset force_reset forget_cluster_node clear_policy change_password set_permissions set_user_tags clear_permissions enable disable force_boot set
unknown eval exec
"""

_VAULT = """
* -address: -namespace: -ca-cert: -format: -client-cert: -client-key: -ca-path: -tls-server-name: -tls-skip-verify -policy-override -header: -wrap-ttl: -mfa: -no-print -non-interactive -log-level: -output-curl-string
read status version secrets.list auth.list audit.list policy.list path-help operator.raft.list-peers operator.key-status lease.lookup
restart operator.step-down
redeploy secrets.enable auth.enable operator.unseal policy.write operator.rotate
stop operator.seal
destructive delete secrets.disable auth.disable token.revoke lease.revoke kv.delete kv.destroy kv.put kv.metadata.delete write policy.delete secrets.move secrets.tune audit.disable
disclose read kv.get login token.lookup token.create unwrap print operator.init operator.generate-root operator.rekey kv.metadata.get
read kv.list list
unknown ssh agent
@kv.list,list,secrets.list,auth.list,audit.list,policy.list,status,version,lease.lookup,operator.raft.list-peers,operator.key-status,path-help,read,kv.get,kv.metadata.get -detailed -mount: -version: -field:
"""

_CONSUL = """
* -http-addr: -token: -datacenter: -ca-file: -namespace: -token-file: -client-cert: -client-key: -ca-path: -tls-server-name: -stale -partition:
read members info catalog.services catalog.nodes catalog.datacenters operator.raft.list-peers version validate health operator.autopilot.state operator.autopilot.get-config intention.list intention.check rtt config.list config.read acl.policy.list
restart reload operator.raft.transfer-leader
stop leave maint
destructive kv.delete kv.put kv.import force-leave services.deregister snapshot.restore config.write config.delete operator.raft.remove-peer intention.delete intention.create services.register acl.token.delete
disclose kv.get kv.export acl.token.read acl.token.list acl.bootstrap keygen keyring
unknown exec lock watch event snapshot.save snapshot.inspect connect
@members,catalog.services,catalog.nodes,info,health,operator.raft.list-peers,intention.list,rtt,config.list,config.read,validate,version,acl.policy.list,operator.autopilot.state,operator.autopilot.get-config -detailed -status: -wan -segment: -tags -node: -node-meta: -service: -near: -filter: -kind: -name: -format: -quiet -separator: -meta -config-format: -stale -partition: -peer: -stale-ok
@kv.get -keys -recurse -detailed -separator: -base64 -stale
@maint -service: -reason: -enable -disable
@keyring -list -relay-factor: -local-only
"""

_ETCDCTL = """
* --endpoints: --cacert: --cert: --key: --user: -w: --write-out: --dial-timeout: --command-timeout: --cluster --debug --hex --insecure-transport --insecure-skip-tls-verify --keepalive-time: --keepalive-timeout: --password: --discovery-srv: --insecure-discovery
read endpoint.health endpoint.status endpoint.hashkv member.list version alarm.list check.perf snapshot.status lease.list auth.status user.list role.list
restart move-leader
destructive del put compaction defrag member.remove member.add member.update snapshot.restore alarm.disarm lease.revoke auth.disable auth.enable role.delete user.delete txn
disclose get watch make-mirror
unknown snapshot.save lock elect
@get --prefix --keys-only --count-only --limit: --from-key --rev: --sort-by: --order: --consistency: --print-value-only
@endpoint.health,endpoint.status,endpoint.hashkv,member.list,alarm.list,lease.list,user.list,role.list --cluster --consistency: --linearizable --hex
"""

_VAULT_STATE = LazyRegex(
    r"/?(?:v1/)?sys/(?:health|seal-status|leader|ha-status|host-info|version-history|replication/(?:\w+/)?status|"
    r"storage/raft/(?:configuration|autopilot/\w+)|internal/counters/[\w/]+|metrics|license/status|mounts|auth|audit|"
    r"policies/acl(?:/[\w-]+)?|capabilities-self)\Z"
)

"""Paths of Vault that tell how it is, and hold no secret."""


def _vault(call: ProgramCall) -> list[CommandEffect]:
    verb = find_verb(call, tree(_VAULT))
    plain = verb.after.kind == verb.before.kind == READ and not verb.after.unsure
    paths = verb.after.operands if verb.path == ("read",) and plain else ()
    if paths and all(_VAULT_STATE.match(word.text) for word in paths):
        return call.part(READ, verb="read")
    return verb_effect(call, verb, ("vault",))


def _consul(call: ProgramCall) -> list[CommandEffect]:
    verb = find_verb(call, tree(_CONSUL))
    if verb.path == ("kv", "get") and any(word.text in ("-keys", "--keys") for word in verb.words):
        return call.part(READ, verb="kv get")
    if verb.path == ("maint",) and not any(word.text.lstrip("-") in ("enable", "disable") for word in verb.words):
        return call.part(READ, verb="maint")
    return verb_effect(call, verb, ("consul",))


def _etcdctl(call: ProgramCall) -> list[CommandEffect]:
    verb = find_verb(call, tree(_ETCDCTL))
    if verb.path == ("get",) and verb.after.has("--keys-only", "--count-only") and verb.after.kind == READ:
        return call.part(READ, verb="get")
    return verb_effect(call, verb, ("etcd",))


_KAFKA = ("only --exclude-internal --if-exists --at-min-isr-partitions --under-min-isr-partitions --topics-with-overrides --timeout: --validate-regex --topic-id: --partitions: --replication-factor: --config: --if-not-exists --delete! --delete-offsets! --alter! --reset-offsets! --execute! --create+ --list --describe --bootstrap-server: --topic: --group: --zookeeper: --all-groups --command-config: --under-replicated-partitions "
          "--unavailable-partitions --members --verbose --state --offsets --all-topics --version")  # fmt: skip

PROGRAMS: dict[str, Understand] = {
    "rabbitmqctl": by_verb(_RABBIT, lambda _verb: ("rabbitmq",)),
    "rabbitmq-diagnostics": by_verb(_RABBIT, lambda _verb: ("rabbitmq",)),
    "rabbitmq-plugins": by_verb(_RABBIT, lambda _verb: ("rabbitmq",)),
    "rabbitmqadmin": by_verb(
        "* -H: -P: -u: -p: -V: -f: -[Nsqdk] --host: --port: --username: --password: --vhost: --format: --sort: --sort-reverse --bash-completion --depth: --ssl --ssl-ca-cert-file: --ssl-disable-hostname-verification --path-prefix: --node: --timeout: -U: --base-uri: --non-interactive -t: --request-timeout:\nread list show\ndestructive delete purge declare close publish get\nunknown export import"
    ),
    "vault": _vault,
    "consul": _consul,
    "etcdctl": _etcdctl,
    "kafka-topics.sh": partial(harmless, known=_KAFKA),
    "kafka-topics": partial(harmless, known=_KAFKA),
    "kafka-consumer-groups.sh": partial(harmless, known=_KAFKA),
    "kafka-consumer-groups": partial(harmless, known=_KAFKA),
    "nats": by_verb(
        "* -s: --server: --creds: --context: --user: --password: --timeout: --js-domain: --tlscert: --tlskey: --tlsca: --nkey: -j --json -a --all --names -n --no-select --subject: --sort: --trace --reverse --raw --state --api-level --wait: --expect: --peer-expect: --lag-critical: --seen-critical: --msgs-warn: --msgs-critical: --format:\nread server.check server.list server.info stream.ls stream.info stream.report consumer.ls consumer.info rtt account.info\n"
        "destructive stream.rm stream.purge consumer.rm stream.edit\nunknown pub sub request"
    ),
    "mosquitto_sub": partial(
        harmless,
        known="--remove-retained! -[tLhpuPCWFqiVTUkKAxD]: -[vdRNcES1] -o?: --cafile: --capath: --cert: --key: --insecure --tls-version: --quiet --pretty --retained-only --will-topic: --will-payload: --will-qos: --ws --debug --id: --id-prefix: --nodelay --no-retain",
    ),
    "promtool": by_verb(
        "* --http.config.file: --lint: --lint-fatal --agent --syntax-only --start: --end: --step: --match: --header: -o: --format: --limit: "
        "--extended --time: -r --human-readable --server: --junit: --run: --diff --debug --enable-feature: --tls-config?: --no-lint --url: -v --ignore-unknown-fields --type: --duration: --seconds:\nread check.config check.rules check.metrics check.web-config query.instant query.range query.labels query.series query.analyze tsdb.analyze tsdb.list check.healthy check.ready test.rules\nunknown push tsdb.create-blocks-from debug"
    ),
    "amtool": by_verb(
        "* --alertmanager.url: --config.file: --output: -o: --timeout: --http.config.file: --date.format: -v --verbose --version-check --no-version-check -a --active -s --silenced -i --inhibited -u --unprocessed -r: --receiver: --expired --within: -q --quiet --created-by: --id: --tree --verify.receivers: --author: -c: --comment: -d: --duration: --start: --end: --require-comment --template.glob: --template.text: --template.type: --template.data: --annotation:\nread alert alert.query silence.query check-config config.show config.routes cluster.show config.routes.show config.routes.test template.render\ndestructive silence.add silence.expire silence.update alert.add",
        lambda _verb: (),
    ),
    "logcli": by_verb(
        "* --addr: --org-id: --username: --password: --bearer-token-file: --bearer-token: --ca-cert: --cert: --key: --tls-skip-verify --limit: --since: --from: --to: --step: --interval: --batch: --forward --no-labels --exclude-label: --include-label: --labels-length: --tail -t -f --follow --delay-for: -q -o: --output: --timezone: --stats --colored-output -z: --analyze-labels --now: --targetLabels: --aggregateByLabels --include-common-labels --overlapping-chunks --proxy-url?: --retries: --min-backoff: --max-backoff: --query-tags: --nocache --parallel-duration: --parallel-max-workers: -v --max-query-length:\nread query labels series instant-query stats volume"
    ),
    "ldapsearch": partial(
        harmless, known="-T!: -F!: -[HbDwyszlfhpaoYUXRSdEeVPNO]: -[xWAncZvMIqQuC] -L -LL -LLL -ZZ -t! -tt!"
    ),
    **{name: lambda call: call.part(DESTRUCTIVE) for name in ("ldapmodify", "ldapadd", "ldapdelete", "ldappasswd")},
    "memcstat": partial(
        harmless,
        known="--servers: --binary --verbose --quiet --flag: --analyze:: --server-version --username: --password: --args:",
    ),
    "memcached-tool": lambda call: call.part(
        READ
        if call.arguments
        and [w.text for w in call.arguments[1:]] in ([], ["stats"], ["display"], ["settings"], ["sizes"])
        and not call.arguments[0].text.startswith("-")
        else UNKNOWN
    ),
}

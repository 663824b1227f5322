"""Queues, keepers of keys and values, and monitoring: RabbitMQ, Vault, Consul, etcd, Kafka, Prometheus."""

from __future__ import annotations

from functools import partial

from ..effects import DESTRUCTIVE, READ, UNKNOWN, CommandEffect
from ..lazy_regex import LazyRegex
from ..program_call import ProgramCall, Understand, harmless
from ..subcommand_tables import by_verb, find_verb, tree, verb_effect

_RABBIT = """
* -n: --node: -p: --vhost: -q --quiet -t: --timeout: --formatter: -s --silent -l --longnames
read status cluster_status list_queues list_exchanges list_bindings list_connections list_channels list_consumers list_users list_vhosts list_permissions list_policies environment.-h ping node_health_check list_parameters report version list_user_permissions list_topic_permissions list_feature_flags await_startup check_running check_local_alarms check_port_connectivity memory_breakdown alarms listeners check_alarms list list_unresponsive_queues server_version os_env.-h
restart start_app restart_vhost
stop stop_app close_connection close_all_connections stop shutdown suspend_listeners
disclose environment
redeploy join_cluster rotate_logs add_vhost add_user enable_feature_flag set_policy rebalance
destructive delete_queue purge_queue delete_user delete_vhost reset force_reset forget_cluster_node clear_policy change_password set_permissions set_user_tags clear_permissions enable disable force_boot set
unknown eval exec
"""

_VAULT = """
* -address: -namespace: -ca-cert: -format:
read status version secrets.list auth.list audit.list policy.list path-help operator.raft.list-peers operator.key-status lease.lookup
restart operator.step-down
redeploy secrets.enable auth.enable operator.unseal policy.write operator.rotate
stop operator.seal
destructive delete secrets.disable auth.disable token.revoke lease.revoke kv.delete kv.destroy kv.put kv.metadata.delete write policy.delete secrets.move secrets.tune audit.disable
disclose read kv.get login token.lookup token.create unwrap print operator.init operator.generate-root operator.rekey kv.metadata.get
read kv.list list
unknown ssh agent
"""

_CONSUL = """
* -http-addr: -token: -datacenter: -ca-file: -namespace:
read members info catalog.services catalog.nodes catalog.datacenters operator.raft.list-peers version validate health operator.autopilot.state operator.autopilot.get-config intention.list intention.check rtt config.list config.read acl.policy.list
restart reload operator.raft.transfer-leader
stop leave maint
destructive kv.delete kv.put kv.import force-leave services.deregister snapshot.restore config.write config.delete operator.raft.remove-peer intention.delete intention.create services.register acl.token.delete
disclose kv.get kv.export acl.token.read acl.token.list acl.bootstrap keygen keyring
unknown exec lock watch event snapshot.save snapshot.inspect connect
"""

_ETCDCTL = """
* --endpoints: --cacert: --cert: --key: --user: -w: --write-out: --dial-timeout: --command-timeout: --cluster
read endpoint.health endpoint.status endpoint.hashkv member.list version alarm.list check.perf snapshot.status lease.list auth.status user.list role.list
restart move-leader
destructive del put compaction defrag member.remove member.add member.update snapshot.restore alarm.disarm lease.revoke auth.disable auth.enable role.delete user.delete txn
disclose get watch make-mirror
unknown snapshot.save lock elect
@get --prefix --keys-only --count-only --limit: --from-key --rev: --sort-by: --order: --consistency: --print-value-only
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


_KAFKA = ("only --delete! --delete-offsets! --alter! --reset-offsets! --execute! --create+ --list --describe --bootstrap-server: --topic: --group: --zookeeper: --all-groups --command-config: --under-replicated-partitions "
          "--unavailable-partitions --members --verbose --state --offsets --all-topics --version")  # fmt: skip

PROGRAMS: dict[str, Understand] = {
    "rabbitmqctl": by_verb(_RABBIT, lambda _verb: ("rabbitmq",)),
    "rabbitmq-diagnostics": by_verb(_RABBIT, lambda _verb: ("rabbitmq",)),
    "rabbitmq-plugins": by_verb(_RABBIT, lambda _verb: ("rabbitmq",)),
    "rabbitmqadmin": by_verb(
        "* -H: -P: -u: -p: -V: -f:\nread list show\ndestructive delete purge declare close publish get\nunknown export import"
    ),
    "vault": _vault,
    "consul": _consul,
    "etcdctl": _etcdctl,
    "kafka-topics.sh": partial(harmless, known=_KAFKA),
    "kafka-topics": partial(harmless, known=_KAFKA),
    "kafka-consumer-groups.sh": partial(harmless, known=_KAFKA),
    "kafka-consumer-groups": partial(harmless, known=_KAFKA),
    "nats": by_verb(
        "* -s: --server: --creds: --context:\nread server.check server.list server.info stream.ls stream.info stream.report consumer.ls consumer.info rtt account.info\n"
        "destructive stream.rm stream.purge consumer.rm stream.edit\nunknown pub sub request"
    ),
    "mosquitto_sub": partial(
        harmless, known="--remove-retained! -t: -h: -p: -u: -P: -C: -W: -F: -q: -o?: -i: --cafile:"
    ),
    "promtool": by_verb(
        "read check.config check.rules check.metrics check.web-config query.instant query.range query.labels query.series query.analyze tsdb.analyze tsdb.list check.healthy check.ready test.rules\nunknown push tsdb.create-blocks-from debug"
    ),
    "amtool": by_verb(
        "* --alertmanager.url: --config.file: --output: -o:\nread alert alert.query silence.query check-config config.show config.routes cluster.show config.routes.show config.routes.test template.render\ndestructive silence.add silence.expire silence.update alert.add",
        lambda _verb: (),
    ),
    "logcli": by_verb("* --addr: --org-id:\nread query labels series instant-query stats volume"),
    "ldapsearch": partial(
        harmless, known="-T!: -F!: -H: -b: -D: -w: -y: -s: -z: -l: -f: -h: -p: -a: -o: -Y: -U: -x -L -LL -LLL -W -t! -A"
    ),
    **{name: lambda call: call.part(DESTRUCTIVE) for name in ("ldapmodify", "ldapadd", "ldapdelete", "ldappasswd")},
    "memcstat": lambda call: call.part(READ),
    "memcached-tool": lambda call: call.part(
        READ
        if len(call.arguments) == 1 or call.arguments[1].text in ("stats", "display", "settings", "sizes")
        else UNKNOWN
    ),
}

"""Databases and queues: what a client asks decides, and only what surely asks is let through as reading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from ..effects import DESTRUCTIVE, DISCLOSE, READ, RESTART, STOP, UNKNOWN, CommandEffect
from ..lazy_regex import LazyRegex
from ..options import options, scan
from ..program_call import ProgramCall, Understand, harmless
from ..sql import BACKSLASH, DOT, PRAGMA, sql_kind
from ..subcommand_tables import by_verb

_WHY_ASKED = {
    UNKNOWN: "Whether this “{}” only asks cannot be told.",
    DISCLOSE: "“{}” is told to show passwords or files.",
}


def _asked(call: ProgramCall, texts: list[str], special: LazyRegex | None = None) -> list[CommandEffect]:
    kinds = [sql_kind(text, special) for text in texts]
    for kind in (DESTRUCTIVE, STOP, UNKNOWN, DISCLOSE, RESTART):
        if kind in kinds:
            return call.part(kind, why=_WHY_ASKED.get(kind, "“{}” is told to do more than ask.").format(call.name))
    return call.part(READ)


_PSQL = ("-c: --command: -f?: --file?: -o!: --output!: -L!: --log-file!: -l --list -d: --dbname: -h: --host: -p: --port: -U: "
         "--username: -F: -P: -R: -T: -v?: --set?: --variable?: --csv -A -t -q -x -X -w -W -1 -n -b -a -e -E -H -s -S -V")  # fmt: skip


def _psql(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(_PSQL)
    texts = [value for name, value in found.given if name in ("-c", "--command")]
    if found.unsure or found.kind == UNKNOWN or (not texts and not found.has("-l", "--list", "-V", "--version")):
        return call.unknown("What “psql” runs is not seen.")
    return call.part(DESTRUCTIVE) if found.kind != READ else _asked(call, texts, BACKSLASH)


_MYSQL = ("-e: --execute: -h: --host: -P: --port: -u: --user: -D: --database: -S: --socket: --tee!: --init-command?: "
          "--defaults-file: --defaults-extra-file: --pager?: --plugin-dir?: --default-auth?: -N -B -s -t -E -v -r -A -H -X "
          "--login-path: --password --connect-timeout: --protocol: -p --batch --skip-column-names --ssl-mode: --table")  # fmt: skip


def _mysql(call: ProgramCall) -> list[CommandEffect]:
    joined = tuple(w._replace(text="-p") if re.match(r"-p.", w.text) else w for w in call.arguments)
    found = scan(joined, options(_MYSQL))
    texts = [value for name, value in found.given if name in ("-e", "--execute")]
    if found.has("-V", "--version") and not texts:
        return call.part(READ)
    if (
        found.unsure
        or found.kind == UNKNOWN
        or not texts
        or any("\\!" in t or re.search(r"(?i)\b(system|source|tee|pager)\b", t) for t in texts)
    ):
        return call.unknown(f"What “{call.name}” runs is not seen.")
    return (
        call.part(DESTRUCTIVE) if found.kind != READ else _asked(call, [re.sub(r"\\[gG]\s*\Z", "", t) for t in texts])
    )


def _sqlite(call: ProgramCall) -> list[CommandEffect]:
    known = "only -readonly -header -csv -json -line -column -list -table -box -markdown -html -separator: -batch -bail -noheader -cmd?: -init?: -version --version -tabs -ascii -quote"
    found = call.scanned(known, short=False)
    if found.has("-version", "--version"):
        return call.part(READ)
    if found.unsure or found.kind != READ or len(found.operands) < 2:
        return call.unknown("What “sqlite3” runs is not seen.")
    special = LazyRegex(f"{DOT.pattern}|{PRAGMA.pattern}", re.I)
    return _asked(call, [word.text for word in found.operands[1:]], special)


_REDIS_READS = frozenset(
    """
info ping get mget exists ttl pttl type keys scan dbsize llen lrange lindex scard smembers sismember hget
hgetall hkeys hvals hlen hexists zcard zrange zscore zrevrange zcount zrank strlen getrange time lastsave role
echo command hscan sscan zscan xlen xrange xinfo object exists bitcount pfcount randomkey hmget lpos xpending
hstrlen srandmember memory-usage zrangebyscore
""".split()
)

_REDIS_PAIRS = {
    "client": {"list", "info", "id", "getname"}, "config": {"get"}, "cluster": {"info", "nodes", "slots", "shards", "myid"},
    "memory": {"usage", "stats", "doctor"}, "slowlog": {"get", "len"}, "latency": {"latest", "doctor", "history"}, "acl": {"whoami"},
    "sentinel": {"masters", "master", "replicas", "slaves", "sentinels", "get-master-addr-by-name", "ckquorum"},
    "module": {"list"}, "command": {"count", "info", "docs"}, "object": {"encoding", "idletime", "freq"}, "pubsub": {"channels", "numsub"},
}  # fmt: skip

_REDIS_UNSEEN = frozenset(
    [
        "eval",
        "evalsha",
        "fcall",
        "script",
        "module",
        "debug",
        "monitor",
        "subscribe",
        "psubscribe",
        "auth",
        "migrate",
        "replicaof",
        "slaveof",
    ]
)


def _pairs(words: list[str]) -> bool:
    return bool(words) and words[0] in _REDIS_PAIRS


_REDIS_VALUES = frozenset(
    "get mget getrange substr hget hmget hgetall hvals hscan lrange lindex smembers srandmember sscan zrange zscan dump "
    "json.get xrange zrevrange getex".split()
)
_REDIS_SECRET = LazyRegex(r"sess|token|secret|passw|cred|auth|apikey|api_key|jwt|cookie|otp|oauth|login")


def _redis(call: ProgramCall) -> list[CommandEffect]:
    known = ("-h: -p: -a: -n: -s: -u: --user: --pass: -r: -i: -x? --eval?: --rdb!: --functions-rdb!: --pipe? --cacert: --cert: --key: -c -t: "
             "--raw --no-auth-warning --csv --json -d: --tls --stat --latency --bigkeys --memkeys --hotkeys --scan --pattern: -3 -2 --count: -X?: "
             "--cluster? --sni: --lru-test?: --intrinsic-latency: --latency-history --latency-dist --quoted-pattern: --no-raw --askpass --insecure")  # fmt: skip
    found = call.scanned(known, first_operand_ends=True)
    words = [w.text.lower() for w in call.arguments[found.rest :]]
    if found.kind != READ or any(
        w.splits for w in call.arguments[: found.rest + 2 if _pairs(words) else found.rest + 1]
    ):
        return call.unknown("What “redis-cli” runs is not seen.")
    if not words:
        looks = found.has(
            "--stat",
            "--latency",
            "--bigkeys",
            "--memkeys",
            "--hotkeys",
            "--scan",
            "--version",
            "-v",
            "--latency-history",
        )
        return call.part(READ) if looks else call.unknown("What “redis-cli” runs is not seen.")
    if (
        words[0] == "config"
        and words[1:2] == ["get"]
        and any("pass" in w or "auth" in w or "*" in w for w in words[2:])
    ):
        return call.part(DISCLOSE, ["redis"], "It may show a password.")
    if words[0] in _REDIS_VALUES and any(_REDIS_SECRET.search(w) for w in words[1:]):
        return call.part(DISCLOSE, ["redis"], "It shows a value whose name says that it is secret.")
    if words[0] in _REDIS_PAIRS and words[1:2]:
        if words[1] in _REDIS_PAIRS[words[0]]:
            return call.part(READ)
    elif words[0] in _REDIS_READS:
        return call.part(READ)
    if words[0] in _REDIS_UNSEEN:
        return call.unknown(f"What “{words[0]}” does in Redis is not known.")
    if words[0] == "shutdown" or words[:2] in (["client", "kill"], ["client", "pause"]):
        return call.part(STOP, ["redis"])
    if words[0] in ("failover", "bgsave", "bgrewriteaof", "save") or words[:2] in (
        ["cluster", "failover"],
        ["sentinel", "failover"],
        ["client", "unpause"],
    ):
        return call.part(RESTART, ["redis"], verb=" ".join(words[:2] if _pairs(words) else words[:1]))
    return call.part(DESTRUCTIVE, why=f"“redis-cli {words[0]}” changes what Redis keeps.")


_MONGO_READS = LazyRegex(
    r"\s*(?:printjson\()?\s*(?:JSON\.stringify\()?\s*(?:show\s+(?:dbs|collections|databases|users|tables|profile)|"
    r"(?:db|rs|sh)(?:\.getSiblingDB\(['\"]\w+['\"]\))?(?:\.(?:status|conf|config|printReplicationInfo|printSecondaryReplicationInfo|hello|isMaster|"
    r"serverStatus|stats|version|getCollectionNames|getName|currentOp|hostInfo|printSlaveReplicationInfo|getMongo|serverBuildInfo)\([^();$]*\)"
    r"|\.\w+\.(?:count|countDocuments|estimatedDocumentCount|stats|getIndexes|find|findOne|distinct|totalSize|dataSize)\([^();$]*\))"
    r"(?:\.(?:limit|sort|pretty|count|toArray|size|ok|version|uptime|connections|members|skip)(?:\([^();$]*\))?)*"
    r"|db\.adminCommand\(\s*['\"](?:ping|serverStatus|listDatabases|hello|buildInfo)['\"]\s*\)|db\.runCommand\(\s*\{\s*['\"]?(?:ping|hello|serverStatus|dbStats)['\"]?\s*:\s*1\s*\}\s*\)(?:\.ok)?)\)*\s*;?\s*\Z"
)  # fmt: skip


def _mongo(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("--eval: --host: --port: -u: -p: --username: --password: --authenticationDatabase: --quiet --norc --json "
                         "--tls --tlsCAFile: --tlsCertificateKeyFile: -f?: --file?:")  # fmt: skip
    text = found.value("--eval")
    files = [w.text for w in found.operands if w.text.endswith((".js", ".mongodb"))]
    if re.search(r"(?i)\.\w*(?:user|account|credential|session|token|secret)s?\.find", text):
        return call.discloses("It shows a collection in which passwords usually stand.")
    if found.kind == READ and not found.unsure and not files and text and _MONGO_READS.match(text):
        return call.part(READ)
    if re.search(
        r"\.(?:shutdownServer|killOp|killSession\w*|stepDown|freeze)\(|\b['\"]?(?:shutdown|replSetStepDown|killOp)['\"]?\s*:",
        text,
    ):
        return call.part(STOP, ["mongodb"], f"“{call.name}” is told to stop the server or what runs on it.")
    if re.search(r"\.(drop\w*|delete\w*|remove|update\w*|insert\w*|replace\w*)\(", text):
        return call.part(DESTRUCTIVE, why=f"“{call.name}” is told to do more than ask.")
    return call.unknown(f"Whether this “{call.name}” only asks cannot be told.")


def _clickhouse(call: ProgramCall) -> list[CommandEffect]:
    words = call.arguments[1:] if call.arguments and call.arguments[0].text == "client" else call.arguments
    found = scan(words, options("-q: --query: -h: --host: --port: -u: --user: --password: -d: --database: -f: --format: "
                                "--queries-file?: -n --config-file?: -C?:"))  # fmt: skip
    texts = [v for n, v in found.given if n in ("-q", "--query")]
    if not texts or found.kind != READ or found.unsure:
        return call.unknown("What it runs is not seen.")
    return _asked(call, texts)


def _influx(call: ProgramCall) -> list[CommandEffect]:
    text = call.scanned("-execute: -database: -host: -port: -username: -password: -format:", short=False).value(
        "-execute"
    )
    return _asked(call, [text]) if text else call.unknown("What “influx” runs is not seen.")


def _each_verb(table: str) -> Understand:
    """For programs that take several commands at once: ``mysqladmin status shutdown``."""
    understand_one = by_verb(table, lambda _verb: ())

    def understand(call: ProgramCall) -> list[CommandEffect]:
        verbs = [
            word for word in call.scanned(table.partition("\n")[0].removeprefix("* ")).operands if word.text.isascii()
        ]
        rest = tuple(word for word in call.arguments if word not in verbs)
        parts = [part for verb in verbs for part in understand_one(call._replace(arguments=(*rest, verb)))]
        return parts or understand_one(call)

    return understand


def _dumps(call: ProgramCall, bare: Sequence[str], known: str) -> list[CommandEffect]:
    """A whole database on the standard output: its passwords too, unless only the shape of its tables is asked for."""
    parts = harmless(call, known)
    if not call.scanned(known).has(*bare):
        parts += call.discloses(f"“{call.name}” shows all that a database holds.")
    return parts


def _pg_ctlcluster(call: ProgramCall) -> list[CommandEffect]:
    """``pg_ctlcluster 15 main reload``."""
    verb = call.arguments[2].text if call.arguments[2:3] else ""
    return call.part({"status": READ, "stop": STOP}.get(verb, RESTART), ["postgresql"], verb=verb)


PROGRAMS: dict[str, Understand] = {
    "psql": _psql,
    "cockroach": lambda call: (
        call.unknown("What “cockroach” does is not known.")
        if [w.text for w in call.arguments[:2]] != ["node", "status"]
        else call.part(READ)
    ),
    "pg_isready": partial(harmless, known=""),
    "pg_lsclusters": partial(harmless, known=""),
    "pg_controldata": partial(harmless, known=""),
    "pg_config": partial(harmless, known=""),
    "pg_ctl": by_verb(
        "* -D: -l!: -m: -t: -o?: -p?: -w -s\nread status\nrestart start restart reload promote logrotate\nstop stop kill\n"
        "destructive initdb init",
        lambda _verb: ("postgresql",),
    ),
    "pg_ctlcluster": _pg_ctlcluster,
    **{
        name: lambda call: call.part(DESTRUCTIVE)
        for name in [
            "dropdb",
            "dropuser",
            "createdb",
            "createuser",
            "pg_restore",
            "pg_resetwal",
            "vacuumdb",
            "reindexdb",
            "clusterdb",
            "mysqlimport",
            "mongorestore",
            "mongoimport",
            "pg_rewind",
            "initdb",
            "pg_upgrade",
        ]
    },
    "pg_dump": partial(
        _dumps,
        bare=("-s", "--schema-only"),
        known="-f!: --file!: -d: -h: -p: -U: -n: -t: -T: -N: -F: -j: -Z: -s -a -c -C -O -x",
    ),
    "pg_dumpall": partial(
        _dumps,
        bare=("-t", "--tablespaces-only"),
        known="-f!: --file!: -d: -h: -p: -U: -l: -g -r -s --roles-only? --globals-only? -t --tablespaces-only --no-role-passwords",
    ),
    "pgbench": lambda call: call.unknown("“pgbench” loads and changes the database."),
    "patronictl": by_verb(
        "* -c: --config-file: -d: --dcs: -k\nread list topology history version show-config dsn\nrestart restart reload switchover "
        "failover resume\nstop pause\ndestructive reinit remove edit-config flush"
    ),
    "repmgr": by_verb(
        "* -f: --config-file:\nread cluster.show cluster.matrix node.status node.check cluster.event daemon.status service.status\n"
        "restart standby.switchover standby.promote standby.follow\nredeploy standby.clone standby.register primary.register"
    ),
    **dict.fromkeys(("mysql", "mariadb"), _mysql),
    "mysqladmin": _each_verb(
        f"* {_MYSQL} -i: -c: -w:\nread status extended-status ping processlist variables version proc\nrestart reload refresh "
        "flush-logs flush-hosts flush-status flush-tables flush-threads flush-privileges start-slave\nstop shutdown kill stop-slave stop-replica\n"
        "destructive drop create password",
    ),
    "mariadb-admin": _each_verb(
        f"* {_MYSQL}\nread status extended-status ping processlist variables version\nrestart reload refresh\nstop shutdown kill\n"
        "destructive drop create password",
    ),
    "mysqldump": partial(
        _dumps,
        bare=("-d", "--no-data"),
        known="-r!: --result-file!: -T!: --tab!: -h: -P: -u: -B -A --databases --delete-master-logs! --delete-source-logs! --flush-logs~ -F~ --dump-slave~ "
        "--dump-replica~ --flush-privileges --where: -w: --ignore-table:",
    ),
    "mariadb-dump": partial(
        _dumps,
        bare=("-d", "--no-data"),
        known="-r!: --result-file!: -T!: --tab!: -h: -P: -u: -B -A --databases --delete-master-logs! "
        "--flush-logs~ -F~ --dump-slave~ --dump-replica~ --where: -w: --ignore-table:",
    ),
    "mysqlcheck": partial(
        harmless,
        known="-r! --repair! -o! --optimize! --auto-repair! -a! -h: -u: -P: -c --check --fix-db-names! --fix-table-names! -g! -A -B -p",
    ),
    "sqlite3": _sqlite,
    **dict.fromkeys(("redis-cli", "valkey-cli", "keydb-cli"), _redis),
    "mongosh": _mongo,
    "mongo": _mongo,
    "mongostat": partial(harmless, known=""),
    "mongotop": partial(harmless, known=""),
    "mongodump": lambda call: call.part(DESTRUCTIVE, why="“mongodump” writes files."),
    "clickhouse-client": _clickhouse,
    "clickhouse": _clickhouse,
    "influx": _influx,
    "cqlsh": lambda call: _asked(
        call, [call.scanned("-e: --execute: -u: -p: -k: -f?:").value("-e", "--execute") or "?"]
    ),
    "nodetool": by_verb(
        "* -h: -p: -u: -pw:\nread status info ring netstats tpstats compactionstats describecluster gossipinfo version tablestats cfstats "
        "getendpoints proxyhistograms statusgossip statusbinary gcstats describering getlogginglevels\n"
        "restart enablegossip enablebinary enablethrift\nstop drain stopdaemon disablegossip disablebinary disablethrift pausehandoff\nredeploy repair compact rebuild flush scrub upgradesstables refresh\n"
        "destructive decommission removenode cleanup clearsnapshot assassinate move snapshot",
        lambda _verb: (),
    ),
}

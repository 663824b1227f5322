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
         "--username: -F: -P: -R: -T: -v?: --set?: --variable?: --csv -[AtqxXwWn1baeEHsSVz0] --field-separator: --pset: --record-separator: "
         "--tuples-only --table-attr: --expanded --no-align --html --no-psqlrc --single-transaction --single-step --single-line --quiet --echo-all "
         "--echo-errors --echo-queries --echo-hidden --no-readline --no-password --password --field-separator-zero --record-separator-zero")  # fmt: skip


def _psql(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(_PSQL)
    texts = [value for name, value in found.given if name in ("-c", "--command")]
    if found.unsure or found.kind == UNKNOWN or (not texts and not found.has("-l", "--list", "-V", "--version")):
        return call.unknown("What “psql” runs is not seen.")
    return call.part(DESTRUCTIVE) if found.kind != READ else _asked(call, texts, BACKSLASH)


_MYSQL = ("-e: --execute: -h: --host: -P: --port: -u: --user: -D: --database: -S: --socket: --tee!: --init-command?: "
          "--defaults-file: --defaults-extra-file: --pager?: --plugin-dir?: --default-auth?: -N -B -s -t -E -v -r -A -H -X "
          "--login-path: --password --connect-timeout: --protocol: -p:: -[GnqUcwCfiLoV] --batch --skip-column-names --ssl-mode: --table --silent --vertical --raw --force "
          "--no-auto-rehash --html --xml --column-names --default-character-set: --ssl --ssl-ca: --ssl-cert: --ssl-key: --ssl-verify-server-cert --skip-ssl --compress --quick "
          "--no-defaults --verbose --safe-updates --unbuffered --no-beep --reconnect --skip-reconnect --one-database --max-allowed-packet: --binary-as-hex --auto-vertical-output --skip-line-numbers")  # fmt: skip


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
    known = "only operands -nofollow -safe -stats -echo -nullvalue: -newline: -qbox -jsonl -readonly -header -csv -json -line -column -list -table -box -markdown -html -separator: -batch -bail -noheader -cmd?: -init?: -version --version -tabs -ascii -quote"
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
             "--cluster? --sni: --lru-test?: --intrinsic-latency: --latency-history --latency-dist --quoted-pattern: --no-raw --askpass --insecure "
             "-[v46D]: -[e] --version --count --keystats --top: --cursor: --show-pushes --quoted-input --verbose --no-auth-warning")  # fmt: skip
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
    r"(?:\.(?:limit|sort|pretty|count|toArray|size|ok|version|uptime|connections|members|skip)(?:\([^();$]*\))?|\.\w+(?![\w(]))*"
    r"|db\.adminCommand\(\s*['\"](?:ping|serverStatus|listDatabases|hello|buildInfo)['\"]\s*\)|db\.runCommand\(\s*\{\s*['\"]?(?:ping|hello|serverStatus|dbStats)['\"]?\s*:\s*1\s*\}\s*\)(?:\.ok)?)\)*\s*;?\s*\Z"
)  # fmt: skip


_ARROW = LazyRegex(r"\.(?:map|filter|forEach|find|some|every|flatMap)\(\s*\(?\s*\w+\s*\)?\s*=>")
_REMARKS = LazyRegex(r"\"[^\"\\`]*\"|'[^'\\`]*'")
_TELLS = LazyRegex(
    r"\b(?:print|printjson|tojson|toString|toFixed|toISOString|JSON\.stringify|Math\.(?:round|floor))\s*(?=\()"
)


def _without_arrows(text: str) -> str:
    """The text without ``.map(m => m.name + " " + m.stateStr)`` and its kind, where that only picks fields."""
    while (found := _ARROW.search(text)) is not None:
        end, depth = found.end(), 1
        while end < len(text) and depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        body = _TELLS.sub("", _REMARKS.sub("", text[found.end() : end - 1]))
        calls = re.search(r"[\w\])]\s*\(", body)
        if depth or calls or re.search(r"(?<![=!<>])=(?![=>])|\+\+|--|[\[;`$]", body):
            break
        text = text[: found.start()] + text[end:]
    return text


def _mongo(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("--eval: --host: --port: -u: -p: --username: --password: --authenticationDatabase: --quiet --norc --json "
                         "--tls --tlsCAFile: --tlsCertificateKeyFile: -f?: --file?: --nodb --quiet --ssl --sslCAFile: --tlsAllowInvalidCertificates --tlsAllowInvalidHostnames "
                         "--authenticationMechanism: --apiVersion: --retryWrites --json -verbose")  # fmt: skip
    text = found.value("--eval")
    files = [w.text for w in found.operands if w.text.endswith((".js", ".mongodb"))]
    if re.search(r"(?i)\.\w*(?:user|account|credential|session|token|secret)s?\.find", text):
        return call.discloses("It shows a collection in which passwords usually stand.")
    asked = _without_arrows(text)
    if found.kind == READ and not found.unsure and not files and text and _MONGO_READS.match(asked):
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
                                "--queries-file?: -[nmtsE] --multiquery --time --progress --vertical --secure --no-progress --format: --max_execution_time: "
                                "--config-file?: -C?: --stacktrace --readonly: --ask-password --connect_timeout:"))  # fmt: skip
    texts = [v for n, v in found.given if n in ("-q", "--query")]
    if not texts or found.kind != READ or found.unsure:
        return call.unknown("What it runs is not seen.")
    return _asked(call, texts)


def _influx(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(
        "only -execute: -database: -host: -port: -username: -password: -format: -precision: -ssl -unsafeSsl -pretty -consistency: -retention:",
        short=False,
    )
    text = found.value("-execute")
    if not text or found.kind != READ or found.unsure or found.operands:
        return call.unknown("What “influx” runs is not seen.")
    return _asked(call, [text])


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


_MONGO_LOOKS = (
    "-[nuphoO]: -[v] --rowcount: --host: --port: --username: --password: --authenticationDatabase: --uri: --json --quiet --ssl --sslCAFile: --noheaders "
    "--discover --http --all --humanReadable: --interactive --locks --authenticationMechanism: --sslAllowInvalidCertificates"
)
_MYSQLDUMP = (
    "-r!: --result-file!: -T!: --tab!: -[hPuwS]: -[BAdnteqQRECKvcN] -p:: --databases --all-databases --no-data --no-create-info --no-create-db --delete-master-logs! "
    "--delete-source-logs! --flush-logs~ -F~ --dump-slave~ --dump-replica~ --flush-privileges --where: --ignore-table: --host: --port: --user: --password --single-transaction "
    "--skip-lock-tables --lock-tables --quick --routines --triggers --events --skip-triggers --skip-comments --compact --skip-opt --opt --set-gtid-purged: --column-statistics: "
    "--no-tablespaces --hex-blob --default-character-set: --max-allowed-packet: --master-data:: --source-data:: --skip-add-drop-table --add-drop-table --complete-insert "
    "--skip-extended-insert --extended-insert --tables --socket: --protocol: --ssl-mode: --compress --skip-dump-date --skip-ssl --force --verbose --xml --no-set-names"
)

PROGRAMS: dict[str, Understand] = {
    "psql": _psql,
    "cockroach": lambda call: (
        call.unknown("What “cockroach” does is not known.")
        if [w.text for w in call.arguments[:2]] != ["node", "status"]
        else call.part(READ)
    ),
    "pg_isready": partial(
        harmless,
        known="-[hpUdw]: -[wWqVe] --host: --port: --username: --dbname: --timeout: --quiet --no-password --password -t:",
    ),
    "pg_lsclusters": partial(harmless, known="-[hjs] --no-header --json --start-conf"),
    "pg_controldata": partial(harmless, known="-D: --pgdata: -V"),
    "pg_config": partial(
        harmless,
        known="--bindir --docdir --htmldir --includedir --pkgincludedir --includedir-server --libdir --pkglibdir --localedir --mandir --sharedir --sysconfdir --pgxs --configure --cc --cppflags --cflags --cflags_sl --ldflags --ldflags_ex --ldflags_sl --libs",
    ),
    "pg_ctl": by_verb(
        "* -D: -l!: -m: -t: -o?: -p?: -[wsWc] --pgdata: --silent --timeout: --wait --no-wait --mode:\nread status\nrestart start restart reload promote logrotate\nstop stop kill\n"
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
        known="-f!: --file!: -d: -h: -p: -U: -n: -t: -T: -N: -F: -j: -Z: -[sacCOxvwWbB] -S: --schema-only --data-only --clean --create --no-owner --no-privileges --no-acl --schema: --exclude-schema: --table: --exclude-table: --exclude-table-data: "
        "--host: --port: --username: --dbname: --format: --jobs: --compress: --verbose --no-comments --if-exists --inserts --column-inserts --quote-all-identifiers --section: "
        "--no-password --no-tablespaces --no-publications --no-subscriptions --no-security-labels --lock-wait-timeout: --strict-names --encoding: --role: --snapshot: --serializable-deferrable --no-sync",
    ),
    "pg_dumpall": partial(
        _dumps,
        bare=("-t", "--tablespaces-only"),
        known="-f!: --file!: -d: -h: -p: -U: -l: -[grscvwWxO] --host: --port: --username: --database: --schema-only --no-owner --no-privileges --no-password --verbose --roles-only? --globals-only? -t --tablespaces-only --no-role-passwords",
    ),
    "pgbench": lambda call: call.unknown("“pgbench” loads and changes the database."),
    "patronictl": by_verb(
        "* -c: --config-file: -d: --dcs: --dcs-url: -[kefWts] --insecure --extended --timestamp --format: -w: --watch: -r: --role: -m: --member: --group: --force --any --scheduled: --pg-version: --timeout: --pending --leader: --primary: --candidate:\nread list topology history version show-config dsn\nrestart restart reload switchover "
        "failover resume\nstop pause\ndestructive reinit remove edit-config flush"
    ),
    "repmgr": by_verb(
        "* -f: --config-file: --csv --terse -t --verbose -v --compact --no-header --all --limit: --node-id: --node-name: --event: --role --replication-lag --archive-ready --downstream --slots --missing-slots --repmgrd --upstream --nagios --optformat --detail --dry-run --siblings-follow -L: --log-level: -q -h: -U: -d: -p: -D: --force -F\nread cluster.show cluster.matrix node.status node.check cluster.event daemon.status service.status\n"
        "restart standby.switchover standby.promote standby.follow\nredeploy standby.clone standby.register primary.register"
    ),
    **dict.fromkeys(("mysql", "mariadb"), _mysql),
    "mysqladmin": _each_verb(
        f"* {_MYSQL} -i: -c: -w:: --sleep: --count: --relative --wait --no-beep -[fb]\nread status extended-status ping processlist variables version proc\nrestart reload refresh "
        "flush-logs flush-hosts flush-status flush-tables flush-threads flush-privileges start-slave\nstop shutdown kill stop-slave stop-replica\n"
        "destructive drop create password",
    ),
    "mariadb-admin": _each_verb(
        f"* {_MYSQL} -i: -c: -w:: --sleep: --count: --relative --wait --no-beep -[fb]\nread status extended-status ping processlist variables version\nrestart reload refresh\nstop shutdown kill\n"
        "destructive drop create password",
    ),
    "mysqldump": partial(
        _dumps,
        bare=("-d", "--no-data"),
        known=_MYSQLDUMP,
    ),
    "mariadb-dump": partial(
        _dumps,
        bare=("-d", "--no-data"),
        known=_MYSQLDUMP,
    ),
    "mysqlcheck": partial(
        harmless,
        known="-r! --repair! -o! --optimize! --auto-repair! -a! -h: -u: -P: -[cACBqmseFv] -p:: -S: --check --check-only-changed --quick --medium-check --extended --fast --all-databases --databases --silent --verbose --fix-db-names! --fix-table-names! -g! --host: --user: --port: --password --socket:",
    ),
    "sqlite3": _sqlite,
    **dict.fromkeys(("redis-cli", "valkey-cli", "keydb-cli"), _redis),
    "mongosh": _mongo,
    "mongo": _mongo,
    "mongostat": partial(harmless, known=_MONGO_LOOKS),
    "mongotop": partial(harmless, known=_MONGO_LOOKS),
    "mongodump": lambda call: call.part(DESTRUCTIVE, why="“mongodump” writes files."),
    "clickhouse-client": _clickhouse,
    "clickhouse": _clickhouse,
    "influx": _influx,
    "cqlsh": lambda call: _asked(
        call,
        [found.value("-e", "--execute") or "?"]
        if (
            found := call.scanned(
                "-e: --execute: -[upk]: --ssl --no-color --request-timeout: --connect-timeout: --cqlversion: -f?:"
            )
        ).kind
        == READ
        and not found.unsure
        else ["?"],
    ),
    "nodetool": by_verb(
        "* -h: -p: -u: -pw: --host: --port: --username: -[rHFTdcis] --resolve-ip --human-readable --format: -pr -hf -st: --full -dc:\nread status info ring netstats tpstats compactionstats describecluster gossipinfo version tablestats cfstats "
        "getendpoints proxyhistograms statusgossip statusbinary gcstats describering getlogginglevels\n"
        "restart enablegossip enablebinary enablethrift\nstop drain stopdaemon disablegossip disablebinary disablethrift pausehandoff\nredeploy repair compact rebuild flush scrub upgradesstables refresh\n"
        "destructive decommission removenode cleanup clearsnapshot assassinate move snapshot",
        lambda _verb: (),
    ),
}

"""What SQL does: only what surely asks is let through as reading."""

from __future__ import annotations

import re

from .effects import DESTRUCTIVE, DISCLOSE, READ, RESTART, STOP, UNKNOWN, worse_kind
from .lazy_regex import LazyRegex
from .shell_types import UNSEEN

_QUOTED = LazyRegex(r"'((?:[^']|'')*)'|\"((?:[^\"]|\"\")*)\"|`((?:[^`]|``)*)`|\[(\w+)\](?=\s*\()")
_READ_APART = LazyRegex(r"/\*|--|#|\$\w*\$|\\[gG]|\\['\"`]|\bU&['\"]|\]\s*\(", re.I)
"""What one server takes for the end of a text and another does not: comments, quotes of other kinds."""
_ASKS = LazyRegex(
    r"\s*(?:with|select|show|describe|desc|explain(?!\s+analy[sz]e)|values|table|use|help|status)\b(.*)", re.I | re.S
)
_MAY = LazyRegex(
    r"\b(?:into|for\s+(?:update|share)|lock|insert|update|delete|drop|alter|create|truncate|grant|call|copy|load_file|load\s+data|"
    r"outfile|dumpfile|pg_\w*(?:terminate|cancel|reload|rotate|switch|promote|sleep|read|ls|write|import|advisory|drop|create|log|start|stop|"
    r"backup|replay|logical|stat_reset)\w*|lo_\w+|dblink\w*|set_config|setval|nextval|sleep|benchmark|xp_\w+|query_to_xml|"
    r"sys_\w+|load_extension|writefile|readfile|edit|fts3_tokenizer|analy[sz]e|execute|do|exec|pg_authid|pg_shadow|password|passwd|"
    r"authentication_string)\b",
    re.I,
)  # fmt: skip
PRAGMA = LazyRegex(
    r"\s*pragma\s+(?:[\w.]+\.)?(?:integrity_check|quick_check|table_info|table_list|index_list|database_list|page_count|page_size|"
    r"journal_mode|user_version|foreign_key_check|freelist_count|compile_options|table_xinfo)\s*(?:\([^)=]*\))?\s*\Z",
    re.I,
)
BACKSLASH = LazyRegex(
    r"\s*\\(?:l|dt|d|du|dn|di|dv|dx|df|dp|conninfo|timing|list|ds|dm|db|drds|z|x|q)[+S]*(?:\s+[\w.*\"]+)?\s*\Z"
)
DOT = LazyRegex(
    r"\s*\.(?:tables|schema|indexes|indices|databases|dbinfo|fullschema|show|headers on|mode \w+)(?:\s+[\w%.]+)?\s*\Z"
)
_DESTROYS = LazyRegex(
    r"^\s*(?:drop|delete|truncate|update|insert|replace|alter|flushall|flushdb|merge|reindex|vacuum|grant|revoke|"
    r"set\s+(?:global|persist)|reset\s+(?:master|slave|replica)|purge|\.(?:backup|save|clone|import|restore|output|once))\b|"
    r"^\s*\.(?:backup|save|clone|import|restore|output|once)\b",
    re.I,
)
_STOPS = LazyRegex(
    r"^\s*(?:kill\b|stop\s+(?:slave|replica|group_replication)|shutdown\b|"
    r"select\b.*\bpg_(?:terminate_backend|cancel_backend|wal_replay_pause)\s*\()", re.I | re.S)  # fmt: skip
_RESTARTS = LazyRegex(
    r"^\s*(?:start\s+(?:slave|replica|group_replication)|flush\s+\w+|"
    r"select\s+pg_(?:reload_conf|rotate_logfile|wal_replay_resume|promote)\s*\()", re.I)  # fmt: skip
_SECRETS = LazyRegex(
    r"\b(?:pg_authid|pg_shadow|pg_user_mapping\w*|passwd|authentication_string|\w*password\w*|rolpassword|"
    r"pg_read_(?:binary_)?file|pg_ls_dir|load_file|readfile|mysql\.user|grants\s+for|\w*(?:secret|api_?key|token|passphrase|private_key|passwd|pwd)\w*|dba_users|sys\.sql_logins)\b",
    re.I,
)
_SERVER_SECRETS = LazyRegex(
    r"\b(?:primary_conninfo|subconninfo|ssl_passphrase_command|show\s+all\b|\*\s+from\s+pg_(?:subscription|foreign_server)\b|"
    r"pg_(?:file_)?settings\b(?!.*\bwhere\b))",
    re.I | re.S,
)
"""Settings of a server that hold the password with which it reaches another."""
_ALL_OF_PEOPLE = LazyRegex(
    r"(?:^|[\s,.])\*\s+from\s+[\w.`\"]*(?:user|account|member|customer|credential|session|_options|auth)\w*", re.I
)
"""Every column of a table in which passwords, or hashes of them, usually stand."""
_CALLED = LazyRegex(r"([\w.$]+)\s*\(")
_FUNCTIONS = frozenset(
    """
count sum avg min max now version coalesce nullif greatest least round floor ceil ceiling trunc abs length
char_length lower upper trim ltrim rtrim substr substring replace concat concat_ws format to_char to_timestamp
to_date date date_trunc date_part extract age datediff date_format date_sub date_add from_unixtime
unix_timestamp timestampdiff strftime julianday datetime time curdate curtime sysdate interval cast convert if
ifnull iif case in exists any all some and or not on as from where values using over partition filter within
row_number rank dense_rank lag lead first_value last_value ntile array_agg string_agg group_concat json_agg
jsonb_agg json_extract json_build_object jsonb_pretty to_json to_jsonb row_to_json array unnest generate_series
md5 left right lpad rpad position strpos split_part regexp_replace regexp_matches array_length array_to_string
current_database current_schema current_user current_setting database schema user connection_id pg_size_pretty
pg_database_size pg_total_relation_size pg_relation_size pg_table_size pg_indexes_size pg_is_in_recovery
pg_last_wal_receive_lsn pg_last_wal_replay_lsn pg_last_xact_replay_timestamp pg_current_wal_lsn pg_wal_lsn_diff
pg_stat_get_activity pg_backend_pid pg_postmaster_start_time pg_blocking_pids pg_get_indexdef pg_get_viewdef
pg_is_wal_replay_paused pg_get_wal_replay_pause_state pg_current_wal_insert_lsn pg_walfile_name
pg_tablespace_size pg_column_size pg_encoding_to_char pg_get_constraintdef pg_get_functiondef
pg_table_is_visible pg_relation_filepath obj_description format_type has_database_privilege pg_get_userbyid
pg_conf_load_time to_regclass has_table_privilege inet_server_addr inet_client_addr quantile uniq countif
toyyyymm todate formatreadablesize formatreadabletimedelta hostname uptime rows current_date current_timestamp
localtime typeof total changes instr printf hex decimal numeric varchar char int integer bigint timestamp
timestamptz float double text boolean materialized
""".split()
)
"""Functions of the databases themselves that only reckon. Any other may be a procedure that somebody stored there."""


def _without_measures(text: str) -> str:
    """The text without the calls of functions that only reckon: ``pg_last_xact_replay_timestamp`` replays nothing."""
    return _CALLED.sub(lambda found: "x(" if not _is_unknown(found[1]) else found[0], text)


def _is_unknown(name: str) -> bool:
    return name.lower().removeprefix("pg_catalog.") not in _FUNCTIONS


def _calls_unknown(text: str) -> bool:
    return any(map(_is_unknown, _CALLED.findall(text)))


def _unquoted(found: re.Match[str]) -> str:
    """A text as nothing, and a name in quotes as a name: ``"writefile"(…)`` calls it. What ends a text for one server
    and not for another stays."""
    if re.search(r"\\[\'\"`]", found[0]):
        return "\\'"
    name = next((each for each in found.groups()[1:] if each is not None), None)
    return "''" if name is None else name if re.fullmatch(r"\w+", name) else "x"


def sql_kind(text: str, special: LazyRegex | None = None) -> str:
    """Tell whether SQL surely only asks. What surely changes rows or tables is destructive, anything else unknown."""
    bare = _QUOTED.sub(_unquoted, text)
    if UNSEEN in bare or _READ_APART.search(bare) or re.search("['\"`]", bare.replace("''", "")):
        return DESTRUCTIVE if _DESTROYS.match(bare) else UNKNOWN
    kind = DISCLOSE if _SERVER_SECRETS.search(text) else READ
    for statement in filter(str.strip, bare.split(";")):
        if special is not None and special.match(statement):
            continue
        asks = _ASKS.match(statement)
        if _STOPS.match(statement):
            kind = worse_kind(kind, STOP)
        elif _RESTARTS.match(statement):
            kind = worse_kind(kind, RESTART)
        elif asks is not None and _shows_secrets(asks[1]):
            kind = worse_kind(kind, DISCLOSE)
        elif asks is None or _MAY.search(_without_measures(asks[1])) or _calls_unknown(asks[1]):
            destroys = _DESTROYS.match(statement) or re.search(r"\binto\s+(out|dump)file\b", statement, re.I)
            kind = worse_kind(kind, DESTRUCTIVE if destroys else UNKNOWN)
    return kind


def _shows_secrets(asked: str) -> bool:
    """Tell whether a question, which changes nothing, is for passwords or for all that is known of people."""
    if _ALL_OF_PEOPLE.search(asked) and not _MAY.search(asked):
        return True
    return bool(_SECRETS.search(asked)) and not _MAY.search(_SECRETS.sub("x", _without_measures(asked)))

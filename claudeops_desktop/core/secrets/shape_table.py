# ruff: noqa: E501 a line is a row of a table
"""The table of what secrets look like: keys of known makers, and passwords by the place where they stand (S4).

The makers' forms are facts of their documentation; a test holds them against the patterns of ``detect-secrets``, so
that a maker which that library knows is known here. Words alone: nothing is compiled before it is needed.
"""

from __future__ import annotations

from typing import NamedTuple

MASK = "[redacted]"


class SecretShape(NamedTuple):
    """One form of secrets.

    ``signs``: a text without any of these lower-case words cannot hold the form. ``suspect``: the same for an engine
    that cannot look around and knows upper case. ``pattern``: the form itself; of what it matches ``put`` remains.
    """

    signs: tuple[str, ...]
    suspect: str
    pattern: str
    put: str = MASK


def _makers(marks: str, rest: str) -> SecretShape:
    """Keys that begin with one of these marks (regular expressions whose letters are all literal)."""
    words = marks.split()
    suspect = "|".join(word.replace(".", r"\.") for word in words)
    pattern = rf"%BEGIN%(?:{suspect}){rest}"
    return SecretShape(tuple(word.lower() for word in words), f"(?:{suspect})[A-Za-z0-9_-]", pattern)


# Words that stand where a secret would: the state of one, or the name of its kind.
_STATES = (
    "true|false|nul{1,2}|nil|none|yes|no|on|off|required|optional|wrong|incorrect|(?:in)?valid|missing|expire[sd]|empty|"
    "(?:un)?set|not|okay|fail(?:ed|ure)?|success(?:ful)?|changed?|rotat(?:ed|ion|ing)|updated?|reset|disabled|enabled|hidden|masked|"
    "redacted|(?:en|de)crypted|hashed|stored|default|(?:un)?known|undefined|accepted|rejected|denied|granted|revoked|refresh(?:ed)?|"
    "(?:mis)?match(?:ed)?|correct|prompt|auto(?:matic)?|ask|file|env(?:ironment)?|string|str|text|bytes|bool|boolean|object|password|"
    "passwd|secret|token|bearer|basic|username|md5|trust|peer|ident|scram-sha-256|sha\\d+|kubernetes|vault|keyring|generated?|"
    "please|enter|see|stdin|-|x+|\\*+|\\.{2,}|…"
)
_END = r"(?=$|[\s\"'`,;:.&|<>)}\]\\])"
_VALUE = rf"(?![\[$<{{*%(/~.\\#]|(?i:{_STATES}){_END}|os\.|var\.|env\.|process\.)"
_PASSWORDS = r"(?:passw(?:or)?d|passwd|passwort|kennwort|passphrase|passcode|contrase(?:ñ|\\+u00f1|n)a|[_-]pass|%BEGIN%pass|[_-]pwd|%BEGIN%pwd|%BEGIN%pw|[_-]psk)"
_NAMED = (
    r"(?:passw(?:or)?d|passwd|passwort|kennwort|passphrase|passcode|secret(?:_?id)?|token|api[_-]?key|access[_-]?key|account_?key|auth[_-]?key|"
    r"service_?key|db_?key|database_?key|client_?key|shared_?access_?key|encryption_?key|signing_?key|master_?key|storage_?key|"
    r"private[_-]?key(?:_id)?|preshared_?key|client-key-data|credentials?|contrase(?:ñ|\\+u00f1|n)a|[_-]pass|[_-]pwd|%BEGIN%pwd|[_-]psk|x-auth-[a-z]+)(?:[_-]\w{1,20})?"
)
_ASSIGN = r"\s{0,3}(?:=>|:=|={1,3}|:(?!//))\s{0,3}"
_ESCAPED = r"\\{0,3}"
_WORDS_OF_NAMES = (
    "passw", "passphrase", "passcode", "kennwort", "contrase", "pwd", "_pass", "-pass", "psk", "secret", "token", "apikey", "api_key", "api-key",
    "access_key", "access-key", "accesskey", "accountkey", "account_key", "auth_key", "auth-key", "authkey", "service_key", "servicekey",
    "db_key", "dbkey", "database_key", "databasekey", "client_key", "clientkey", "encryption_key", "encryptionkey", "signing_key", "signingkey",
    "master_key", "masterkey", "storage_key", "storagekey", "privatekey", "private_key", "private-key", "presharedkey", "preshared_key",
    "client-key", "credential", "x-auth-",
)  # fmt: skip
_PASSWORD_WORDS = ("passw", "passphrase", "passcode", "kennwort", "contrase", "pwd", "pass", "psk", "pw")
_NAME_SUSPECT = (
    r"(?i:passw|passphrase|passcode|kennwort|contrase)|"
    r"(?i:secret(?:_?id)?|token|api[_-]?key|access[_-]?key|account_?key|auth[_-]?key|service_?key|db_?key|database_?key|client_?key|"
    r"encryption_?key|signing_?key|master_?key|storage_?key|private[_-]?key(?:_id)?|preshared_?key|client-key-data|credentials?|"
    r"[_-]pass|pwd|psk|x-auth-[a-z]+)(?:[_-][A-Za-z0-9_]+)?[\]\\\x22'`]*[ \t]*(?:[:=,>]|[\x22'])|(?i:pw|pass)[ =:]"
)
# What has a digit and a letter, and yet is the name of a method, a size or a time.
_TECHNICAL = (
    r"(?!(?i:sha|md|aes|base|utf|rfc|oauth|argon|ed|rsa|ecdsa|pbkdf|scram|tls|v|x|id_\w*|bcrypt|ipv|http)[-_]?\d)(?!0x)"
    r"(?!\d+(?:[.,]\d+)?[-_ ]?(?i:%|x|s|m|h|d|ms|min|[kmg]?i?b|bits?|bytes?|characters?|chars?|signs?|digits?|letters?|symbols?|days?|hours?|"
    r"minutes?|seconds?|weeks?|months?|years?|times?|attempts?|zeichen|tage)\b)(?!\d{4}-\d\d)(?!\d\d?:\d\d)(?!https?:)"
)
_INSIDE = r"[^\s\"'`\\,;()]"
_STRONG = rf"{_VALUE}{_TECHNICAL}(?=[^\s\"'`\\]*\d)(?=[^\s\"'`\\]*[A-Za-z!@#$%&*?]){_INSIDE}{{4,}}{_INSIDE.replace('()', '().:')}"
_IS = (
    r"(?:[:=]|(?:is|was|are|be|remains?|becomes|has been|got|ist|war|lautet|est|es|é)(?: now| still| currently| again)?(?: (?:re)?set to| changed to)?|"
    r"(?:re)?set to|changed to|reset to|to|auf)"
)
_OF = r"(?: (?:for|of|to|on|von|f(?:ü|ue|\\+u00fc)r|para|de|du|pour)(?: the| den| das| die)? [^\s\"'\\]{1,40}(?: (?!is |was |ist |lautet |to |set |remains )[^\s\"'\\]{1,30}){0,2})?"
_PROSE_NAME = r"(?:passwords?|passwd|passphrase|passcode|passwort|kennwort|pwd|pw|contrase(?:ñ|\\+u00f1|n)a|mot de passe|senha|wachtwoord)"
_PROGRAMS = (  # programs whose short option takes a password: signs, the program, the option
    ("mysql mariadb", r"(?:mysql|mariadb)[\w-]*", r"-p"),
    ("sshpass", r"sshpass", r"-p ?"),
    ("login", r"(?:docker|podman|nerdctl|helm|az|skopeo|oc)\b[^\n|;&]{0,60}? login", r"-p ?"),
    ("mongo", r"mongo(?:sh|dump|restore|export|import)?", r"-p ?"),
    ("sqlcmd bcp", r"(?:sqlcmd|bcp)", r"-P ?"),
    ("redis-cli valkey-cli", r"(?:redis|valkey)-cli", r"-a ?"),
    ("ldap", r"ldap(?:search|add|modify|delete|passwd|whoami)", r"-w ?"),
    ("zip ipmitool mosquitto", r"(?:zip|unzip|ipmitool|mosquitto_(?:pub|sub))", r"-P ?"),
    ("ssh-keygen", r"ssh-keygen", r"-[NP] ?"),
    ("7z", r"7z[ar]?", r"-p"),
    ("xfreerdp", r"xfreerdp3?", r"/p:"),
    ("openssl", r"openssl", r"-pass(?:in|out)? pass:"),
    ("openssl", r"openssl enc", r"-k "),
    ("snmp", r"snmp(?:walk|get|set|bulkwalk)", r"-[cAX] ?"),
    ("htpasswd", r"htpasswd", r"-\w*b\w*(?: -\w+)* [^\s-]\S* \S+ "),
    ("doctl", r"doctl", r"-t "),
)


def _of_programs() -> tuple[SecretShape, ...]:
    return tuple(
        SecretShape(
            tuple(signs.split()),
            program.replace(r"\b", "") + "[^A-Za-z]",
            rf"(%BEGIN%{program}\b[^\n|;&]{{0,120}}? {option}\\{{0,3}}[\"']?){_VALUE}(?!-)[^\s\"'\\\[]{{4,}}",
            r"\1" + MASK,
        )
        for signs, program, option in _PROGRAMS
    )


_MARKS_OF_CUT_EXACT = (
    "sk-ant-", "sk-proj-", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox[abeoprs]-", "xapp-", "AKIA", "ASIA",
    "AIza", "sk_live_", "rk_live_", "whsec_", "hf_", "npm_", "pypi-", r"hv[sb]\.", "dop_v1_", "dckr_pat_", "AGE-SECRET-KEY-", r"SG\.",
    "glsa_", "eyJ[A-Za-z0-9]{4}", "GOCSPX-", r"ya29\.", "shpat_", "tskey-", "cldops_",
)  # fmt: skip
_MARKS_OF_CUT = (
    "sk-ant-", "sk-proj-", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox", "xapp-", "akia", "asia",
    "aiza", "sk_live_", "rk_live_", "whsec_", "hf_", "npm_", "pypi-", "hvs.", "hvb.", "dop_v1_", "dckr_pat_", "age-secret-key-", "sg.",
    "glsa_", "eyj", "gocspx-", "ya29.", "shpat_", "tskey-", "cldops_",
)  # fmt: skip

SHAPES: tuple[SecretShape, ...] = (
    # Keys of makers, and tokens of our own server.
    _makers("cldops_", r"[A-Za-z0-9_-]{20,}"),
    _makers("sk-ant sk-proj sk-or sk-live sk-test sk-svcacct sk-admin sk-None", r"[A-Za-z0-9_-]{8,}"),
    SecretShape(("sk-",), r"sk-[A-Za-z0-9_-]{20}", r"%BEGIN%sk-(?:[A-Za-z0-9]{32,}|[A-Za-z0-9_-]*[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20})"),
    _makers("ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", r"[A-Za-z0-9_]{20,}"),
    _makers("glpat- gldt- glft- glsoat- glrt- glrtr- glcbt- glimt- glptt- glagent- gloas- glffct- GR1348941", r"[A-Za-z0-9_.-]{16,}"),
    _makers("xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe. xapp- xwfp-", r"[A-Za-z0-9.-]{10,}"),
    SecretShape(("akia", "asia", "abia", "acca", "a3t"), r"(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}", r"%BEGIN%(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![a-z0-9])"),
    _makers("AIza ya29. GOCSPX- 1//0", r"[A-Za-z0-9_-]{24,}"),
    SecretShape(("eyj",), r"eyJ[A-Za-z0-9_-]{10}", r"%BEGIN%eyJ[A-Za-z0-9_=-]{10,}\.(?:eyJ)?[A-Za-z0-9_=-]{5,}(?:\.[A-Za-z0-9_.+/=-]*)?|%BEGIN%(?:ops_eyJ|eyJrIjoi)[A-Za-z0-9_+/=-]{30,}"),
    SecretShape(("ops_eyj",), r"ops_eyJ", r"%BEGIN%ops_eyJ[A-Za-z0-9_+/=-]{30,}"),
    _makers("sk_live_ rk_live_ pk_live_ sk_test_ rk_test_ pk_test_ whsec_", r"[A-Za-z0-9+/=]{10,}"),
    SecretShape(("ac", "sk"), r"(?:AC|SK)[0-9a-z]{32}", r"%BEGIN%SK[0-9a-f]{32}(?![0-9a-zA-Z])|%BEGIN%SK[a-z0-9]{32}(?![0-9a-zA-Z])|%BEGIN%AC[a-z0-9]{32}(?:[^0-9A-Za-z\n]{1,8}(?:[a-z_]{1,20}[^0-9A-Za-z\n]{1,6})?[0-9a-f]{32}\b)?"),
    SecretShape(("key-",), r"key-[0-9a-f]{32}", r"%BEGIN%key-[0-9a-f]{32}(?![0-9a-z])"),
    SecretShape(("-",), r"[0-9a-f]{32}-(?:[0-9a-f]{8}-[0-9a-f]{8}|us[0-9])", r"(?<![\w-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])|(?<!\w)[0-9a-z]{32}-us[0-9]{1,2}(?![0-9a-z])"),
    SecretShape(("-us",), r"[0-9a-z]{32}-us[0-9]", r"[0-9a-z]{32}-us[0-9]{1,2}(?![0-9a-z])"),
    _makers("npm_ pypi- hf_ api_org_ rubygems_ dckr_pat_ dckr_oat_ dop_v1_ doo_v1_ dor_v1_ dapi HRKU- gsk_ r8_ xai- pplx- glsa_ glc_", r"(?=[A-Za-z0-9_+/=-]{0,40}\d|[A-Za-z]*[A-Z][a-z]+[A-Z])[A-Za-z0-9_+/=-]{20,}"),
    _makers("shpat_ shpca_ shppa_ shpss_ sq0atp- sq0csp- sq0idp- tskey- ATATT3 ATCTT3 ATBB lin_api_ lin_oauth_ ntn_ NRAK- NRJS- NRII- sntrys_ sntryu_ sbp_ sb_secret_", r"[A-Za-z0-9_+/=-]{16,}"),
    _makers("dp.pt. dp.st. dp.ct. dp.sa. pul- pscale_tkn_ pscale_pw_ pscale_oauth_ PMAK- fo1_ fm1r_ fm2_ xkeysib- xsmtpsib- LTAI cfut_ cfat_ figd_ nfp_ bkua_ CCIPAT_ dt0c01. EZAK EZTK duffel_ shippo_ rdme_ pnu_ tfp_ sha256~ v1.0-", r"(?=[A-Za-z0-9_.+/=-]{0,30}\d)[A-Za-z0-9_.+/=-]{16,}"),
    SecretShape(("tk_", "akc", "ap"), r"tk_[a-z0-9]{29}|AKC[a-zA-Z0-9]{10}|AP[0-9A-F][a-zA-Z0-9]{8}", r"%BEGIN%tk_[a-z0-9]{29}\b|%BEGIN%AKC(?=[a-zA-Z0-9]*\d|[a-zA-Z0-9]{20})[a-zA-Z0-9]{10,}|%BEGIN%AP[\dABCDEF](?=[a-zA-Z0-9]*\d)(?=[a-zA-Z0-9]*[a-z])[a-zA-Z0-9]{10,}"),
    SecretShape(("8q~",), r"8Q~", r"[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}"),
    SecretShape(("sig=",), r"sig=[A-Za-z0-9%+/]{20}", r"([?&;\s]sig=)[A-Za-z0-9%+/=]{20,}", r"\1" + MASK),
    SecretShape(("hooks.slack", "webhooks/", "webhook.office", "logic.azure"), r"hooks\.slack\.com/|api/webhooks/[0-9]|webhook\.office\.com", r"(hooks\.slack\.com/(?:services|workflows|triggers)/)[A-Za-z0-9_/]{16,}|(api/webhooks/)\d+/[A-Za-z0-9_-]{16,}|(webhook\.office\.com/webhookb2/)[\w@/-]{30,}", r"\1\2\3" + MASK),
    SecretShape((":",), r"[0-9]{8}:[A-Za-z0-9_-]{30}", r"(?:%BEGIN%|(?<=/bot))\d{8,10}:(?=[A-Za-z0-9_-]*[A-Z_-])[A-Za-z0-9_-]{30,}"),
    SecretShape(("sg.",), r"SG\.[A-Za-z0-9_-]{16}", r"%BEGIN%SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"),
    SecretShape((".",), r"[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{20}", r"%BEGIN%[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}"),
    _makers("hvs. hvb. hvr. AGE-SECRET-KEY-1", r"[A-Za-z0-9_-]{16,}"),
    SecretShape(("s.", "b.", "r."), r"[sbr]\.[A-Za-z0-9]{24}", r"(?<![\w.])[sbr]\.(?=[A-Za-z]*\d)(?=[a-z0-9]*[A-Z])[A-Za-z0-9]{24}(?![\w.])"),
    SecretShape((".atlasv1.",), r"\.atlasv1\.", r"[A-Za-z0-9]{8,}\.atlasv1\.[A-Za-z0-9_=-]{8,}"),
    SecretShape(("unseal key",), r"(?i:unseal key)", r"(?i)(unseal key(?: \d+)?[:=]? {0,3})[A-Za-z0-9+/=]{20,}", r"\1" + MASK),
    SecretShape(("pveapitoken",), r"PVEAPIToken", r"(PVEAPIToken=[^\s=\"'\\]{1,80}[=:])[0-9a-fA-F-]{8,}", r"\1" + MASK),
    # Hashes of passwords.
    SecretShape(("$",), r"\$(?:[1567y]|2[abxy]|gy|apr1|argon2(?:id?|d)?|scrypt|pbkdf2[a-z0-9-]*)\$|SCRAM-SHA-|pbkdf2_sha[0-9]+\$|\$[0-9a-f]{8}\$", r"\$(?:[1567y]|2[abxy]|gy|apr1|argon2(?:id?|d)?|scrypt|pbkdf2[a-z0-9-]*)\$[^\s:\"'\\]{20,}|SCRAM-SHA-(?:1|256|512)\$\d+:[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=:]+|pbkdf2_sha\d+\$\d+\$[^\s:\"'\\]{8,}"),
    SecretShape(("{s", "{crypt", "{md5"), r"\{(?:SHA|SSHA|SHA256|SSHA256|SHA512|SSHA512|MD5|SMD5|CRYPT)\}", r"(\{(?:S?SHA(?:256|512)?|S?MD5|CRYPT)\})[^\s\"'\\]{12,}", r"\1" + MASK),
    # Headers.
    SecretShape(("bearer",), r"(?i:bearer )", r"%BEGIN%((?i:bearer) )(?=[A-Za-z0-9._~+/=-]*\d|[A-Za-z0-9._~+/=-]{24})[A-Za-z0-9._~+/=-]{12,}", r"\1" + MASK),
    SecretShape(("authorization",), r"(?i:authorization)[\x22'\\]*[ \t]*[:=,]", r"(?i)%BEGIN%(authorization[\"'\\]{0,4}\s{0,2}[:=,]\s{0,2}[\"'\\]{0,4}(?:(?:basic|token|digest|apikey|bearer|negotiate|ntlm|ssws|key|bot|splunk|genie_?key|discogs) )?)(?=[A-Za-z0-9+/=._~-]*(?:\d|(?-i:[a-z][A-Z]|[A-Z]{3}[a-z])|=))[A-Za-z0-9+/=._~-]{8,}", r"\1" + MASK),
    SecretShape(("-signature", "x-hub-"), r"(?i:-signature(?:-256)?)[\x22'\\]*[ \t]*[:=]", r"(?i)(x-[\w-]{0,40}signature(?:-\w+)?[\"'\\]{0,4}\s{0,2}[:=]\s{0,2}[\"'\\]{0,4}(?:sha\d+=|v\d=|t=\d+,v1=)?)[A-Za-z0-9+/=_-]{16,}", r"\1" + MASK),
    SecretShape(("cookie",), r"(?i:cookie)[\x22'\\]*[ \t]*[:=]|-b [\\\x22']*[A-Za-z0-9_.-]+=", r"(?i)%BEGIN%((?:set-)?cookie[\"'\\]{0,4}[:=]\s{0,2}[\"'\\]{0,4})(?:[\w.~!#$&*+^|`-]{1,80}=(?:\\{0,3}\"[^\"\r\n\\]*\\{0,3}\"|[^\s\"';,\\]*)(?:;[ ]?|,[ ]|(?=[\s\"'\\]|$)))(?:[\w.~!#$&*+^|`-]{1,80}(?:=(?:\\{0,3}\"[^\"\r\n\\]*\\{0,3}\"|[^\s\"';,\\]*))?(?![\w-]*:)(?:;[ ]?|,[ ]|(?=[\s\"'\\]|$)))*", r"\1" + MASK),
    SecretShape(("cookie",), r"(?i:cookie)[\x22'\\]*[ \t]*[:=]", r"(?i)%BEGIN%((?:set-)?cookie[\"'\\]{0,4}:\s{0,2}[\"'\\]{0,4})(?=[^\s\"'\\;]*\d)[^\[\s\"'\\=;]{8,}", r"\1" + MASK),
    SecretShape((" -b", "--cookie"), r"(?:-b|--cookie)[ =][\\\x22']*[A-Za-z0-9_.-]+=", r"(%BEGIN%curl\b[^\n|;&]{0,200}? (?:-b|--cookie)[ =]?\\{0,3}[\"']?)[\w.-]+=[^\"'\\\s]{4,}", r"\1" + MASK),
    # Addresses.
    SecretShape(("://",), r"://[^ \n/:@\x22'\\]*:[^ \n/\x22'\\]+@", r"(://[^\s/:@\"'\\]{0,64}:)(?![\[$<{])[^\s/\"'\\]{1,128}(?=@[\w\[-])", r"\1" + MASK),
    SecretShape(("://",), r"://[A-Za-z0-9_~-]{20,}@", r"(://)(?=[A-Za-z_~-]*\d)[A-Za-z0-9_~-]{20,}(?=@)", r"\1" + MASK),
    SecretShape((":",), r":[0-9*]{1,5}:[A-Za-z_*][^:\s\x22'\\]*:[A-Za-z_*][^:\s\x22'\\]*:[^:\s\x22'\\]", r"(?:(?<![\w:./@-])|(?<=\\[nrt]))((?![\w./-]+\.(?:py|c|h|cc|cpp|go|js|ts|rs|rb|java|md|toml|ini|sh|xml|html|ya?ml|json|txt|log|conf|cfg|sql|php|css):)[\w.*-]{1,100}:(?:\d{4,5}|\*):(?:[A-Za-z_][\w.$-]*|\*):(?:[A-Za-z_][\w.@$-]*|\*):)(?!\d+(?:\.\d+)?(?:$|[\s\"'\\]))[^\s:\"'\\\[][^\s:\"'\\]{2,}(?=$|[\s\"'\\])", r"\1" + MASK),
    SecretShape(("secret=",), r"(?i:otpauth)", r"(?i)(otpauth://[^\s\"'\\]{0,200}?[?&]secret=)[A-Z2-7]{8,}", r"\1" + MASK),
    # Assignments.
    SecretShape(("pass", "passwd", "secret", "token", "key", "pwd", "psk", "credential"), r"[A-Z0-9_](?:PASSWORD|PASSWD|PASSPHRASE|PASS|SECRET|TOKEN|KEY|PWD|PSK|CREDENTIALS?)[A-Z0-9_]*=|PASSWORD=", r"%BEGIN%([A-Z][A-Z0-9_]*?(?:PASSWORD|PASSWD|PASSPHRASE|_PASS|_PWD)(?:_(?!FILE|PATH|URL|NAME|ID\b|TTL|EXP|TYPE|MIN|MAX|LENGTH)\w+)?=\\{0,3}[\"']?)" + _VALUE + r"[^\s\"'\\;&|<>]{3,}", r"\1" + MASK),
    SecretShape(("pass", "secret", "token", "key", "pwd", "psk", "credential"), r"(?:PASSWORD|PASSWD|PASSPHRASE|PASS|SECRET|TOKEN|KEY|PWD|PSK|CREDENTIALS?)[A-Z0-9_]*=", r"%BEGIN%([A-Z][A-Z0-9_]*?(?:PASSWORD|PASSWD|PASS|SECRET|TOKEN|API_?KEY|ACCESS_KEY|AUTH_KEY|PRIVATE_KEY|PWD|PSK|CREDENTIALS?)(?:_(?!FILE|PATH|URL|NAME|ID\b|TTL|EXP|TYPE)\w+)?=\\{0,3}[\"']?)" + _VALUE + r"[^\s\"'\\;&|<>]{6,}", r"\1" + MASK),
    SecretShape(_WORDS_OF_NAMES, _NAME_SUSPECT, rf"(?i)({_NAMED}\\{{0,3}}[\"'`]?{_ASSIGN}\\{{0,3}}[\"'`]?){_VALUE}(?=[^\s\"'\\,;&|<>{{}}`]*\d)(?=[^\s\"'\\,;&|<>{{}}`]*[A-Za-z])[^\s\"'\\,;&|<>{{}}`]{{6,}}", r"\1" + MASK),
    SecretShape((*_WORDS_OF_NAMES, "define("), r"define\(", rf"(?i)((?:{_NAMED}\\{{0,3}}[\"']?{_ASSIGN}|define\(\s{{0,3}}\\{{0,3}}[\"']\w*(?:_KEY|_SALT|{_NAMED})\\{{0,3}}[\"']\s{{0,3}},\s{{0,3}})\\{{0,3}}[\"']){_VALUE}[^\n\"'\\]{{6,}}(?=\\{{0,3}}[\"'])", r"\1" + MASK),
    SecretShape(("_auth", '"auth', "auth\\", "_salt", "identitytoken"), r"(?i:_auth|auth[\\\x22']|_salt|identitytoken)", rf"(?i)((?:(?:(?<![a-z])|(?<=\\[nrt]))_?auth|_salt|identitytoken)\\{{0,3}}[\"']?(?:{_ASSIGN}|\s{{0,3}},\s{{0,3}})\\{{0,3}}[\"']?){_VALUE}(?=[A-Za-z0-9+/_-]*(?:[A-Z]|\d))[A-Za-z0-9+/=_-]{{12,}}", r"\1" + MASK),
    SecretShape(_PASSWORD_WORDS, r"(?i:passw|pwd|_pass|-pass|psk)", rf"(?i)({_PASSWORDS}(?:[_-]\w{{1,20}})?\\{{0,3}}[\"']?]?=\\{{0,3}}[\"']?){_VALUE}(?!\d{{1,4}}\b)[^\s\"'\\,;&|<>{{}}`()\[\]]{{4,}}", r"\1" + MASK),
    SecretShape(_PASSWORD_WORDS, r"(?i:passw|pwd|_pass|-pass|psk)", rf"(?im)((?:^|\\[nr])(?:[\s#-]|\\t)*[\w.-]*?{_PASSWORDS}[\w-]{{0,20}}\s{{0,3}}[:=]\s{{1,3}}){_VALUE}[^\s\"'\\,;&|<>{{}}`]{{4,}}(?=[ \t]*(?:$|\\|\"))", r"\1" + MASK),
    SecretShape(_WORDS_OF_NAMES, r"(?i:<value>|value=)", rf"(?i)(<[\w:.-]*?{_NAMED}[\w-]*>){_VALUE}[^<\s]{{3,}}(?=</)", r"\1" + MASK),
    SecretShape(("value",), r"(?i:value)[\x22'\\]*[ \t]*[:=]", rf"(?i)((?:name|key)\\{{0,3}}[\"']?\s{{0,3}}[:=]\s{{0,3}}\\{{0,3}}[\"']?[\w.-]*?{_NAMED}\w{{0,20}}\\{{0,3}}[\"']?(?:[\s,]|\\{{1,4}}[nrt]){{1,20}}\\{{0,3}}[\"']?value\\{{0,3}}[\"']?\s{{0,3}}[:=]\s{{0,3}}\\{{0,3}}[\"']?){_VALUE}[^\s\"'\\<>,}}]{{3,}}", r"\1" + MASK),
    SecretShape((":_authtoken", ":_password"), r":_(?:authToken|password)=", r"(:_(?:authToken|password)\s?=\s?\\{0,3}[\"']?)(?![$<{\[])[^\s\"'\\]{4,}", r"\1" + MASK),
    SecretShape(("ls0tls1crudjti",), r"LS0tLS1CRUdJTi", r"LS0tLS1CRUdJTi(?!BDRVJU|BQVUJM|BUUlVTVEVE)[A-Za-z0-9+/=_-]{8,}"),
    SecretShape(("secret_id", "secretid"), r"(?i:secret_?id)", r"(?i)(secret_?id\s{1,40}|secretid:\s{1,40})[0-9a-f]{8}-[0-9a-f-]{27}", r"\1" + MASK),
    SecretShape(("kty",), r"kty", r"(\\{0,3}\"(?:d|k|p|q|dp|dq|qi)\\{0,3}\"\s?:\s?\\{0,3}\")[A-Za-z0-9_-]{20,}", r"\1" + MASK),
    SecretShape(("login", "machine"), r"(?i:login|account)", r"(%BEGIN%(?:login|account|machine)(?:[ \t\n]|\\{1,4}[nrt]){1,10}[^\s\\]{1,100}(?:[ \t\n]|\\{1,4}[nrt]){1,10}(?:login(?:[ \t\n]|\\{1,4}[nrt]){1,10}[^\s\\]{1,100}(?:[ \t\n]|\\{1,4}[nrt]){1,10})?(?:password|passwd)(?:[ \t\n]|\\{1,4}[nrt]){1,10})" + _VALUE + r"[^\s\"'\\]{3,}", r"\1" + MASK),
    SecretShape(_PASSWORD_WORDS, "passw", rf"(?im)((?:^|\\{{1,4}}[nr])[ \t]*(?:password|passwd)[ \t]{{1,10}}){_STRONG}(?=[ \t]*(?:$|\\))", r"\1" + MASK),
    # A key that something cut off, where its mark alone tells what it was.
    SecretShape(_MARKS_OF_CUT, "(?:" + "|".join(_MARKS_OF_CUT_EXACT) + ")[A-Za-z0-9_-]{0,40}(?:…|\\.\\.\\.|$|[\\x22\\\\ ])", rf"%BEGIN%(?:{'|'.join(_MARKS_OF_CUT_EXACT)})(?=[A-Za-z_-]{{0,40}}\d|[A-Za-z0-9]*[A-Z])[A-Za-z0-9_-]{{1,}}(?=…|\.\.\.|\Z|\\{{0,3}}\"|\s?[\[(]?(?:cut|truncated))"),
    # Command lines.
    SecretShape(("-u", "--user", "--proxy-user"), r"-[a-zA-Z]*u ?[\\\x22']*[A-Za-z0-9_.@-]+:|--(?:proxy-)?user[ =]", r"((?<![\w-])(?:-u|--user|--proxy-user)[ =]\\{0,3}[\"']?[\w.@-]{1,64}:)(?!\d{1,5}\b)[^\s\"'\\\[:$<{][^\s\"'\\]{2,}", r"\1" + MASK),
    SecretShape(("-u", "--user"), r"(?:-u|--user) ?[\\\x22']", r"((?<![\w-])(?:-u|--user|--proxy-user)[ =]?(\\{0,3}[\"'])[\w.@-]{1,64}:)(?![$<{\[])[^\"'\\\n]{3,128}(?=\2)", r"\1" + MASK),
    SecretShape(("curl",), r"curl ", r"(%BEGIN%curl\b[^\n|;&]{0,200}? -[a-zA-Z]{0,8}u\\{0,3}[\"']?[\w.@-]{1,64}:)(?![$<{\[])[^\s\"'\\]{3,}", r"\1" + MASK),
    SecretShape(("smbclient", "rpcclient", "net "), r"(?:smbclient|rpcclient|net) ", r"(%BEGIN%(?:smbclient|rpcclient|net)\b[^\n|;&]{0,120}? -U ?\\{0,3}[\"']?[\w.\\@/-]{1,64}%)[^\s\"'\\\[]{3,}", r"\1" + MASK),
    SecretShape(("chpasswd",), r"chpasswd", r"([\"' ][\w.-]{1,32}:)[^\s\"'\\\[]{3,}(?=[\"']?\s{0,3}\|\s{0,3}(?:sudo )?chpasswd)", r"\1" + MASK),
    *_of_programs(),
    SecretShape(("--pass", "--token", "--secret", "--api", "--http-pass", "--ftp-pass", "--auth", "-password", "-token"), r"--?[a-z-]*(?:password|passphrase|passwd|token|secret|api-?key|pass|auth-?key) ", r"((?<![\w-])--?(?:[a-z]+-)*(?:password|passphrase|passwd|token|secret|api-?key|auth-?key|pass)\s+\\{0,3}[\"']?)" + _VALUE + r"(?!-)[^\s\"'\\]{6,}", r"\1" + MASK),
    SecretShape(("-token=", "-token ", "aws configure", "aws_secret"), r"aws_secret_access_key|aws_session_token", r"((?:aws_secret_access_key|aws_session_token)\s{1,4})(?=\S*\d)[A-Za-z0-9+/=]{16,}", r"\1" + MASK),
    # Prose.
    SecretShape(("passw", "passphrase", "passcode", "kennwort", "pwd", "pw", "contrase", "mot de passe", "senha", "wachtwoord"), r"(?i:mot de passe|senha|wachtwoord)|(?i:pw)[ :=]", rf"(?i)%BEGIN%({_PROSE_NAME}{_OF},?\s{_IS}\s?[\"'`]?|{_PROSE_NAME}{_OF}:\s{{0,2}}[\"'`]?){_STRONG}", r"\1" + MASK),
    SecretShape(("passw", "passphrase", "kennwort", "pwd", "pw", "contrase"), "passw", rf"(?i)%BEGIN%({_PROSE_NAME}{_OF}:?\s(?:{_IS}\s)?\\{{0,3}}([\"'`]))(?![\[$<{{/])[^\s\"'`\\]{{4,64}}(?=\\{{0,3}}\2)", r"\1" + MASK),
    SecretShape(("passw", "passphrase", "kennwort", "pwd", "pin"), r"(?i:pin) ", rf"(?i)%BEGIN%((?:{_PROSE_NAME}|pin|pin code){_OF}\s?{_IS}\s)\d{{4,16}}(?=[.,;!)]?(?:$|\s(?!(?:%|x|s|m|h|ms|min|[kmg]?i?b|bits?|bytes?|char|sign|digit|letter|day|hour|minute|second|week|month|year|time|attempt|zeichen|tage|of|or|to|and))|[\"'\\]))", r"\1" + MASK),
    SecretShape(("passw", "passphrase", "kennwort", "pwd"), "passw", rf"%BEGIN%((?i:{_PROSE_NAME}{_OF}\s{_IS})\s){_VALUE}{_TECHNICAL}(?=[a-z]*[A-Za-z]*[a-z][A-Z][a-z]*[A-Z]?)(?=[A-Za-z]{{10,}}(?:[\s.,;!)\"'\\]|$))[A-Za-z]{{10,}}", r"\1" + MASK),
    SecretShape(("passw", "passphrase", "pass ", "pw "), r"(?i:pass|pw) ", rf"(?i)((?:%BEGIN%(?:with|using|use|and|new|old|temporary|temp|initial|default|(?:user|login|username|as) [\w.@-]{{1,40}})|[,(/])(?: (?:the|a|its|my|this|root|admin))?,? ?(?:password|passphrase|passwd|pass|pw)\s\\{{0,3}}[\"'`]?){_STRONG}", r"\1" + MASK),
    SecretShape(("cred", "login"), r"(?i:creds?|credentials?|logins?)(?: |:)", rf"(?i)%BEGIN%((?:cred(?:ential)?s?|logins?){_OF}(?:\s(?:are|is|was)|:|\s=)?\s(?!vault|secret|kv|path|file|env)[\w.@-]{{1,40}}\s?[/:]\s?){_STRONG}(?![/\w])", r"\1" + MASK),
    SecretShape(("key", "token", "secret"), r"(?i:key|token|secret) (?:is|was|ist|lautet)", rf"(?i)%BEGIN%((?:api[ _-]?key|access[ _-]?key|secret(?: key)?|(?:\w+ )?token){_OF}\s(?:is|was|ist|lautet)(?: now)?\s[\"'`]?){_TECHNICAL}(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9+/=_]{{12,}}", r"\1" + MASK),
)  # fmt: skip

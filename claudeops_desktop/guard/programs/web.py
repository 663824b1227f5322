"""Web clients: what they ask for, send and write."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..call import Call, Understand
from ..parts import DESTRUCTIVE, READ, UNKNOWN, Part
from ..patterns import Pattern
from ..places import is_nowhere, is_secret
from ..words import UNSEEN, Word

_CURL = (
    "only -s -S -f -L -k -v -i -I -g -G -n -4 -6 -0 -1 -2 -3 -N -q -# -a? -B -j -J? -l -p -R -Z -h -V -M -A: -b: -e: "
    "-H: -m: -r: -u: -w: -x: -y: -Y: -z: -E: -o: --output: -O! --remote-name! --remote-name-all! --output-dir!: "
    "-X: --request: -d?: --data?: --data-raw?: --data-binary?: --data-ascii?: --data-urlencode?: --json?: -F?: --form?: "
    "--form-string?: -T!: --upload-file!: -K?: --config?: -Q?: --quote?: -P?: --ftp-port?: -C: -D: --dump-header: -c: "
    "--cookie-jar: --trace!: --trace-ascii!: --stderr: --libcurl!: --etag-save!: --hsts!: --alt-svc!: -U: "
    "--silent --show-error --fail --fail-with-body --fail-early --location --insecure --verbose --include --head --get "
    "--ipv4 --ipv6 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --http0.9 --tlsv1 --tlsv1.0 --tlsv1.1 "
    "--tlsv1.2 --tlsv1.3 --no-buffer --compressed --raw --globoff --no-progress-meter --progress-bar --path-as-is "
    "--location-trusted --anyauth --basic --digest --ntlm --negotiate --tcp-nodelay --tcp-fastopen --no-keepalive "
    "--disable --styled-output --no-styled-output --cert-status --retry-all-errors --retry-connrefused --parallel "
    "--haproxy-protocol --false-start --no-alpn --no-sessionid --version --help --manual --list-only --crlf --netrc "
    "--max-time: --connect-timeout: --retry: --retry-delay: --retry-max-time: --url: --user: --user-agent: --header: "
    "--write-out: --proxy: --resolve: --connect-to: --interface: --referer: --cookie: --cacert: --capath: --cert: --key: "
    "--pass: --max-redirs: --range: --limit-rate: --speed-limit: --speed-time: --dns-servers: --doh-url: --noproxy: "
    "--tls-max: --ciphers: --local-port: --keepalive-time: --unix-socket: --abstract-unix-socket: --proto: "
    "--proto-default: --proto-redir: --socks5: --socks5-hostname: --proxy-user: --time-cond: --continue-at: "
    "--max-filesize: --oauth2-bearer: --request-target: --etag-compare: --netrc-file: --ip-tos: --rate: --aws-sigv4: "
    "--pinnedpubkey: --cert-type: --key-type: --expect100-timeout: --happy-eyeballs-timeout-ms: --dns-interface: "
    "--parallel-max: --variable? --expand-url? --engine?: --ssl-reqd --ssl --tls13-ciphers: --curves: --url-query: -:"
)
_GET = ("GET", "HEAD", "OPTIONS", "get", "head", "options", "TRACE")
_CHANGES_BY_ADDRESS = Pattern(
    r"(?i)/(?:-/|api/|admin/|manage/|actuator/|v\d/|_)?[\w/-]*"
    r"(?:restart|reboot|shutdown|poweroff|delete|remove|destroy|purge|reload|stop|kill|quit|deploy|upgrade|flush|reset|apply|"
    r"start|pause|resume|toggle|enable|disable|trigger|wake|sendmessage|api/push|build|factory_reset|execute|invoke|rotate)"
    r"(?:$|[/?&#])"
)
_ORDERS_BY_ADDRESS = Pattern(
    r"(?i)[?&](?:action|a|cmd|command|cmnd|do|op|operation|exec|method|turn|on|power|reboot|restart|delete|state|toggle|set\w*)="
    r"(?!(?:get|list|show|read|query|status|info|view|search|check|count|stats?|describe|help|json)\b)"
    r"|/rpc/\w+\.(?!Get|List|Check|Status)\w+|/cm\?cmnd=(?!status)|hc-ping\.com/|/api/push/"
)


def _curl(call: Call) -> list[Part]:
    found = call.scanned(_CURL)
    if found.unsure:
        return call.unknown("“curl” is given words that are not seen.")
    if found.has("--version", "-V", "--help", "-h", "--manual"):
        return call.part(READ)
    if any(is_secret(Word(value)) for name, value in found.given if name not in ("-H", "--header", "-A", "-e", "-w")):
        return call.unknown("“curl” is given a file that may hold what is secret.")
    if any(name in ("-H", "--header") and value.startswith("@") for name, value in found.given):
        return call.unknown("“curl” sends what is in a file.")
    if any(
        name in ("-w", "--write-out") and is_secret(Word(value)) and value[:1] == "@" for name, value in found.given
    ):
        return call.unknown("“curl -w” shows a file that may hold what is secret.")
    if found.value("--proto-default") not in ("", "http", "https") or "@" in found.value("--url-query"):
        return call.unknown("“curl” may show or send a file.")
    for option in ("-o", "--output", "-D", "--dump-header", "-c", "--cookie-jar", "--stderr"):
        if any(name == option and value not in ("-",) and not is_nowhere(value) for name, value in found.given):
            return call.part(DESTRUCTIVE, why="“curl” writes what it gets into a file.")
    if any(name in ("-w", "--write-out") and "%output{" in value for name, value in found.given):
        return call.part(DESTRUCTIVE, why="“curl -w” writes into a file.")
    if found.has("-T", "--upload-file"):
        return call.part(DESTRUCTIVE, why="“curl -T” writes at the other end.")
    methods = [value for name, value in found.given if name in ("-X", "--request")]
    if any(method not in _GET for method in methods):
        kind = DESTRUCTIVE if "DELETE" in (m.upper() for m in methods) else UNKNOWN
        return call.part(kind, why=f"“curl -X {methods[-1]}” changes something at the other end.")
    if found.kind != READ:
        if found.has("-G", "--get") and found.option in ("-d", "--data", "--data-urlencode", "--data-raw"):
            sent = [
                v for n, v in found.given if n in ("-d", "--data", "--data-urlencode", "--data-raw", "--data-binary")
            ]
            if not any("@" in value or UNSEEN in value for value in sent):
                return _by_address(call, found.operands)
        return call.part(found.kind, why=f"“curl {found.option}” sends or writes something.")
    return _by_address(call, found.operands)


def _by_address(call: Call, operands: Sequence[Word]) -> list[Part]:
    """What asking for an address does: some change something at the other end by being asked for."""
    for word in operands:
        scheme = word.text.partition("://")[0].lower() if "://" in word.text else "http"
        if scheme not in ("http", "https", "ftp", "ws", "wss", "ftps") and UNSEEN not in scheme:
            return call.unknown(f"What “{call.name} {scheme}:” does is not known.")
        address = word.text.partition("://")[2] or word.text
        if _CHANGES_BY_ADDRESS.search(address) or _ORDERS_BY_ADDRESS.search(address):
            return call.unknown("Asking for that address may change something.")
    return call.part(READ)


def _wget(call: Call) -> list[Part]:
    known = (
        "-O: --output-document: -o!: --output-file!: -a!: --append-output!: -e?: --execute?: -i?: --input-file?: "
        "--post-data?: --post-file?: --method: --body-data?: --body-file?: --save-cookies!: --use-askpass?: -T: --timeout: "
        "-t: --tries: -U: --user-agent: --header: -P!: --user: --password: --config?: --ca-certificate: -w: -Q: -q -S -v "
        "--spider --no-check-certificate --warc-file!: --rejected-log!: --load-cookies: --referer: --limit-rate: --max-redirect: -nv -b?"
    )
    found = call.scanned(known)
    if found.has("--version", "--help", "-V"):
        return call.part(READ)
    if found.unsure or found.kind == UNKNOWN or found.value("--method") not in ("", *_GET):
        return call.unknown("“wget” sends something, or is given words that are not seen.")
    target = found.value("-O", "--output-document")
    if found.kind == READ and (found.has("--spider") or target == "-" or is_nowhere(target)):
        return _by_address(call, found.operands)
    return call.part(DESTRUCTIVE, why="“wget” writes what it gets into a file.")


def _httpie(call: Call) -> list[Part]:
    words = [w.text for w in call.scanned("-a: --auth: --timeout: -p: --print: -A: --proxy: --verify: -o!: --output!: "
                                          "-d! --download! --session!: --check-status -b -h -v").operands]  # fmt: skip
    risky = call.scanned("-o!: --output!: -d! --download! --session!: --raw!: --config-dir!:").kind != READ
    method = words[0] if len(words) > 1 and words[0].isalpha() else ""
    if risky or not call.arguments or call.piped or (method and method.upper() not in _GET):
        return call.unknown(f"“{call.name}” sends or writes something.")
    body = [w for w in words[1:] if re.search(r"(?<!=)(:=|=@|(?<![=:])=(?!=)|@)", w)]
    if body:
        return call.unknown(f"“{call.name}” sends something.")
    return _by_address(call, [w for w in call.arguments if w.text.startswith(("http", ":")) or "/" in w.text])


PROGRAMS: dict[str, Understand] = {
    "curl": _curl,
    "wget": _wget,
    "http": _httpie,
    "https": _httpie,
    "xh": _httpie,
}

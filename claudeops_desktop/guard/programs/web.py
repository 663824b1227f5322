"""Web clients: what they ask for, send and write."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..addresses import is_own_host, judge_request
from ..effects import DESTRUCTIVE, DISCLOSE, HOST, READ, UNKNOWN, CommandEffect
from ..options import ScannedOptions
from ..program_call import ProgramCall, Understand
from ..secret_paths import is_nowhere, is_secret
from ..shell_types import ShellWord, leaves_unseen

_CURL = (
    "only -s -S -f -L -k -v -i -I -g -G -n -4 -6 -0 -1 -2 -3 -N -q -# -a? -B -j -J? -l -p -R -Z -h -V -M -A: -b: -e: "
    "-H: -m: -r: -u: -w: -x: -y: -Y: -z: -E: -o: --output: -O! --remote-name! --remote-name-all! --output-dir!: "
    "-X: --request: -d?: --data?: --data-raw?: --data-binary?: --data-ascii?: --data-urlencode?: --json?: -F?: --form?: "
    "--form-string?: -T!: --upload-file!: -K?: --config?: -Q?: --quote?: -P?: --ftp-port?: -C: -D: --dump-header: -c: "
    "--cookie-jar: --trace!: --trace-ascii!: --stderr: --libcurl!: --etag-save!: --hsts!: --alt-svc!: -U: "
    "--silent --show-error --fail --fail-with-body --fail-early --location --insecure --verbose --include --head --get "
    "--ipv4 --ipv6 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --http0.9 --tlsv1 --tlsv1.0 --tlsv1.1 "
    "--tlsv1.2 --tlsv1.3 --no-buffer --compressed --raw --globoff --no-progress-meter --progress-bar --path-as-is "
    "--location-trusted$ --anyauth --basic --digest --ntlm --negotiate --tcp-nodelay --tcp-fastopen --no-keepalive "
    "--disable --styled-output --no-styled-output --cert-status --retry-all-errors --retry-connrefused --parallel "
    "--haproxy-protocol --false-start --no-alpn --no-sessionid --version --help --manual --list-only --crlf --netrc "
    "--max-time: --connect-timeout: --retry: --retry-delay: --retry-max-time: --url: --user: --user-agent: --header: "
    "--write-out: --proxy: --resolve: --connect-to: --interface: --referer: --cookie: --cacert: --capath: --cert: --key: "
    "--pass: --max-redirs: --range: --limit-rate: --speed-limit: --speed-time: --dns-servers: --doh-url: --noproxy: "
    "--tls-max: --ciphers: --local-port: --keepalive-time: --unix-socket: --abstract-unix-socket: --proto: "
    "--proto-default: --proto-redir: --socks4: --socks4a: --socks5: --socks5-hostname: --preproxy: --proxy1.0: "
    "--proxy-user: --proxy-header: --time-cond: --continue-at: --max-filesize: --oauth2-bearer: --request-target: "
    "--etag-compare: --netrc-file$: --netrc-optional --ip-tos: --rate: --aws-sigv4: "
    "--pinnedpubkey: --cert-type: --key-type: --expect100-timeout: --happy-eyeballs-timeout-ms: --dns-interface: "
    "--parallel-max: --variable? --expand-url? --engine?: --ssl-reqd --ssl --tls13-ciphers: --curves: --url-query: -:"
)
_GET = ("GET", "HEAD", "OPTIONS", "get", "head", "options", "TRACE")
_BODIES = ("-d", "--data", "--data-urlencode", "--data-raw", "--data-binary", "--data-ascii")
_SENT = (*_BODIES, "--json", "-F", "--form", "--form-string", "--url-query")
_WRITES = ("-o", "--output", "-D", "--dump-header", "-c", "--cookie-jar", "--stderr")
_PROXIES = frozenset(
    "-x --proxy --preproxy --proxy1.0 --socks4 --socks4a --socks5 --socks5-hostname --doh-url --dns-servers".split()
)
_HOSTS = ("--resolve", "--connect-to")
_TEXTS = frozenset("-H --header -A --user-agent -e --referer -w --write-out --proxy-header".split())


def _curl(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(_CURL)
    if any(leaves_unseen(word.text) for word in call.arguments):
        return call.discloses("“curl” would carry away what a command printed, or is given words that are not seen.")
    if found.has("--version", "-V", "--help", "-h", "--manual"):
        return call.part(READ)
    if found.unsure:
        return call.unknown("“curl” is given words that are not seen.")
    return _curl_writes(call, found) or _curl_shows(call, found) or _curl_asks(call, found)


def _curl_writes(call: ProgramCall, found: ScannedOptions) -> list[CommandEffect]:
    """What it writes into a file here, or changes at the other end."""
    if any(name in _WRITES and value != "-" and not is_nowhere(value) for name, value in found.given):
        return call.part(DESTRUCTIVE, why="“curl” writes what it gets into a file.")
    if any(name in ("-w", "--write-out") and "%output{" in value for name, value in found.given):
        return call.part(DESTRUCTIVE, why="“curl -w” writes into a file.")
    if found.has("-T", "--upload-file"):
        return call.part(DESTRUCTIVE, why="“curl -T” writes at the other end.")
    if found.kind == DESTRUCTIVE:
        return call.part(DESTRUCTIVE, why=f"“curl {found.option}” writes something.")
    socket = _socket(found)
    methods = [value for name, value in found.given if name in ("-X", "--request")]
    if any(method not in _GET for method in methods):
        kind = HOST if socket else DESTRUCTIVE if "DELETE" in (m.upper() for m in methods) else UNKNOWN
        return call.part(kind, why=f"“curl -X {methods[-1]}” changes something at the other end.")
    return []


def _curl_shows(call: ProgramCall, found: ScannedOptions) -> list[CommandEffect]:
    """Files that it would show or send."""
    for name, value in found.given:
        if name in _SENT and re.match(r"@|[^=@]*=?[@<]", value) and name not in ("--data-raw", "--form-string"):
            return call.discloses("“curl” sends what is in a file, or what is piped into it.")
        if name in _TEXTS:
            if value.startswith("@"):
                return call.discloses("“curl” sends or shows what is in a file.")
        elif is_secret(ShellWord(value)):
            return call.discloses("“curl” is given a file that may hold what is secret.")
        if name in ("-b", "--cookie") and value and "=" not in value:
            return call.discloses("“curl” sends the cookies of a file.")
        if name in _PROXIES and not is_own_host(value):
            return call.discloses("What is asked for passes another machine.")
        if name in _HOSTS and not is_own_host("".join(value.split(":")[2:3])):
            return call.discloses("“curl” is told that a name is another machine.")
        if name in ("-n", "--netrc", "--netrc-optional"):
            return call.discloses("“curl” sends what a file keeps as a password.")
    if found.value("--proto-default") not in ("", "http", "https") or "@" in found.value("--url-query"):
        return call.discloses("“curl” may show or send a file.")
    if found.value("--abstract-unix-socket"):
        return call.part(HOST, why="It is a way into a program of this machine.")
    return []


def _curl_asks(call: ProgramCall, found: ScannedOptions) -> list[CommandEffect]:
    addresses = [word.text for word in found.operands] + [v for n, v in found.given if n == "--url"]
    target = found.value("--request-target")
    if target:
        addresses = [f"{each.rstrip('/')}/{target.lstrip('/')}" for each in addresses]
    if found.kind != READ:
        sent = [value for name, value in found.given if name in _BODIES]
        if not (found.has("-G", "--get") and found.option in _BODIES and sent) or any("@" in each for each in sent):
            return call.part(found.kind, why=f"“curl {found.option}” sends or writes something.")
        addresses = [f"{each}{'&' if '?' in each else '?'}{'&'.join(sent)}" for each in addresses]
    return _by_address(call, addresses, _socket(found))


def _socket(found: ScannedOptions) -> str:
    return found.value("--unix-socket")


def _by_address(call: ProgramCall, addresses: Sequence[str], socket: str = "") -> list[CommandEffect]:
    """What asking for the addresses does."""
    judged = judge_request(addresses, call.context.addresses, unix_socket=socket)
    return call.part(judged.kind, why=judged.why)


_WGET = (
    "-O: --output-document: -o!: --output-file!: -a!: --append-output!: -e?: --execute?: -i$: --input-file$: "
    "--post-data$: --post-file$: --method: --body-data$: --body-file$: --save-cookies!: --use-askpass?: -T: --timeout: "
    "-t: --tries: -U: --user-agent: --header: -P!: --user: --password: --config?: --ca-certificate: -w: -Q: -q -S -v "
    "--spider --no-check-certificate --warc-file!: --rejected-log!: --load-cookies$: --referer: --limit-rate: "
    "--max-redirect: -nv -b? --certificate$: --private-key$: --proxy-user: --proxy-password: -B: --base: --dns-timeout: "
    "--connect-timeout: --read-timeout: --bind-address: --ca-directory: -D: -A: -R: -l: -I: -X: --local-encoding: --hsts-file!: --no-hsts "
    "-[4d6cNrkKpLnEhx] --debug --server-response --quiet --verbose --no-verbose --https-only --inet4-only --inet6-only --no-cache --no-cookies --no-proxy "
    "--content-on-error --trust-server-names --no-http-keep-alive --waitretry: --wait: --random-wait --quota: --retry-connrefused --retry-on-http-error: "
    "--save-headers --show-progress --no-show-progress --progress: --secure-protocol: --ciphers: --no-check-certificate --certificate-type: --crl-file: "
    "--pinnedpubkey: --http-user: --http-password: --auth-no-challenge --ignore-length --compression: --no-config --continue --timestamping --no-parent "
    "--accept: --reject: --level: --recursive --prefer-family: --no-dns-cache --dns-servers?: --bind-dns-address: --start-pos: --no-netrc --report-speed: --no-iri "
    "--no-glob --no-passive-ftp --tries: --spider --keep-session-cookies --remote-encoding: --restrict-file-names: --http-keep-alive"
)


def _wget(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(_WGET)
    if any(leaves_unseen(word.text) for word in call.arguments):
        return call.discloses("“wget” would carry away what a command printed, or is given words that are not seen.")
    if found.has("--version", "--help", "-V"):
        return call.part(READ)
    if found.unsure or found.kind == UNKNOWN or found.value("--method") not in ("", *_GET):
        return call.unknown("“wget” sends something, or is given words that are not seen.")
    if found.kind == DISCLOSE:
        return call.discloses(f"“wget {found.option}” sends what is in a file.")
    target = found.value("-O", "--output-document")
    if found.kind == READ and (found.has("--spider") or target == "-" or is_nowhere(target)):
        return _by_address(call, [word.text for word in found.operands])
    return call.part(DESTRUCTIVE, why="“wget” writes what it gets into a file.")


_HTTPIE = (
    "-a: --auth: --timeout: -p: --print: -A: --auth-type: --proxy?: --verify: -o!: --output!: -d! --download! "
    "--session!: --session-read-only?: --raw!: --config-dir!: --check-status -b -h -v --cert?: --cert-key?: --style: -s: "
    "--pretty: --max-redirects: --default-scheme?: -[FIqSIjf] --follow --all --headers --body --verbose --meta -m --quiet --stream --ignore-stdin --offline --ssl: --ciphers: "
    "--path-as-is --chunked --json --form --sorted --unsorted --format-options: --ignore-netrc --max-headers: --response-charset: --response-mime: -x --compress -4 -6 --https --http-version: --no-verify --native-tls --resolve:"
)


def _httpie(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(_HTTPIE)
    words = [w.text for w in found.operands]
    if any(leaves_unseen(word.text) for word in call.arguments):
        return call.discloses(f"“{call.name}” would carry away what a command printed.")
    method = words[0] if len(words) > 1 and words[0].isalpha() else ""
    fed = call.piped and call.input != ""
    if found.kind != READ or not call.arguments or fed or (method and method.upper() not in _GET):
        return call.unknown(f"“{call.name}” sends or writes something.")
    body = [w for w in words[2 if method else 1 :] if re.search(r"(?<!=)(:=|=@|:@|(?<![=:])=(?!=)|@)", w)]
    if body:
        return call.unknown(f"“{call.name}” sends something.")
    asked = words[1] if method else words[0] if words else ""
    queries = "&".join(word.replace("==", "=", 1) for word in words if "==" in word)
    asked = f"http://localhost{asked}" if asked.startswith(":") else asked
    return _by_address(call, [f"{asked}?{queries}" if queries else asked])


PROGRAMS: dict[str, Understand] = {
    "curl": _curl,
    "wget": _wget,
    "http": _httpie,
    "https": _httpie,
    "xh": _httpie,
}

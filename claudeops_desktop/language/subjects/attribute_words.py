"""Words that name scopes and attributes, and the places and kinds that tell two facts apart (M10)."""

from __future__ import annotations

from functools import lru_cache

from claudeops_desktop.language.subjects.semantic_roles import SemanticRole
from claudeops_desktop.language.values.values import ValueKind
from claudeops_desktop.language.words.lexicon import word_set
from claudeops_desktop.language.words.stem import stem

#: Words that name a scope, by dimension: facts with different words of one dimension are said of different scopes.
_SCOPES = """
    environment: production prod live | staging stage preprod | testing test qa | development dev | canary | demo
    time: day daytime | night nights overnight | morning mornings | evening evenings | noon midday
    season: winter | summer | spring | autumn
    week: weekday weekdays | weekend weekends
    hours: business_hours office_hours working_hours
    transport: tcp | udp | quic | websocket websockets | serial
    protocol: http | https tls ssl | grpc | amqp | amqps | mqtt | mqtts | smtp | smtps | imap | imaps | pop3 | ftp
        | ssh | nfs | smb | jmx | ldap | ldaps | jdbc | icmp
    address: ipv4 | ipv6
    method: get | post | put | patch | delete | head | options
    direction: inbound incoming ingress ingoing | outbound outgoing egress
    data: read reads reading | write writes writing
    transfer: upload uploads | download downloads
    flow: import imports | export exports
    role: primary master leader masters leaders | replica standby secondary slave follower replicas followers
    turn: first initial | later subsequent following further | second | third | last final
    warmth: cold | warm hot
    load: idle | busy loaded
    bound: soft | hard
    extreme: minimum | maximum max | average mean
    extent: full | incremental differential partial
    audience: guest guests anonymous | staff employees | admin admins administrators | customer customers
    sight: public | private
    side: internal inside | external outside
    position: left | right | upper | lower | front | rear
    colour: blue | green | red | yellow
    generation: old | young new
    size: small | large big
    phase: startup starting boot | shutdown stopping
    copy: backup backups | restore restores
    net: lan | wan | vpn
    disk: ssd nvme | hdd
    processor: cpu | gpu
    reach: onsite local | offsite remote
    pages: heap | off-heap
"""

#: Ways to name one attribute: what is on one line is no difference between two facts.
_ATTRIBUTES = """
    listen listens listening answers port bound binds serves reachable
    timeout times_out time_out gives_up give_up waits wait aborts
    keeps keep kept retention retains retain stored deletes deleted removes removed expires purged held data
    interval every runs run started starts executed scheduled cadence frequency job
    memory ram uses
    workers worker processes threads number count
    stop stops stopping shutdown shut_down shuts down
    start starts starting startup start_up up boot boots booting launch comes_up ready
    limit limited limits maximum max may cap capped allowed most
    version release upgraded updated runs build
    stores data lies keeps directory path
    logs log writes logging
    host machine server node lives runs moved
    returns answers responds status code gives
    size big large is
    takes needs duration long lasts
"""

#: Nouns that count the same thing, a line each.
_COUNTED = """
    times tries try attempts attempt retries retry
    replicas copies instances pods containers
    workers processes threads
    users people persons accounts
    hosts machines servers nodes
    entries rows records lines
    backups snapshots
    files documents
"""

#: What says that something changed, or says nothing of what is meant.
EMPTY = word_set(
    """now currently meanwhile since again still already recently today instead longer anymore moved changed raised
    lowered increased reduced set switched scaled upgraded updated downgraded bumped configured turned number count
    amount value setting total service server system new old previously before formerly was were has have is are
    uses takes needs use take need about around only just exactly roughly approximately per each goes go becomes
    became upgrade update change migration patch firmware release version enough independently independent
    regardless irrespective before after first then prior can must may lives happens happen lies stands
    done slow fast even redirect error errors response responses status code codes"""
)
CONFINING = frozenset((SemanticRole.PLACE, SemanticRole.FOR, SemanticRole.FROM, SemanticRole.WHEN, SemanticRole.CASE))
OBJECTS = frozenset((SemanticRole.THEME, SemanticRole.PLACE))
SUBJECT = frozenset((SemanticRole.DOER, SemanticRole.BEING))
#: Dimensions whose words are often said by the way, so that they narrow nothing where one fact alone has them.
INCIDENTAL = frozenset(("turn", "method", "generation", "size", "protocol", "position", "colour"))
NEARLY = 0.05  # what its place in the sentence takes from the strength of a pair of the same word
DAYS = frozenset((ValueKind.WEEKDAY, ValueKind.MONTH))
TIMES = frozenset((ValueKind.CLOCK, ValueKind.DATE, ValueKind.PERIOD))
#: Scales whose ends are two cases of a thing rather than two states of it.
CASE_SCALES = word_set("up primary night morning local high newer inbound weekday public")
#: Verbs of which one thing has several objects at a time.
SEVERAL = frozenset(
    map(
        stem,
        word_set(
            """need require depend rely use mount call read write export serve support contain include watch scrape
            send expose publish subscribe talk connect fetch pull push import load provide log monitor alert notify"""
        ),
    )
)


@lru_cache(maxsize=1)
def scopes() -> dict[str, tuple[str, int]]:
    """The dimension of each word that names a scope, and which of its scopes."""
    found: dict[str, tuple[str, int]] = {}
    name = ""
    number = 0
    for line in _SCOPES.strip().splitlines():
        if ":" in line:
            name, line = (part.strip() for part in line.split(":", 1))  # noqa: PLW2901
            number = 0
        for part in line.split("|"):
            number += 1
            for word in part.split():
                found[word] = (name, number)
    return found


@lru_cache(maxsize=1)
def attributes() -> dict[str, frozenset[int]]:
    """The attributes that each stem or phrase is a name of."""
    found: dict[str, set[int]] = {}
    for number, line in enumerate(_ATTRIBUTES.strip().splitlines()):
        for word in line.split():
            found.setdefault(stem(word.replace("_", " ").split()[0]) if "_" not in word else word, set()).add(number)
    return {word: frozenset(lines) for word, lines in found.items()}


@lru_cache(maxsize=1)
def counted() -> dict[str, int]:
    """The line of each noun that is counted, by its first five letters, as values keep them."""
    return {word[:5]: number for number, line in enumerate(_COUNTED.strip().splitlines()) for word in line.split()}

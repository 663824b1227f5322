"""Files that are shown by names which only the shell will know: found, printed, or read from a list.

The names themselves are not seen, so what tells them is looked at: a listing of a folder in which secrets lie may name
one, unless it asks for names that no secret has; a list that nobody has seen may name anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .lazy_regex import LazyRegex
from .options import options, scan
from .path_patterns import paths_of
from .secret_paths import holds_secrets, is_secret, names_secret, normal_path
from .shell_types import UNSEEN, ShellWord, SimpleCommand
from .visited_folders import resolve_from_folder

SHOWS = frozenset(
    """
cat head tail strings xxd od hexdump hd grep egrep fgrep zgrep zegrep zfgrep bzgrep xzgrep base64 base32 basenc dd tar
nl tac cut awk gawk mawk nawk sed less more most bat batcat zcat zless zmore bzcat xzcat lzcat zstdcat gzip bzip2 xz
zstd gunzip rev sort uniq paste join comm diff sdiff diff3 colordiff cmp fold fmt column pr expand unexpand ptx tsort
shuf split csplit iconv look rg ag ack jq yq xmllint uuencode m4 perl dos2unix bzip2 unzip cpio ar
""".split()
)
"""Programs that show what is in the files that they are given."""
GREPS = frozenset("grep egrep fgrep zgrep zegrep rg ag ack".split())
_WITH_VALUE = {
    **dict.fromkeys(("head", "tail"), "-n: -c: -s: --lines: --bytes: --pid: --sleep-interval:"),
    "cut": "-d: -f: -c: -b: --delimiter: --fields: --characters: --bytes: --output-delimiter:",
    "sort": "-k: -t: -S: -T: --key: --field-separator: --buffer-size: --parallel:",
    "fold": "-w: --width:", "fmt": "-w: -g: -p:", "xxd": "-l: -s: -c: -g:", "od": "-A: -t: -N: -j: -w:",
    "hexdump": "-n: -s: -e:", "base64": "-w: --wrap:", "paste": "-d: --delimiters:", "strings": "-n: -t: --bytes:",
    "column": "-s: -o: -N: -c: -t:", "uniq": "-f: -s: -w:", "diff": "-U: -C: -I: --label: -x: --exclude:",
    "nl": "-b: -w: -s: -v:", "shuf": "-n: -i: -e: --head-count: --input-range:", "pr": "-l: -w: -h: -o:",
    "split": "-l: -b: -n: -C: -a:", "join": "-t: -o: -1: -2: -e: -j: -v:", "iconv": "-f: -t:", "perl": "-e: -E:",
}  # fmt: skip
"""Options whose value is a number or a text, and names no file."""
_LISTERS = frozenset("find fd fdfind gfind ls tree exa eza lsd echo printf locate plocate mlocate".split())
_WALKERS = frozenset("find fd fdfind gfind tree".split())
_ALL_NAMES = LazyRegex(r"-(?:[a-zA-Z]*[aAfR][a-zA-Z]*|-all|-almost-all|-recursive)\Z")
_ONLY_NAMES = LazyRegex(r"-[a-zA-Z]*[lL][a-zA-Z]*\Z|--files-with(?:out)?-matches?\Z")
_NARROWS = frozenset("-name -iname -path -ipath -wholename -iwholename -regex -iregex -g --glob -e --extension".split())
_TAKES_NAMES = frozenset("set read mapfile readarray bash sh dash zsh".split())
_LISTED_IN = LazyRegex(r"-?-files0?-from(?:=|\Z)|--arg-file(?:=|\Z)|--files-from(?:=|\Z)")
_OF_SYSTEM = LazyRegex(
    r"/(?:usr|lib|lib64|boot|sys|bin|sbin|proc/(?:sys|net|pressure|fs|bus|driver|acpi)|var/(?:log|cache|crash|www|spool/mail)|"
    r"etc/[^/*?\[]+|run/(?:systemd|udev|log|user))(?:/|\Z)"
)


class FileListing(NamedTuple):
    """What a text tells about names of files. ``secret``: something lists files with secrets. ``unseen``: names come
    out of a list that is not seen. ``any``: there is a listing at all."""

    secret: bool = False
    unseen: bool = False
    any: bool = False


def listing_of(commands: Sequence[SimpleCommand], outer: FileListing) -> FileListing:
    """What the commands of a text list, and those around them."""
    found = [_lists(command) for command in commands]
    return FileListing(
        outer.secret or any(each.secret for each in found),
        outer.unseen or any(each.unseen for each in found),
        outer.any or any(each.any for each in found),
    )


def _lists(command: SimpleCommand) -> FileListing:
    texts = [word.text for word in command.words]
    unseen = any(_LISTED_IN.match(text) for text in texts) or ("xargs" in texts and "-a" in texts)
    lists = _LISTERS | (GREPS if any(_ONLY_NAMES.match(text) for text in texts) else frozenset())
    place = next((at for at, text in enumerate(texts) if text.rpartition("/")[2] in lists), -1)
    typed = [redirect.target for redirect in command.redirects if redirect.sign in ("<<<", "<<")]
    handed = command.function or bool(texts and texts[0] in _TAKES_NAMES) or "xargs" in texts
    words = [*command.words[1:]] if handed else [*command.words[place + 1 :]] if place >= 0 else []
    words = [word for word in (*words, *typed) if len(word.text) < 4096]
    secret = any(_names_secret(word, command.visited) for word in words)
    if place >= 0 and not secret:
        secret = _walks_secrets(command.words[place], command.words[place + 1 :], command.visited)
    return FileListing(secret, unseen, place >= 0 or bool(typed) or command.function)


def _names_secret(word: ShellWord, folders: Iterable[str]) -> bool:
    for text in dict.fromkeys((word.text, *re.split(r"\s+", word.text.strip()))):
        each = word._replace(text=text)
        if is_secret(each) or names_secret(text):
            return True
        if any(is_secret(each._replace(text=resolve_from_folder(text, folder))) for folder in folders):
            return True
    return False


def _walks_secrets(lister: ShellWord, words: Sequence[ShellWord], folders: Sequence[str]) -> bool:
    """Tell whether a listing of folders names, without asking for other names, what lies where secrets do."""
    name = lister.text.rpartition("/")[2]
    texts = [word.text for word in words]
    if name in GREPS:  # the first word is what is looked for
        texts = ["-R", *[text for text in texts if text[:1] != "-"][1:]]
    elif name not in _WALKERS and name not in ("ls", "exa", "eza", "lsd"):
        return False
    if any(text in _NARROWS for text in texts):
        return False  # a name that secrets have was asked for above
    ends = next(
        (at for at, text in enumerate(texts) if text.startswith(("-", "(", "!")) and name == "find"), len(texts)
    )
    places = [text for text in texts[:ends] if text[:1] != "-"] or ["."]
    everything = name in _WALKERS or any(_ALL_NAMES.match(text) for text in texts)
    if not everything:
        places = [place for place in places if place[:1] in "/~"]  # names without a dot, of a folder that is known
    else:
        places = [place.removesuffix("/*") or "/" for place in places]
    return any(
        may_hold_secrets(resolve_from_folder(place, folder))
        for place in places
        for folder in (folders or ("",))
        if everything or not re.search(r"\*\Z|[*?\[][^/]*\.\w+\Z|\.\w*[*?\[]\w*\Z", place)
    )


def may_hold_secrets(folder: str) -> bool:
    """Tell whether secrets may lie in a folder or below it: everywhere but in the system's own."""
    path = normal_path(folder).removesuffix("/.").rstrip("/") or "/"
    if any(sign in path for sign in "*?["):
        return any(may_hold_secrets(re.sub(r"[*?\[\]]+", "x", each)) for each in paths_of(path))
    if holds_secrets(path) or is_secret(ShellWord(path)) or is_secret(ShellWord(f"{path}/x")):
        return True
    return not _OF_SYSTEM.match(path + "/")


def shows_unseen_names(words: Sequence[ShellWord], name: str, listing: FileListing) -> bool:
    """Tell whether a program that shows files is given names that may be those of secrets. ``words`` may name files."""
    if name == "xargs":
        given = scan(words, options("-a: --arg-file: -I: -n: -P: -L: -d: -E: -s:"), first_operand_ends=True).given
        files: Sequence[ShellWord] = [ShellWord(value) for option, value in given if option in ("-a", "--arg-file")]
    elif name in SHOWS:
        if any(word.text.startswith("--files0") for word in words):
            return True  # a list of names that is not seen
        known = _WITH_VALUE.get(name)
        files = scan(words, options(known)).operands if known else words
    else:
        return False
    unseen = [word for word in files if word.text[:1] != "-" and UNSEEN in word.text]
    if not unseen:
        return False
    return listing.secret or listing.unseen or (not listing.any and any(word.text == UNSEEN for word in unseen))


def shows_every_name(words: Sequence[ShellWord], name: str, folders: Sequence[str]) -> bool:
    """Tell whether a program is to show all files of a folder that is not the system's: ``less *``, ``cat
    /srv/x/*``."""
    if name not in SHOWS:
        return False
    for word in words:
        if word.text[:1] == "-" or not word.pattern:
            continue
        for folder in folders or ("",):
            place, _, last = resolve_from_folder(word.text, folder).rpartition("/")
            if last.strip("*?") == "" and may_hold_secrets(place or ("/" if word.text[:1] == "/" else ".")):
                return True
    return False

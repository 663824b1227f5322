"""Which files a call shows, and whether one of them holds secrets: by the words that name files, program by program."""

from __future__ import annotations

from collections.abc import Sequence

from .listed_files import GREPS, SHOWS
from .options import options, scan
from .program_call import ProgramCall
from .secret_paths import is_secret, mixes_secrets, names_secret
from .secret_settings import asks_for_secrets
from .shell_types import UNSEEN, ShellWord
from .visited_folders import resolve_from_folder

_NAMES_ONLY = frozenset(
    """
ls dir stat test [ find echo printf which whereis realpath dirname basename readlink : cd du tree md5sum sha1sum
sha256sum sha512sum b2sum cksum wc lsattr getfacl namei git true false type command pushd popd read export declare
local unset pgrep pkill systemctl docker kubectl helm ps ssh logger locate plocate df curl wget lsblk blkid findmnt
mount tee file ncdu openssl lsof fuser getcap ssh-keygen exa eza lsd fd fdfind typeset readonly mapfile readarray
trap shopt visudo
""".split()
)
"""Programs that tell names, sizes and health of what they are given, not what is in it, or are judged elsewhere."""
LISTS = {
    "file": ("-f", "--files-from", "-m", "--magic-file"), "du": ("--files0-from",),
    "wc": ("--files0-from",), "md5sum": ("-c", "--check"),
    "sha256sum": ("-c", "--check"), "sha1sum": ("-c", "--check"), "sha512sum": ("-c", "--check"),
    "find": ("-files0-from",),
    "logger": ("-f", "--file"), "pgrep": ("-F", "--pidfile"), "tree": ("--fromfile", "--gitfile"),
    "fd": ("--ignore-file",),
    "openssl": ("-CAfile", "-in", "-rand", "-kfile", "-pass", "-passin", "-psk", "-cert", "-key", "-inkey"),
    "ssh-keygen": ("-y", "-e"),
    "ncdu": ("-f", "-X"), "lsof": (), "b2sum": ("-c", "--check"), "cksum": ("-c", "--check"),
}  # fmt: skip
"""Options of theirs that open a file and show, or complain about, its lines."""
FIRST_IS_TEXT = {
    **dict.fromkeys(
        "grep egrep fgrep zgrep zegrep zfgrep bzgrep xzgrep rg ag ack ngrep".split(),
        "-e: --regexp: -f: --file: -A: -B: -C: -m: -D: -d: --include: --exclude: --exclude-dir: --color: --max-count: "
        "--after-context: --before-context: --context: -g: --glob: -t: --type: -T: --type-not: --max-depth: -G: -j:",
    ),
    **dict.fromkeys(("awk", "gawk", "mawk", "nawk"), "-F: -v: -f: -e: --source: --assign: --field-separator:"),
    **dict.fromkeys(("sed", "gsed"), "-e: --expression: -f: --file: -l:"),
    **dict.fromkeys(("jq", "yq"), "--indent: -f: --from-file: -p: -o: -I:"),
    "tr": "", "sleep": "", "expr": "", "date": "-d: --date: -f: --file: -r: --reference:", "seq": "", "basename": "",
}  # fmt: skip
"""Programs whose first operand is a pattern or a script of theirs; the values of their options are no files either."""
_BARE = frozenset(
    "cat head tail strings xxd od hexdump base64 base32 nl tac less more bat batcat rev sort uniq paste".split()
)
ALL_LINES = ("", ".", ".*", "^", "$", "\\S", "[^ ]", "=", "..*", ".+", "[[:alnum:]]")


def secret_file(call: ProgramCall) -> str:
    """A file with secrets that a reader would show; programs that only tell names and sizes may name it."""
    whole = call.name in SHOWS and (call.name not in GREPS or asks_widely(call))
    for word in dict.fromkeys(shown_files(call)):
        for folder in ("", *call.visited):
            seen = word._replace(text=resolve_from_folder(word.text, folder)) if folder else word
            if is_secret(seen):
                return word.text
        if whole and mixes_secrets(word):
            return word.text
        if call.name in _BARE and word.text[:1] != "-" and names_secret(word.text) and not word.pattern:
            return word.text
    return ""


def shown_files(call: ProgramCall) -> Sequence[ShellWord]:
    """The words of a call that may name a file which it shows."""
    words = call.arguments
    if call.name in _NAMES_ONLY:
        opening = LISTS.get(call.name, ())
        found = [w for w in words if w.text.startswith(("@", "file:"))]
        for place, word in enumerate(words):
            name, equals, _ = word.text.partition("=")
            if name in opening:
                found += [word] if equals else list(words[place + 1 : place + 2])
            elif any(len(each) == 2 and word.text.startswith(each) and len(word.text) > 2 for each in opening):
                found.append(word._replace(text=word.text[2:]))
        return found
    known = FIRST_IS_TEXT.get(call.name)
    if known is None:
        return words
    found_words = scan(words, options(known))
    scripted = found_words.has("-e", "--regexp", "-f", "--file", "--expression", "--source", "--from-file")
    opened = [
        ShellWord(value) for name, value in found_words.given if name in ("-f", "--file", "--from-file") and value
    ]
    rest = [w for w in words if w.text.startswith("--") and "=" in w.text]
    return [*opened, *rest, *found_words.operands[0 if scripted else 1 :]]


def asks_widely(call: ProgramCall) -> bool:
    """Tell whether a search shows nearly every line, or those with secrets."""
    found = scan(call.arguments, options(FIRST_IS_TEXT[call.name]))
    letters = {name for name, _ in found.given}
    if letters & QUIET:
        return False
    asked = [value for name, value in found.given if name in ("-e", "--regexp")]
    if not asked:
        asked = [word.text for word in found.operands[:1]]
    everything = any(text in ALL_LINES for text in asked) or bool(letters & {"-v", "--invert-match", "-f", "--file"})
    return everything or any(asks_for_secrets(text) or UNSEEN in text for text in asked)


QUIET = frozenset("-l -L -c -q --files-with-matches --count --quiet --silent --files".split())

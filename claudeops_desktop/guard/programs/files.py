"""Programs that make, change, move and delete files; archives and copies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from ..effects import DESTRUCTIVE, READ, UNKNOWN, CommandEffect, make_effect
from ..new_files import creates, is_plain_source
from ..options import options
from ..program_call import ProgramCall, Understand, harmless
from ..secret_paths import holds_secrets, is_nowhere, is_secret, names_secret
from ..shell_types import OUTPUT, UNSEEN, ShellWord
from ..visited_folders import resolve_from_folder

_CHANGES = """
rm rmdir unlink shred wipe srm mv install ln link truncate fallocate chmod chown chgrp chattr
setfattr chcon restorecon setsebool semanage mkfifo mknod split csplit rename rename.ul mmv patch ex sponge
trash trash-put dd_rescue ddrescue cpio pax ar zip logrotate tmpreaper tmpwatch setcap setfacl updatedb
gzexe dos2unix unix2dos msgfmt iconv- tic ptx mkpasswd- bleachbit fdupes- rdfind rmlint rclone-purge unison
lsyncd restic-forget cronolog savelog stow alternatives update-alternatives ssh-keygen ssh-copy-id ssh-add- gpg-
age- sops-
""".split()
_FIND = options(
    "-H -L -P -O:: -D: -a -and -o -or -not -true -false -daystart -depth -d -follow -mount -xdev -noleaf -warn -nowarn -ignore_readdir_race "
    "-noignore_readdir_race -empty -executable -readable -writable -nogroup -nouser -print -print0 -ls -prune -quit -E -X -x -s "
    "-maxdepth: -mindepth: -regextype: -amin: -anewer: -atime: -cmin: -cnewer: -ctime: -fstype: -gid: -group: -ilname: -iname: -inum: -ipath: "
    "-iregex: -iwholename: -links: -lname: -mmin: -mtime: -name: -newer: -files0-from: -path: -perm: -regex: -samefile: -size: -type: -uid: -used: -user: "
    "-wholename: -xtype: -context: -printf: -newerat: -newerBt: -newerct: -newermt: -newermm: -newerma: -newermc: -neweraa: -newercc: -newerac: "
    "-newerca: -newercm: -neweram: -Bmin: -Btime: -Bnewer: -flags: -acl -xattr -depth"
)
"""Tests and actions of ``find`` that only look."""
_FIND_RUNS = ("-exec", "-execdir", "-ok", "-okdir")
_FIND_WRITES = ("-delete", "-fprint", "-fprint0", "-fprintf", "-fls")
_TAR = (
    "--list --extract --get --create --append --update --concatenate --catenate --delete --diff --compare --test-label -[txcrudAvzjJOpPkmwhSslnoiWRaZU] "
    "--verbose --gzip --gunzip --ungzip --bzip2 --xz --zstd --lzma --lz4 --lzip --auto-compress --no-auto-compress --to-stdout --wildcards --no-wildcards "
    "--anchored --no-anchored --ignore-case --no-ignore-case --no-wildcards-match-slash --full-time --numeric-owner --utc --null --no-null --verbatim-files-from "
    "--block-number --totals --check-links --one-file-system --preserve-permissions --same-permissions --same-owner --no-same-owner --no-same-permissions "
    "--owner: --group: --mode: --mtime: --sort: --format: --posix --sparse --dereference --hard-dereference --no-recursion --recursion --exclude-vcs --exclude-vcs-ignores "
    "--exclude-caches --exclude-caches-all --exclude-backups --exclude-tag: --exclude-tag-all: --exclude-ignore: --warning: --quoting-style: --occurrence --occurrence:: --show-defaults "
    "--show-transformed-names --show-omitted-dirs --level: --newer: --newer-mtime: --after-date: --label: --absolute-names --keep-old-files --skip-old-files "
    "--keep-newer-files --overwrite --unlink-first --recursive-unlink --touch --ignore-zeros --ignore-failed-read --read-full-records --blocking-factor: --record-size: "
    "--starting-file: --tape-length: --multi-volume -M --force-local --seek --verify --xattrs --no-xattrs --acls --no-acls --selinux --add-file: --index-file!: --delay-directory-restore "
    "--interactive --strip --checkpoint -f: --file: -C: --directory: -T: --files-from: -X: --exclude-from: --exclude: -g?: --listed-incremental?: "
    "-I?: --use-compress-program?: --to-command?: --checkpoint-action?: --rmt-command?: --rsh-command?: -F?: "
    "--info-script?: --new-volume-script?: --transform: --strip-components: --remove-files! -b: --index-file!: "
    "--volno-file!: -V: -N: -K: -L:"
)


def _changes(call: ProgramCall) -> list[CommandEffect]:
    return call.part(DESTRUCTIVE, why=f"“{call.name}” changes or deletes files.")


def _makes(options: str) -> Understand:
    """mkdir and touch with these options alone only make places."""
    known = frozenset(options.split())

    def understand(call: ProgramCall) -> list[CommandEffect]:
        named = [word for word in call.arguments if word.text[:1] != "-"]
        plain = all(word.text in known for word in call.arguments if word.text[:1] == "-")
        places = creates(named, folders=call.name == "mkdir") if plain else ()
        return [part._replace(creates=places) for part in _changes(call)]

    return understand


def _cp(call: ProgramCall) -> list[CommandEffect]:
    """A copy to a new place only adds that."""
    named = [word for word in call.arguments if word.text[:1] != "-"]
    plain = all(word.text in _COPIES for word in call.arguments if word.text[:1] == "-")
    parts = _changes(call)
    if plain and len(named) > 1 and all(map(is_plain_source, named[:-1])) and not call.visited:
        copies = tuple(word.text for word in named[:-1])
        return [part._replace(creates=creates(named[-1:]), copies=copies) for part in parts]
    return parts


def _mv(call: ProgramCall) -> list[CommandEffect]:
    """To move a file takes it away from where it was, and replaces what is at the new place."""
    named = [word for word in call.arguments if word.text[:1] != "-"]
    plain = all(word.text in _MOVES for word in call.arguments if word.text[:1] == "-")
    places = creates(named) if plain and len(named) > 1 else ()
    return [part._replace(creates=places) for part in _changes(call)]


_MOVES = frozenset("-v -f -n --verbose --force --no-clobber".split())
_COPIES = frozenset("-a -r -R -p -v -n -av -rv -pv -rp -rpv --archive --recursive --verbose --no-clobber".split())


def _find(call: ProgramCall) -> list[CommandEffect]:
    words, parts = call.arguments, []
    at = 0
    while at < len(words):
        word = words[at].text
        at += 1
        if word in _FIND_WRITES:
            nowhere = word.startswith("-f") and at < len(words) and is_nowhere(words[at].text)
            if not nowhere:
                return call.part(DESTRUCTIVE, why=f"“find {word}” deletes or writes files.")
        elif word in _FIND_RUNS:
            end = next((i for i in range(at, len(words)) if words[i].text == ";" or _ends(words, i, at)), len(words))
            inner = words[at:end]
            name = inner[0].text.rpartition("/")[2] if inner else ""
            if _shows_what_is_found(call, words[: at - 1], inner):
                return call.discloses("It hands on files that may hold what is secret.")
            if name.endswith("sh") and any("{}" in w.text and w.text != "{}" for w in inner):
                put_in = [w._replace(text=w.text.replace("{}", '"$_"')) for w in inner]
                return [*call.unknown("A shell runs what “find” puts into its text."), *call.words(put_in)]
            parts += call.words([_as_found(word) for word in inner])
            at = end + 1
        elif words[at - 1].splits or word.startswith("\0"):
            return call.unknown("“find” is given words that are not seen.")
        elif word in _FIND.values:
            at += 1
        elif word[:1] == "-" and len(word) > 1 and word not in _FIND.known and not re.match(r"-O\d\Z", word):
            return call.unknown(f"What “find {word}” does is not known.")
    return parts or call.part(READ)


def _as_found(word: ShellWord) -> ShellWord:
    """``{}`` becomes a file's path."""
    return word._replace(text=word.text.replace("{}", f"{UNSEEN}{OUTPUT}"), seen=False) if "{}" in word.text else word


def _shows_what_is_found(call: ProgramCall, before: Sequence[ShellWord], inner: Sequence[ShellWord]) -> bool:
    """Tell whether the files that are looked for have secret names, or lie anywhere in a folder with secrets, and what
    is in them is shown."""
    text = " ".join(word.text for word in inner)
    if not re.search(
        r"\b(?:cat|head|tail|strings|xxd|od|hexdump|grep|egrep|zcat|base64|sed|awk|less|more|nl|tac|cut|sort|tar|dd|paste|bat|jq|yq|cp)\b",
        text,
    ):
        return False
    if re.search(r"\b[ez]?grep\b", text) and re.search(r"\s-[a-zA-Z]*[lLqc]", text):
        return False
    tests = [(before[at - 1].text, word) for at, word in enumerate(before) if at]
    named = [word for option, word in tests if re.fullmatch(r"-i?(?:name|path|wholename|regex|lname)", option)]
    if any(is_secret(word) or names_secret(word.text) for word in [*named, *before]):
        return True
    starts = []
    for word in before:
        if word.text[:1] in ("-", "(", "!"):
            break
        starts.append(word.text)
    narrowed = any(word.text.strip("*") for word in named)
    places = [resolve_from_folder(start, folder) for start in starts for folder in (call.visited or ("",))]
    return not narrowed and any(holds_secrets(place) for place in places)


def _ends(words: tuple, place: int, start: int) -> bool:  # type: ignore[type-arg]
    return words[place].text == "+" and place > start and "{}" in words[place - 1].text


def _fd(call: ProgramCall) -> list[CommandEffect]:
    if any(w.text in ("-x", "-X", "--exec", "--exec-batch") or w.text.startswith("--exec") for w in call.arguments):
        place = next(
            i for i, w in enumerate(call.arguments) if w.text[:2] in ("-x", "-X") or w.text.startswith("--exec")
        )
        inner = call.arguments[place + 1 :]
        if _shows_what_is_found(call, call.arguments[:place], inner):
            return call.discloses("It hands on files that may hold what is secret.")
        return call.words([*inner, ShellWord(f"{UNSEEN}{OUTPUT}", seen=False)])
    return harmless(
        call,
        "-x? -X? -[etdESjogCc]: -[HIaslLgiFpuqr01h] -# --hidden --no-ignore --no-ignore-vcs --absolute-path --list-details --follow --glob --ignore-case --case-sensitive --type: --extension: --max-depth: --min-depth: --exact-depth: --exclude: --size: --changed-within: --changed-before: --newer: --older: --owner: --max-results: --threads: --color: --print0 --full-path --fixed-strings --base-directory: --search-path: --path-separator: --strip-cwd-prefix --one-file-system --quiet --show-errors --unrestricted --prune --regex --and: --format:",
    )


def _tar(call: ProgramCall) -> list[CommandEffect]:
    words = call.arguments
    if (
        words and words[0].text[:1].isalpha() and words[0].seen
    ):  # the old way: letters first, then their values in order
        letters = words[0].text
        values = [
            f"-{letter}" for letter in letters if f"-{letter}" in ("-f", "-C", "-T", "-X", "-b", "-g", "-I", "-F")
        ]
        lists, writes = "t" in letters, set(letters) & set("xcruAd") - {"d"}
        risky = {"-I", "-F", "-g"} & set(values)
        inner = call._replace(arguments=words[1 + len(values) :]).scanned(_TAR)
        target = words[1 + values.index("-f")].text if "-f" in values and len(words) > 1 + values.index("-f") else ""
        stdout = "O" in letters and "x" in letters
    else:
        inner = call.scanned(_TAR)
        given = {name for name, _ in inner.given}
        long = {"--list": "t", "--extract": "x", "--get": "x", "--create": "c", "--append": "r", "--update": "u",
                "--concatenate": "A", "--catenate": "A", "--delete": "r", "--diff": "d", "--compare": "d"}  # fmt: skip
        letters = "".join({long.get(name, name[1:] if len(name) == 2 else "") for name in given})
        lists, writes = "t" in letters or "d" in letters, set(letters) & set("xcruA")
        risky, target = set(), inner.value("-f", "--file")
        stdout = "x" in letters and ("-O" in given or "--to-stdout" in given)
    if inner.kind == UNKNOWN or risky or inner.unsure or ":" in target:
        return call.unknown("“tar” is told to run another program, or is given words that are not seen.")
    if inner.kind != READ:
        return call.part(DESTRUCTIVE, why="“tar” deletes or writes files.")
    packs = writes & set("cr") and not is_nowhere(target)
    if packs and any(
        holds_secrets(resolve_from_folder(w.text, f)) for w in inner.operands for f in (*call.visited, "")
    ):
        return call.discloses("“tar” packs a folder in which secrets lie.")
    if stdout and not inner.operands and not lists:
        return call.discloses("“tar” shows every file of an archive.")
    if inner.has("-T", "--files-from") and (stdout or packs):
        return call.unknown("“tar” packs files that are not seen.")
    if (lists and not writes) or stdout or (writes == {"c"} and (is_nowhere(target) or target in ("", "-"))):
        return call.part(READ)
    if writes:
        return call.part(DESTRUCTIVE, why="“tar” writes files.")
    return call.unknown("What this “tar” does is not known.")


def _packer(call: ProgramCall, lists: str = "") -> list[CommandEffect]:
    """gzip and its kind: they replace files, unless told to print or test."""
    found = call.scanned(
        "-[cdtlkvqfrnNhHLV0123456789ez] --stdout --to-stdout --decompress --uncompress --test --list --keep --verbose --quiet --recursive --no-name "
        "--name --force --robot --extreme --fast --best --long --no-progress --rsyncable --license -F: --format: --check: --memlimit: -M: --single-stream "
        "-S: --suffix: -T: --threads: -b: -o!: --output-dir-flat!: --rm!"
    )
    if found.kind == READ and not found.unsure:
        to_output = found.has("-c", "--stdout", "--to-stdout", "-t", "--test", "-l", "--list", "--version", "--help")
        if to_output or (not found.operands and call.piped):
            return call.part(READ)
    return call.part(DESTRUCTIVE, why=f"“{call.name}” replaces files.")


def _unzip(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-d: -x: -P: -[lptvZzqCjnoaLMubUXh12msT]")
    if found.has("-p") and len(found.operands) < 2:
        return call.discloses("“unzip” shows every file of an archive.")
    if found.has("-l", "-t", "-v", "-Z", "-p", "-z") and not found.unsure:
        return call.part(found.kind)
    return call.part(DESTRUCTIVE, why="“unzip” writes files.")


_SEVEN = "-slt -ba -bd -bb -bb0 -bb1 -bso0 -bse1 -bsp0 -scrcCRC32 -scrcSHA256 -sccUTF-8 -[pxirtyu]:: -ssc -slp -scrc:: -cfg- -c- -idq -idn -p-"


def _seven(call: ProgramCall) -> list[CommandEffect]:
    if call.arguments and call.arguments[0].text in ("l", "lb", "lt", "v", "vb", "t", "i", "h", "b"):
        return harmless(call, _SEVEN)
    return call.part(DESTRUCTIVE, why=f"“{call.name}” writes files.")


def _tee(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-a --append -i -p --output-error:")
    if found.kind == UNKNOWN:
        return call.unknown(f"What “tee {found.option}” does is not known.")
    if not found.unsure and all(is_nowhere(word.text) for word in found.operands):
        return call.part(READ)
    parts = call.part(DESTRUCTIVE, why="“tee” writes into files.")
    return parts if found.unsure else [part._replace(creates=creates(found.operands)) for part in parts]


_DD = tuple(
    "if= of= bs= ibs= obs= cbs= count= skip= seek= iseek= oseek= status= conv= iflag= oflag= --help --version".split()
)


def _dd(call: ProgramCall) -> list[CommandEffect]:
    written = [word.text[3:] for word in call.arguments if word.text.startswith("of=")]
    if any(word.splits or not word.text.startswith(_DD) for word in call.arguments):
        return call.unknown("“dd” is given words that are not known, or not seen.")
    if all(is_nowhere(path) for path in written):
        return [make_effect(READ, "nowhere" if written else "dd")]
    return call.part(DESTRUCTIVE, why="“dd” overwrites its target.")


_RSYNC = (
    "-n --dry-run --list-only -[avrRzhutOgoplxXAHSWmNUcqiPkLbDdIJKCyE0864] --archive --verbose --recursive --no-r --relative --no-relative --compress --human-readable --update --times "
    "--owner --group --perms --links --one-file-system --acls --xattrs --hard-links --sparse --whole-file --checksum --quiet --itemize-changes --stats --progress --partial "
    "--inplace --append --append-verify --existing --ignore-existing --size-only --ignore-times --delete-before --delete-during --delete-delay --delete-excluded --delete-missing-args "
    "--ignore-errors --force --numeric-ids --copy-links --copy-unsafe-links --safe-links --copy-dirlinks --keep-dirlinks --dirs --no-dirs --omit-dir-times --omit-link-times --fuzzy --no-motd "
    "--cvs-exclude --prune-empty-dirs --blocking-io --8-bit-output --protect-args --secluded-args --old-args --no-whole-file --no-perms --no-owner --no-group --no-times --no-implied-dirs --mkpath "
    "--backup --fake-super --super --executability --devices --specials --no-devices --no-specials --munge-links --preallocate --open-noatime --atimes --crtimes --no-links --no-inc-recursive "
    "--compress-choice: --zc: --zl: --skip-compress: --stop-after: --stop-at: --old-d --ipv4 --ipv6 --no-compress --no-o --no-g --no-p --no-t --iconv: --protocol: --early-input?: -e?: --rsh?: --rsync-path?: --log-file!: --write-batch!: --only-write-batch!: "
    "--read-batch?: --daemon? --config?: --password-file: --exclude: --include: --exclude-from: --include-from: "
    "--files-from: -f: --filter: --port: --bwlimit: --timeout: -B: --out-format: --info: --debug: --max-size: "
    "--min-size: --temp-dir: -T: --partial-dir: --compare-dest: --copy-dest: --link-dest: --backup-dir: --suffix: "
    "--chmod: --chown: --usermap: --groupmap: --contimeout: --address: --sockopts: --max-delete: --modify-window: -M?: "
    "--remote-option?: --remove-source-files! --outbuf: --checksum-choice: --compress-level: --delete --delete-after"
)


def _rsync(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(_RSYNC)
    if found.kind == UNKNOWN or found.unsure:
        return call.unknown("“rsync” is told to run another program, or is given words that are not seen.")
    looks = found.has("-n", "--dry-run", "--list-only") or (len(found.operands) == 1 and not found.has("--delete"))
    if looks and found.kind == READ:
        return call.part(READ)
    return call.part(DESTRUCTIVE, why="“rsync” overwrites files at its target.")


def _copies(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned("-o?: -S?: -F?: -D?: -[JPilcXbBR]: -[346CpqrvaATNfO]")
    if found.kind == UNKNOWN or found.unsure:
        return call.unknown(f"“{call.name}” is told to run another program, or is given words that are not seen.")
    return call.part(DESTRUCTIVE, why=f"“{call.name}” overwrites files at its target.")


def _rehearsable(*looks: str) -> Understand:
    """Programs that change files unless told to say only what they would do."""

    def understand(call: ProgramCall) -> list[CommandEffect]:
        given = {w.text for w in call.arguments}
        seen = not any(w.splits or w.text.startswith(UNSEEN) for w in call.arguments)
        return call.part(READ) if seen and given & set(looks) else _changes(call)

    return understand


def _mktemp(call: ProgramCall) -> list[CommandEffect]:
    table = "-[dqut] -p:: --tmpdir --suffix: --directory --dry-run --quiet"
    looks = call.scanned(table).has("-u", "--dry-run")
    return harmless(call, table, kind=READ if looks else DESTRUCTIVE)


def _iconv(call: ProgramCall) -> list[CommandEffect]:
    return harmless(
        call,
        "-o!: --output!: -[ft]: --from-code: --to-code: -[lcs] --list --silent --verbose --byte-subst: --unicode-subst:",
    )


def _base64(call: ProgramCall) -> list[CommandEffect]:
    return harmless(call, "-w: --wrap: -[diD] --decode --ignore-garbage")


PROGRAMS: dict[str, Understand] = {
    **{name: _changes for name in _CHANGES if not name.endswith("-")},
    "mkdir": _makes("-p -v -pv --parents --verbose"),
    "touch": _makes(""),
    "cp": _cp,
    "mv": _mv,
    "patch": _rehearsable("--dry-run"),
    "rename": _rehearsable("--nono", "--no-act", "-n"),
    "rename.ul": _rehearsable("-n", "--no-act"),
    "find": _find,
    "gfind": _find,
    "fd": _fd,
    "fdfind": _fd,
    "tar": _tar,
    "gtar": _tar,
    "bsdtar": _tar,
    **dict.fromkeys(
        """
gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 unlz4 lzma unlzma compress uncompress pigz pbzip2
""".split(),
        _packer,
    ),
    "unzip": _unzip,
    **dict.fromkeys(("7z", "7za", "7zr", "unrar", "rar"), _seven),
    "tee": _tee,
    "dd": _dd,
    "rsync": _rsync,
    "scp": _copies,
    "sftp": _copies,
    "mktemp": _mktemp,
    "iconv": _iconv,
    "base64": _base64,
    "fdupes": partial(
        harmless,
        known="-d! --delete! -L! --linkhard! -[oGXl]: -[rRSmqfnAs1H] --recurse --size --summarize --quiet --omitfirst --noempty --nohidden --sameline --time --minsize: --maxsize: --order: --sort: --reverse",
    ),
    "rg": partial(
        harmless,
        known="--pre?: --hostname-bin?: -z? --search-zip? -# -[nicwvlLHhFPsSxaUuqoNIp0V.] -[gtTABCmeMjrdEf]: --glob: --iglob: --max-depth: --color: --colors: "
        "--sort: --sortr: --type: --type-not: --context: --after-context: --before-context: --max-count: --regexp: --file: --replace: --ignore-case "
        "--smart-case --case-sensitive --line-number --no-line-number --word-regexp --line-regexp --invert-match --files-with-matches --files-without-match "
        "--files --count --count-matches --no-filename --with-filename --fixed-strings --pcre2 --hidden --no-hidden --no-ignore --no-ignore-vcs --no-ignore-parent "
        "--unrestricted --text --multiline --multiline-dotall --only-matching --quiet --heading --no-heading --null --null-data --json --stats --vimgrep --trim "
        "--follow --one-file-system --threads: --max-columns: --max-columns-preview --max-filesize: --encoding: --passthru --pretty --column --no-messages "
        "--type-list --type-add: --no-config --crlf --engine: --path-separator: --byte-offset --line-buffered --block-buffered --ignore-file: --glob-case-insensitive "
        "--context-separator: --include-zero --debug --trace --binary --max-depth: -L",
    ),
    "ag": partial(
        harmless,
        known="--pager?: -# -[irnclLsSvwQHhaUutf0oz] -[GABCmgp]: --hidden --ignore: --ignore-case --literal --count --files-with-matches --nocolor --color --nogroup --nofilename --nonumbers --numbers --column --depth: --smart-case --stats --word-regexp --invert-match --follow --only-matching --all-text --all-types --silent --vimgrep --ignore-dir: --context: --after: --before:",
    ),
    "ack": partial(
        harmless,
        known="--pager?: --ackrc?: -# -[ABCm]: -[gilLcnvwQHhsRorafx1k] --type: --ignore-dir: --ignore-file: --nocolor --color --nogroup --noheading --count --files-with-matches --ignore-case --literal --word-regexp --sort-files --column --noenv --with-filename --no-filename --context:",
    ),
    "bat": partial(
        harmless,
        known="--pager?: --diff-context: -[lrHm]: -[pnAsfuPdSL] -pp --line-range: --highlight-line: --theme: --style: --plain --number --show-all --paging: --color: --decorations: --language: --tabs: --wrap: --file-name: --no-pager --squeeze-blank --terminal-width: --tabs: --list-languages --list-themes --italic-text: --diff --force-colorization --nonprintable-notation: --map-syntax: --no-config",
    ),
    "batcat": partial(
        harmless,
        known="--pager?: --diff-context: -[lrHm]: -[pnAsfuPdSL] -pp --line-range: --highlight-line: --theme: --style: --plain --number --show-all --paging: --color: --decorations: --language: --tabs: --wrap: --file-name: --no-pager --squeeze-blank --terminal-width: --tabs: --list-languages --list-themes --italic-text: --diff --force-colorization --nonprintable-notation: --map-syntax: --no-config",
    ),
}

"""Programs that run a text of their own: sed, awk, interpreters, editors, pagers."""

from __future__ import annotations

import re
from functools import partial

from ..effects import DESTRUCTIVE, READ, CommandEffect
from ..lazy_regex import LazyRegex
from ..program_call import ProgramCall, Understand, harmless
from ..secret_paths import is_foreign_folder, is_secret
from ..shell_types import PLAIN, UNSEEN, ShellWord, leaves_unseen

_SED = (
    "-i! --in-place! -e: --expression: -f: --file: -s -n -E -r -z -u -l: --line-length: --posix --debug -b "
    "--null-data --zero-terminated -I! --quiet --silent --regexp-extended --separate --unbuffered --sandbox --follow-symlinks --binary"
)
_SED_COMMAND = LazyRegex(r"[\s;{}]*")
_ADDRESS = LazyRegex(
    r"""(?:(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\.)*/[IM]*|\\(?P<d>[^\w\s\\])(?:(?!(?P=d)).)*(?P=d)[IM]*)
    (?:\s*,\s*(?:[+~]?\d+|\$|/(?:[^/\\\n]|\\.)*/[IM]*))?\s*!?\s*)?""",
    re.VERBOSE,
)
_SUBSTITUTE = LazyRegex(r"s([^\w\s\\])((?:(?!\1)[^\\\n]|\\.)*)\1((?:(?!\1)[^\\]|\\.)*)\1([gpIiMm\d]*)", re.DOTALL)
_TRANSLATE = LazyRegex(r"y([^\w\s\\])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1")
_PLAIN_COMMAND = LazyRegex(
    r"[pdDgGhHxnNP=lF](?=[\s;}]|\Z)|[qQ]\s*\d*(?=[\s;}]|\Z)|[bt]\s*\w*(?=[\s;}]|\Z)|:\w+|[{}]|#[^\n]*"
)
_AWK_RUNS = LazyRegex(r"system\s*\(|\||getline|>|@\s*(?:load|include)|\bextension\b|@\w+\s*\(|close\s*\(|/inet")
_AWK = (
    "-F: --field-separator: -v: --assign: -f?: --file?: -i?: --include?: -l?: --load?: -o! --pretty-print! -p! "
    "--profile! -d! --dump-variables! -D? --debug? -E?: --exec?: -e: --source: -W?: -[bnSOcCVtrPM] --characters-as-bytes --non-decimal-data --sandbox --posix --traditional --re-interval --lint --optimize --csv -k --bignum --use-lc-numeric -N"
)


def _sed(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(_SED)
    if found.kind == DESTRUCTIVE:
        return call.part(DESTRUCTIVE, why="“sed -i” changes files.")
    if found.kind != READ or found.unsure:
        return call.unknown("“sed” is given options that are not known, or words that are not seen.")
    scripts = [value for name, value in found.given if name in ("-e", "--expression")]
    if found.has("-f", "--file"):
        return call.unknown("“sed” runs a file that is not seen.")
    if not scripts and found.operands:
        scripts = [found.operands[0].text]
    if any(_sed_writes(script) for script in scripts):
        return call.part(DESTRUCTIVE, why="“sed” writes into a file.")
    if any(UNSEEN in script or not sed_only_prints(script) for script in scripts):
        return call.unknown("What this “sed” script does is not known: it may write or run something.")
    return call.part(READ)


def _sed_writes(script: str) -> bool:
    """Tell whether a script surely writes a file and runs nothing: ``w out`` after an address, or behind a
    replacement."""
    addressed = _ADDRESS.match(script).end()  # type: ignore[union-attr]
    replaced = _SUBSTITUTE.match(script, addressed)
    rest = script[replaced.end() if replaced else addressed :]
    return UNSEEN not in script and bool(re.fullmatch(r"w\s*(?!/dev/(?:stdout|stderr|null)\b)[^\n;}]+", rest))


def sed_only_prints(script: str) -> bool:
    """Tell whether each command of a sed script only prints, drops or replaces text on its way through."""
    at = 0
    while True:
        at = _SED_COMMAND.match(script, at).end()  # type: ignore[union-attr]
        if at >= len(script):
            return True
        at = _ADDRESS.match(script, at).end()  # type: ignore[union-attr]
        for kind in (_SUBSTITUTE, _TRANSLATE, _PLAIN_COMMAND):
            found = kind.match(script, at)
            if found is not None:
                break
        else:
            return bool(re.match(r"[aic](?:\\\n|\s|\\)?[^\n]*\Z", script[at:]))
        at = found.end()
        if script[at : at + 1] not in ("", " ", "\t", "\n", ";", "}") and found[0] not in "{}":
            return False


def _awk(call: ProgramCall) -> list[CommandEffect]:
    found = call.scanned(_AWK, first_operand_ends=True)
    if found.kind != READ or found.unsure:
        return call.unknown("“awk” runs a text that is not seen, or writes files.")
    programs = [value for name, value in found.given if name in ("-e", "--source")]
    if not programs and found.rest < len(call.arguments):
        programs = [call.arguments[found.rest].text]
    if programs and all(UNSEEN not in text and _awk_writes(text) for text in programs):
        return call.part(DESTRUCTIVE, why="“awk” writes into a file.")
    if any(re.search(r"\bENVIRON\b", text) for text in programs):
        return call.discloses("“awk” shows variables, which may hold secrets.")
    if any(
        is_secret(ShellWord(path)) for text in programs for path in re.findall(r"getline[^;}]*<\s*\"([^\"]*)\"", text)
    ):
        return call.discloses("“awk” reads a file that may hold what is secret.")
    if any(UNSEEN in text or not awk_only_prints(text) for text in programs):
        return call.unknown("This “awk” script may write files or run commands.")
    return call.part(READ)


def _awk_writes(text: str) -> bool:
    """Tell whether an awk program surely prints into a file, and runs nothing."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)
    return not re.search(r"system|@|extension|/inet|getline|\|", text) and bool(
        re.search(r"\bprintf?\b[^;{}\n()]*>>?\s*(?:\"\"|\$\d)", bare)
    )


def awk_only_prints(text: str) -> bool:
    """Tell whether an awk program cannot write to a file or run a command. Comparisons in brackets or before ``{``
    pass."""
    if re.search(r"system|@|extension|/inet|\bENVIRON\b|\bARGV\b", text):
        return False
    return all(bare is not None and _only_prints(bare) for bare in (_awk_bare(text, True), _awk_bare(text, False)))


def _only_prints(bare: str) -> bool:
    bare = bare.replace("||", " or ")
    bare = re.sub(r"(,|&&| or |\\)\s*\n", r"\1 ", bare)  # a statement goes on in the next line
    if re.search(r"getline|\|", bare):
        return False
    for place in (found.start() for found in re.finditer(">", bare)):
        statement = re.split(r"[;{}\n]", bare[:place])[-1]
        if re.search(r"\bprintf?\b", statement) and not _inside_brackets(statement):
            return False
    return True


_AWK_PART = LazyRegex(r'"(?:[^"\\\n]|\\.)*"|#[^\n]*|/|\w+|\s+|.', re.DOTALL)
_AWK_EXPRESSION = LazyRegex(r"/(?:[^/\\\n]|\\.)*/")
_AWK_EXPRESSION_IN_SETS = LazyRegex(r"/(?:\[\^?\]?(?:[^\]\\\n]|\\.)*\]|[^/\\\n\[]|\\.)*/")
_BEFORE_EXPRESSION = frozenset("print printf return in do else case".split())


def _awk_bare(text: str, sets: bool) -> str | None:
    """An awk program without the insides of its texts and regular expressions, read from the left as awk does; None
    where one is not closed. ``sets``: whether ``/`` ends an expression inside of ``[…]``, in which versions differ."""
    out: list[str] = []
    at, before = 0, ""
    while at < len(text):
        if text[at] == "/" and (before in _BEFORE_EXPRESSION or not re.match(r"[\w)\]\"$]", before[-1:])):
            found = (_AWK_EXPRESSION_IN_SETS if sets else _AWK_EXPRESSION).match(text, at)
            if found is None:
                return None
            piece = "1"
        else:
            found = _AWK_PART.match(text, at)
            if found is None or found[0] == '"':
                return None
            piece = {'"': '""', "#": ""}.get(found[0][0], found[0])
        out.append(piece if piece != "1" else " 1 ")
        before = piece if piece.strip() else before
        at = found.end()
    return "".join(out)


def _inside_brackets(text: str) -> bool:
    return text.count("(") > text.count(")")


def _interpreter(call: ProgramCall) -> list[CommandEffect]:
    told: tuple[str, ...] = ("--version", "-V", "--help", "version")
    told += ("-version",) if call.name == "java" else ()
    told += ("-v",) if call.name in ("php", "node", "perl", "ruby", "lua") else ()
    if len(call.arguments) == 1 and call.arguments[0].text in told:
        return call.part(READ)
    if call.name.startswith("python") and [w.text for w in call.arguments[:2]] == ["-m", "json.tool"]:
        known = "-m: --sort-keys --no-ensure-ascii --json-lines --indent: --tab --no-indent --compact most1"
        return harmless(call, known)
    if call.name.startswith("python") and _reckons(call):
        return call.part(READ)
    return call.unknown(f"“{call.name}” runs a program that is not looked into.")


def _reckons(call: ProgramCall) -> bool:
    """Tell whether Python is given a text that only reckons, as a word or on its input."""
    from .python_arithmetic import only_reckons

    if any(is_foreign_folder(folder) for folder in call.visited):
        return False  # a module is first looked for in the folder where Python runs
    words = [w.text for w in call.arguments]
    while words and words[0] in ("-I", "-S", "-s", "-E", "-B", "-u", "-q"):
        words = words[1:]
    if len(words) == 2 and words[0] == "-c":
        return not leaves_unseen(words[1]) and only_reckons(words[1].replace(PLAIN, "0"))
    fed = words in ([], ["-"]) and call.piped and bool(call.input)
    return fed and not leaves_unseen(call.input or "") and only_reckons((call.input or "").replace(PLAIN, "0"))


def _editor(call: ProgramCall) -> list[CommandEffect]:
    if len(call.arguments) == 1 and call.arguments[0].text == "--version":
        return call.part(READ)
    return call.unknown(f"“{call.name}” is for a person at a screen, and can write and run anything.")


def _man(call: ProgramCall) -> list[CommandEffect]:
    return harmless(call, "-P?: --pager?: -H? --html? -C?: --config-file?: -M?: --manpath?: -X? -T? -[ZkfwKaWcdiIu7] -[smLeES]: -l? -# --all --where --where-cat --locate-cat "
                          "--regex --wildcard --names-only --no-subpages --locale: --systems: --sections: --extension: --encoding: --no-justification --no-hyphenation "
                          "--global-apropos --ascii --default --ignore-case --match-case --update "
                          "--preprocessor?: -p?: -B?: --local-file? --gxditview? --troff? --whatis --apropos --path")  # fmt: skip


def _yq(call: ProgramCall) -> list[CommandEffect]:
    known = "-i! --inplace! --in-place! -s?: --split-exp?: -f?: --from-file?: -[oIp]: -[PreMCnNjycsSVvaA] --null-input --exit-status --prettyPrint --colors --no-colors --no-doc --unwrapScalar --arg: --argjson: --raw-output --compact-output --sort-keys --slurp --front-matter: --header-preprocess --tojson --verbose --string-interpolation --nul-output -0 --expression: --csv-auto-parse --xml-attribute-prefix: --width: --yaml-output --json-output --indentless"
    if any(re.search(r"(?<![.\w])(?:str)?env(?:subst)?\b(?!\s*:)|\$ENV\b", word.text) for word in call.arguments):
        return call.discloses("“yq” shows variables, which may hold secrets.")
    texts = [word.text for word in call.arguments]
    loads = [path for text in texts for path in re.findall(r"load\w*\s*\(\s*\"([^\"\\]*)\"\s*\)", text)]
    named = sum(len(re.findall(r"(?<![.\w-])(?:str)?load\w*", text)) for text in texts)
    if named != len(loads) or any(is_secret(ShellWord(path)) for path in loads):
        return call.discloses("“yq” shows another file, which may hold what is secret.")
    return harmless(call, f"{known} --output-format: --input-format: --indent:")


def _xmllint(call: ProgramCall) -> list[CommandEffect]:
    return harmless(
        call,
        "only operands --noout --xpath: --format --valid --schema: --nonet -o!: --output!: --html --pretty: --noblanks --noent --noenc --recover --encode: --c14n --nowarning --nsclean --huge --quiet --relaxng: --dtdvalid: --stream --timing --nocatalogs -",
    )


_INTERPRETERS = (
    "python python2 python3 python3.9 python3.10 python3.11 python3.12 python3.13 perl ruby node nodejs deno bun lua "
    "luajit php tclsh expect osascript pwsh powershell R Rscript julia ghc java groovy scala erl elixir gdb gjs "
    "busybox-sh make cmake ninja rake gradle mvn ant just task npx pnpx uvx pipx ipython jshell guile racket sbcl m4 dc "
    "go cargo rustc gcc g++ cc clang tcc bpftrace stap systemtap gcore jmap jstack jcmd jinfo xdotool"
)
_EDITORS = "vi vim nvim view vimdiff rvim nano pico emacs emacsclient ed ex joe mcedit micro helix hx code ne vipw vigr sudoedit crontab-e"

PROGRAMS: dict[str, Understand] = {
    "sed": _sed,
    "gsed": _sed,
    **dict.fromkeys(("awk", "gawk", "mawk", "nawk"), _awk),
    **dict.fromkeys(_INTERPRETERS.split(), _interpreter),
    **dict.fromkeys(_EDITORS.split(), _editor),
    "man": _man,
    "info": partial(
        harmless,
        known="-o!: --output!: --restore?: --init-file?: -[nfdik]: -[aOsuwh] --node: --file: --all --apropos: --index-search: --where --subnodes --usage --show-options",
    ),
    "yq": _yq,
    "xmllint": _xmllint,
}

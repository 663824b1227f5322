"""Options of programs that show files and text: those that are harmless, and what the others do (``options``)."""

from __future__ import annotations

from ..options import table_of

_SUMS = "-[bctzw] --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn"

TEXT_TOOLS = table_of(
    f"""
ls dir vdir | -[aAbBcCdDfgGhHiklLmnNoqQrRsStuUvxXZ1] -[IpTw]: -F:: --all --almost-all --author --escape --block-size:
  --ignore-backups --color --colour --directory --dired --classify --file-type --format: --full-time --group-directories-first
  --no-group --human-readable --si --dereference-command-line --dereference-command-line-symlink-to-dir --hide: --hyperlink
  --indicator-style: --inode --ignore: --kibibytes --dereference --numeric-uid-gid --literal --hide-control-chars
  --show-control-chars --quote-name --quoting-style: --reverse --recursive --size --sort: --time: --time-style: --tabsize:
  --width: --context --zero
eza exa lsd | -[1aAbBDdfFgGhHiIlmnNoOrRSTuUXxZ@] -[LstI]: --all --long --tree --level: --git --icons --no-icons --color: --colour:
  --sort: --reverse --group --header --oneline --grid --across --recurse --classify --binary --bytes --inode --links --blocks
  --time: --time-style: --modified --created --accessed --changed --octal-permissions --no-permissions --no-filesize --no-user
  --no-time --group-directories-first --git-ignore --ignore-glob: --only-dirs --only-files --total-size --extended --size:
  --date: --depth: --human-readable --almost-all --icon: --permission: --blocksize
cat | -[AbeEnstTuv] --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting
tac | -[br] -s: --before --regex --separator:
head | -# -[qvz] -[cn]: --bytes: --lines: --quiet --silent --verbose --zero-terminated
tail | -# -[fFqvzr] -[cns]: --bytes: --follow --lines: --max-unchanged-stats: --pid: --quiet --silent --retry
  --sleep-interval: --verbose --zero-terminated
wc | -[cmlLw] --bytes --chars --lines --files0-from: --max-line-length --words --total:
nl | -p -[bdfhilnsvw]: --body-numbering: --section-delimiter: --footer-numbering: --header-numbering: --line-increment:
  --join-blank-lines: --number-format: --no-renumber --number-separator: --starting-line-number: --number-width:
od | -[vabcdfilosx] -[AjNt]: -[Sw]:: --address-radix: --endian: --skip-bytes: --read-bytes: --strings --format:
  --output-duplicates --width --traditional
hexdump hd | -[bcCdoxvX] -[efns]: -L:: --one-byte-octal --one-byte-char --canonical --two-bytes-decimal --two-bytes-octal
  --two-bytes-hex --color --format: --format-file: --length: --skip: --no-squeezing --one-byte-hex
xxd | most1 -r! -[abCEeidupv] -[cglnosR]: -ps -cols: -len: -seek: -plain -include -autoskip -uppercase
cut | -[nszM] -[bcdf]: --bytes: --characters: --delimiter: --fields: --complement --only-delimited --output-delimiter:
  --zero-terminated
paste | -[sz] -d: --delimiters: --serial --zero-terminated
join | -[iz] -[aejotv12]: --ignore-case --check-order --nocheck-order --header --zero-terminated
comm | -[123iz] --check-order --nocheck-order --output-delimiter: --total --zero-terminated
cmp | -[blsv] -[in]: --print-bytes --ignore-initial: --verbose --bytes: --quiet --silent
diff zdiff bzdiff xzdiff colordiff | -# -[qsenyptTlrNiEZbwBadv] -[WFxXSIDL]: -[cC]:: -[uU]:: --normal --brief
  --report-identical-files --context --unified --ed --rcs --side-by-side --width: --left-column --suppress-common-lines
  --show-c-function --show-function-line: --label: --expand-tabs --initial-tab --tabsize: --suppress-blank-empty --paginate
  --recursive --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case
  --exclude: --exclude-from: --starting-file: --from-file: --to-file: --ignore-case --ignore-tab-expansion
  --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines: --text
  --strip-trailing-cr --ifdef: --line-format: --unchanged-line-format: --old-line-format: --new-line-format:
  --unchanged-group-format: --old-group-format: --new-group-format: --changed-group-format: --minimal --horizon-lines:
  --speed-large-files --color --palette:
zcmp bzcmp xzcmp | -[blsv] -[in]:
diff3 | -[AeE3xXimaTv] -L: --show-all --ed --show-overlap --easy-only --overlap-only --merge --text --strip-trailing-cr
  --initial-tab --label: --diff-program?:
sdiff | -[iEZbWBalstdHv] -[Iw]: -o!: --output!: --ignore-case --ignore-tab-expansion --ignore-trailing-space
  --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines: --strip-trailing-cr --text --width:
  --left-column --suppress-common-lines --expand-tabs --tabsize: --minimal --speed-large-files --diff-program?:
fold | -# -[bs] -w: --bytes --spaces --width:
fmt | -# -[cstu] -[pwg]: --crown-margin --prefix: --split-only --tagged-paragraph --uniform-spacing --width: --goal:
expand unexpand | -# -[ia] -t: --initial --tabs: --all --first-only
tr | -[cCdst] --complement --delete --squeeze-repeats --truncate-set1
rev |
column | -[tdeLJxhV] -[nONlEHRTWripcoshC]: --table --table-name: --table-order: --table-columns: --table-columns-limit:
  --table-column: --table-noextreme: --table-noheadings --table-header-repeat --table-hide: --table-right: --table-truncate:
  --table-wrap: --table-empty-lines --keep-empty-lines --json --tree: --tree-id: --tree-parent: --output-width:
  --output-separator: --separator: --fillrows
pr | -# -[acdFfJmrtTv] -[DhlNowW]: -[einsS]:: --columns: --across --show-control-chars --double-space --date-format:
  --expand-tabs --form-feed --header: --output-tabs --join-lines --length: --merge --number-lines --first-line-number:
  --indent: --no-file-warnings --separator --sep-string --omit-header --omit-pagination --show-nonprinting --width:
  --page-width:
grep egrep fgrep rgrep bzgrep bzegrep bzfgrep xzgrep xzegrep xzfgrep zgrep zegrep zfgrep zstdgrep | -#
  -[EFGPiywxzsvVbnHhoqaIrRLlcTZUu] -[efmdDABC]: --extended-regexp --fixed-strings --basic-regexp --perl-regexp --regexp:
  --file: --ignore-case --no-ignore-case --word-regexp --line-regexp --null-data --no-messages --invert-match --max-count:
  --byte-offset --line-number --line-buffered --with-filename --no-filename --label: --only-matching --quiet --silent
  --binary-files: --text --directories: --devices: --recursive --dereference-recursive --include: --exclude: --exclude-from:
  --exclude-dir: --files-without-match --files-with-matches --count --initial-tab --null --before-context: --after-context:
  --context: --group-separator: --no-group-separator --color --colour --binary
zcat | -[cdfhklLnNqrtvV] -S: --force --list --quiet --recursive --suffix: --synchronous --test --verbose --stdout
bzcat | -[cdfhkqstvVL] --stdout --decompress --quiet --verbose --keep --force --test --small
xzcat lzcat | -[cdfhHklqtvV] -[T]: --decompress --test --list --keep --force --stdout --threads: --quiet --verbose --robot
lz4cat | -[cdfklmqtv] --list
zstdcat | -[cdfhHklqrtvV] -o!: --rm! --output-dir-flat!: --output-dir-mirror!: --force --stdout --verbose --quiet --long --test --list
zipinfo | -[12hzCxslmvtTM] -x:
strings | -[afowsUh] -[netTU]: -# --bytes: --radix: --encoding: --print-file-name --all --data --include-all-whitespace
  --target: --output-separator:
basename | -[az] -s: --multiple --suffix: --zero
dirname | -z --zero
realpath | -[emLPqsz] --canonicalize-existing --canonicalize-missing --logical --physical --quiet --relative-to:
  --relative-base: --strip --no-symlinks --zero
readlink | -[femnqsvz] --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose
  --zero
stat | -[Lfctxsn] -[c]: --dereference --file-system --cached: --printf: --terse --format:
file | -C! --compile! -[vzZbciklLhnN0prsSdE] -[mefFP]: --magic-file: --uncompress --uncompress-noreport --brief
  --checking-printout --exclude: --exclude-quiet: --files-from: --separator: --mime --apple --extension --mime-type
  --mime-encoding --keep-going --list --dereference --no-dereference --no-buffer --no-pad --print0 --preserve-date
  --parameter: --raw --special-files
numfmt | -[zM] -d: --debug --delimiter: --field: --format: --from: --from-unit: --grouping --header --invalid: --padding:
  --round: --suffix: --to: --to-unit: --zero-terminated
bc | -[ihlqswv] --interactive --mathlib --quiet --standard --warn -[e]: --expression:
tsort |
seq | -# -w -[fs]: --format: --separator: --equal-width
pwd | -[LP] --logical --physical
md5sum sha1sum sha224sum sha256sum sha384sum sha512sum | {_SUMS}
b2sum b3sum | {_SUMS} -l: --length:
cksum | {_SUMS} -[al]: --algorithm: --length: --untagged --raw --base64 --debug
sum | -[rs] --sysv
crc32 |
base32 | -[di] -w: --decode --ignore-garbage --wrap:
sort | -o!: --output!: --compress-program?: -[bcCdfgiMhnRrVmsuz] -[kStT]: --ignore-leading-blanks --dictionary-order
  --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort --random-sort
  --random-source: --reverse --sort: --version-sort --batch-size: --check --debug --files0-from: --key: --merge --stable
  --buffer-size: --field-separator: --temporary-directory: --parallel: --unique --zero-terminated
uniq | most1 -# -[cdDiuz] -[fsw]: --count --repeated --all-repeated --skip-fields: --group --ignore-case --skip-chars:
  --unique --zero-terminated --check-chars:
tree | -R! -o! --output!: -[adflxpqNQugshDFrtvUACSnXJcikLPIHT] --gitignore --gitfile: --matchdirs --metafirst --prune
  --info --noreport --charset: --filelimit: --inodes --device --si --du --timefmt: --sort: --dirsfirst --filesfirst
  --fromfile --fromtabfile --fflinks --nolinks --hintro: --houtro: --ignore-case --condense --opt-toggle --infofile:
date | -s!: --set!: -[uR] -[dfr]: -I:: --date: --debug --file: --iso-8601 --resolution --rfc-email --rfc-3339: --reference:
  --utc --universal
less | -o!: -O!: --log-file!: --LOG-FILE!: -k?: --lesskey-file?: --lesskey-src?: --lesskey-content?: -t?: -T?: -#
  -[aABcCdeEfFgGiIJKLmMnNqQrRsSuUVwWX] -[bhjpPxyzD]: --quit-if-one-screen --no-init --chop-long-lines --RAW-CONTROL-CHARS
  --raw-control-chars --LINE-NUMBERS --line-numbers --ignore-case --IGNORE-CASE --quit-at-eof --QUIT-AT-EOF --pattern:
  --tabs: --no-lessopen --squeeze-blank-lines --follow-name --mouse --prompt: --use-color
more | -# -[dflcpesu] -n: --silent --logical --no-pause --print-over --clean-print --exit-on-eof --squeeze --plain --lines:
jq | -L?: -f?: --from-file?: -[cnesrRajCMSC] --indent: --tab --arg: --args --argjson: --jsonargs --slurpfile: --rawfile:
  --compact-output --null-input --exit-status --slurp --raw-output --raw-output0 --join-output --raw-input --ascii-output
  --color-output --monochrome-output --sort-keys --seq --stream --stream-errors --unbuffered
ncdu | -o!: -[012xqreV] -[fX]: --exclude: --exclude-from: --one-file-system --color: --apparent-size --show-graph --si -L
du | -[0abcDHhkLlmPSsx] -[BdtX]: --null --all --apparent-size --block-size: --bytes --total --dereference-args --max-depth:
  --files0-from: --human-readable --inodes --dereference --count-links --no-dereference --separate-dirs --si --summarize
  --threshold: --time --time-style: --exclude-from: --exclude: --one-file-system
duf | --all --hide: --only: --hide-fs: --only-fs: --hide-mp: --only-mp: --inodes --json --output: --sort: --style: --theme:
  --warnings --width:
dust | -[pXiLxsrcbBfDtFjPz] -[dnwevo]: --depth: --number-of-lines: --full-paths --ignore-directory: --reverse --no-colors
  --no-percent-bars --apparent-size --limit-filesystem --only-dir --only-file
df | -[ahHiklPTv] -[Btx]: --all --block-size: --human-readable --si --inodes --local --no-sync --output --portability --sync
  --total --type: --print-type --exclude-type:
namei | -[xmolnvZ] --mountpoints --modes --owners --long --nosymlinks --vertical
pathchk | -[pP] --portability
look | -[adf] -t: --alternative --alphanum --ignore-case --terminate:
which | -[as] --all --skip-alias --skip-functions --skip-dot --skip-tilde --show-dot --show-tilde --tty-only
whereis | -[bmsful] -[BMSg]:
whatis apropos | -[dverwal] -[mLs]: --debug --verbose --exact --regex --wildcard --and --long --locale: --systems: --section:
  --sections:
locate plocate mlocate | -[AbceiHlLPqrsSw0Np] -[dln]: --all --basename --count --existing --ignore-case --limit: --null
  --regexp: --regex --wholename --statistics --database: --literal
getfacl | -[acdeEsRLPtpnv] --access --default --omit-header --all-effective --no-effective --skip-base --recursive --logical
  --physical --tabular --absolute-names --numeric
getfattr | -[dhRLPe] -[nm]: -e: --name: --dump --encoding: --no-dereference --match: --only-values --recursive --absolute-names
lsattr | -[RVadlpv]
getcap | -[rvn]
lsinitramfs | -l
cal ncal | -[1372jmswybhMNepo] -[ABdHmns]: --one --three --sunday --monday --julian --year --twelve --months: --week --color
locale | -[amckv] --all-locales --charmaps --category-name --keyword-name --verbose
expr echo true false : yes sleep exit return break continue shift caller | words
"""
)

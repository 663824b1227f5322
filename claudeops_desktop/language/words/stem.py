"""A light English stemmer: one key for renew, renews, renewed, renewing and renewal."""

from __future__ import annotations

from functools import lru_cache

_FORMS = """
    ran=run  kept=keep  held=hold  lost=lose  loss=lose  losses=lose  sent=send  took=take  taken=take  went=go
    gone=go  came=come  began=begin  begun=begin  broke=break  broken=break  froze=freez  frozen=freez  stuck=stick
    hung=hang  written=write  wrote=write  given=give  gave=give  found=find  made=make  built=build  lay=lie
    grown=grow  grew=grow  fell=fall  fallen=fall  risen=rise  rose=rise  thrown=throw  threw=throw  shown=show
    hidden=hide  hid=hide  left=leave  shut=shut  fed=feed  brought=bring  caught=catch  bought=buy  stood=stand
    understood=understand  dying=die  died=die  lying=lie  tried=try  indices=index  indexes=index  vertices=vertex
    batteries=battery  replica=replicat  replicas=replicat  controlled=control  data=data  media=media
    status=status  redis=redis  dns=dns  tls=tls  aps=ap  was=be  is=be  are=be  were=be  has=have  had=have
    does=do  did=do  running=run  sunk=sink  spun=spin  worse=worse  string=string  thing=thing  nothing=nothing
    anything=anything  something=something  during=during  ping=ping  evening=evening  morning=morning  ring=ring
    session=session  version=version  region=region  million=million  station=station  partition=partition
    permission=permission  address=address  process=process  access=access  always=always  speed=speed  need=need
    feed=feed  seed=seed  bed=bed  embed=embed  medium=medium  this=this  its=its  notification=notify
    notifications=notify  cache=cach  caches=cach  used=use  usage=usag  busy=busy  daily=daily  weekly=weekly
    hourly=hourly  monthly=monthly  yearly=yearly  nightly=nightly  only=only  early=early  apply=apply
    applied=apply  reply=reply  supply=supply  rely=rely  family=family  silent=silent
"""
_IRREGULAR = dict(pair.split("=") for pair in _FORMS.split())
_VOWELS = frozenset("aeiouy")


def _undouble(word: str) -> str:
    """``plann`` is plan; pull, pass and buzz keep both letters."""
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lszaeiouf":
        return word[:-1]
    return word


def _bare(word: str, suffix: str, least: int) -> str | None:
    """The word without the suffix, where enough of it and a vowel remain."""
    if not word.endswith(suffix):
        return None
    rest = word[: -len(suffix)]
    return rest if len(rest) >= least and _VOWELS & set(rest) else None


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The key of a lower-case word. Words of three letters, and those with digits, stay as they are."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3 or not word.isalpha():
        return word
    if word.endswith(("ies", "ied")) and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "xes", "ches", "shes", "zes")):
        word = word[:-2]
    elif word[-1] == "s" and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for suffix, least in (("ing", 3), ("ed", 3), ("ment", 4), ("ally", 4), ("ly", 4), ("ness", 4), ("ion", 4)):
        rest = _bare(word, suffix, least)
        if rest is not None:
            word = _undouble(rest) if suffix in ("ing", "ed") else rest
            break
    else:
        rest = _bare(word, "al", 5)
        if rest is not None and rest[-1] in "wvt":
            word = rest
    if len(word) > 3 and word[-1] == "e":
        word = word[:-1]
    return word

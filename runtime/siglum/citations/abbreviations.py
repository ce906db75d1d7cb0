"""Abbreviations whose full stop ends no sentence, case-folded, without that stop.

Those that often end a sentence (`etc`, `Inc`, `usw`) are left out: behind them a capital letter tells.
"""

from __future__ import annotations


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


NEVER_LAST = _words(
    # English: titles, references, Latin
    "mr mrs ms mx dr prof rev hon gen col capt lt sgt maj cmdr gov sen rep pres supt messrs st mt ft",
    "vs cf viz ie eg ca approx resp incl esp",
    # German
    "hr fr frl bzw vgl ggf evtl bspw inkl exkl zzgl sog geb dipl ing",
    # French, Spanish, Italian, Dutch
    "mm mme mlle mgr sr sra srta dra ud uds sig sigg dott avv drs dhr mevr bijv nl",
    # Polish, Czech, Swedish, Norwegian
    "np tzn tj tzv např jmf dvs",
)
BEFORE_NUMBER = _words(
    "no nos nr nrs núm fig figs abb tab p pp pg s sec secs sect ch chap cap vol vols eq eqs art arts abs ver",
    "ed ex app rfc par para pos bd kap anm zif ziff",
    "jan feb mar apr jun jul aug sep sept oct nov dec",
)
"""Those that belong to the number behind them, and else end a sentence (`No.`)."""
MONTHS = (
    *("Januar", "Jänner", "Februar", "März", "April", "Mai", "Juni"),
    *("Juli", "August", "September", "Oktober", "November", "Dezember"),
)
"""Behind an ordinal number (`3. Oktober`)."""

"""The language of a text, told by its script and, among Latin ones, by its commonest words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

UNKNOWN = "und"

_SAMPLE = 20_000
"""Characters that are looked at."""

_NOT_PROSE = re.compile(
    r"(?ms:^[ \t>]*(?P<fence>`{3,}|~{3,}).*?(?:^[ \t>]*(?P=fence)|\Z))"  # fenced code
    r"|(?<!`)(?P<tick>`{1,3})(?!`)[^`\n]{1,300}(?P=tick)"  # inline code
    r"|<[^<>\n]{1,200}>"  # tags and autolinks
    r"|\]\([^()\n]*\)"  # link targets
    r"|\b[a-z]+://\S+"
)

_SCRIPTS: tuple[tuple[str, re.Pattern[str], int], ...] = (
    ("latin", re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]"), 1),
    ("kana", re.compile("[\u3041-\u309f\u30a1-\u30ff\uff66-\uff9f]"), 3),
    ("han", re.compile("[\u3400-\u4dbf\u4e00-\u9fff]"), 3),
    ("hangul", re.compile("[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]"), 3),
    ("cyrillic", re.compile("[\u0400-\u052f]"), 1),
    ("greek", re.compile("[\u0370-\u03ff\u1f00-\u1fff]"), 1),
    ("arabic", re.compile("[\u0620-\u064a\u066e-\u06d5]"), 1),
    ("hebrew", re.compile("[\u05d0-\u05f2]"), 1),
    ("devanagari", re.compile("[\u0900-\u097f]"), 1),
    ("bengali", re.compile("[\u0980-\u09ff]"), 1),
    ("gurmukhi", re.compile("[\u0a00-\u0a7f]"), 1),
    ("gujarati", re.compile("[\u0a80-\u0aff]"), 1),
    ("oriya", re.compile("[\u0b00-\u0b7f]"), 1),
    ("tamil", re.compile("[\u0b80-\u0bff]"), 1),
    ("telugu", re.compile("[\u0c00-\u0c7f]"), 1),
    ("kannada", re.compile("[\u0c80-\u0cff]"), 1),
    ("malayalam", re.compile("[\u0d00-\u0d7f]"), 1),
    ("sinhala", re.compile("[\u0d80-\u0dff]"), 1),
    ("thai", re.compile("[\u0e01-\u0e4e]"), 1),
    ("lao", re.compile("[\u0e81-\u0edf]"), 1),
    ("tibetan", re.compile("[\u0f40-\u0fbc]"), 1),
    ("myanmar", re.compile("[\u1000-\u109f]"), 1),
    ("georgian", re.compile("[\u10a0-\u10ff]"), 1),
    ("ethiopic", re.compile("[\u1200-\u137f]"), 1),
    ("khmer", re.compile("[\u1780-\u17d3]"), 1),
    ("armenian", re.compile("[\u0531-\u0587]"), 1),
)
"""Script, its letters, and how many letters of an alphabet one of them is worth."""

_DEFAULTS = {
    "kana": "ja", "han": "zh", "hangul": "ko", "cyrillic": "ru", "greek": "el", "arabic": "ar",
    "hebrew": "he", "devanagari": "hi", "bengali": "bn", "gurmukhi": "pa", "gujarati": "gu",
    "oriya": "or", "tamil": "ta", "telugu": "te", "kannada": "kn", "malayalam": "ml",
    "sinhala": "si", "thai": "th", "lao": "lo", "tibetan": "bo", "myanmar": "my",
    "georgian": "ka", "ethiopic": "am", "khmer": "km", "armenian": "hy",
}  # fmt: skip
"""The commonest language of each script other than Latin."""

_LETTERS: dict[str, tuple[tuple[str, re.Pattern[str]], ...]] = {
    "cyrillic": (
        ("kk", re.compile("[әғқңөұүһӘҒҚҢӨҰҮҺ]")),
        ("mk", re.compile("[ѓќѕЃЌЅ]")),
        ("sr", re.compile("[ђјљњћџЂЈЉЊЋЏ]")),
        ("be", re.compile("[ўЎ]")),
        ("uk", re.compile("[іїєґІЇЄҐ]")),
        ("ru", re.compile("[ыэёЫЭЁ]")),
        ("bg", re.compile("[ъЪ]")),
    ),
    "arabic": (
        ("ps", re.compile("[ښځټډړۍې]")),
        ("ur", re.compile("[ٹڈڑںےہ]")),
        ("fa", re.compile("[پچژگکی]")),
    ),
    "hebrew": (("yi", re.compile("[װױײ]|אַ|אָ")),),
    "devanagari": (
        ("mr", re.compile("ळ|आहे|आणि|च्या")),
        ("ne", re.compile("छन्?\\b|हरू|लाई|भएको|गर्न")),
    ),
}
"""Letters (and words) that only some languages of a script use; the first language that has at
least one in `_RARITY` letters is taken."""

_RARITY = 150

_WORDS: dict[str, str] = {
    "af": "die van en het is nie dit wat vir om te met ek jy hy ons sal kan word aan deur hierdie",
    "ca": "el la de i que els les per amb una un és del no al en aquest més són com també però",
    "cs": "a v se na je že s z do to jako pro o k ve si by jsou který nebo být jsme tak také při",
    "da": "og i at det er en til af på der som med den ikke et har de kan fra vi blev efter også",
    "de": (
        "der die und das ist nicht ein eine zu den mit von für auf sich dem des im auch "
        "werden wie was wer welche wurde aus bei nach wird oder wenn als kann sie es "
        "wir war durch nur um"
    ),
    "en": (
        "the of and to in is that it for you this with as are be on can or if not from "
        "by an what how who which was were at has have when where your use does "
        "a see on more all will we our its their they into some than then only but there no so"
    ),
    "eo": "la de kaj en estas ne al por kiu ke oni ĝi tiu sed kun kiel pri ĉi aŭ povas el ĉu",
    "es": (
        "el la de que y en los se del las un por con para una es no al su como más este "
        "pero qué cuál cómo son fue está esta ser cuando puede sus o si ha"
    ),
    "et": "ja on ei et ka see oma kui ning mis või siis seda aga saab kõik kes ta selle ole mida",
    "eu": "eta da du ez bat dira ere dute zen baina hau edo izan den duen egin hori beste dela",
    "fi": "ja on ei se että oli hän ovat myös kun tai joka mutta sen jos voi kuin olla tämä mukaan",
    "fr": (
        "le la les de des et est un une du en que pour dans qui sur pas au avec ce il "
        "vous ou quel quelle comment sont cette aux plus par être ne si son ont votre "
        "était"
    ),
    "ga": "an na agus ar is le ag do bhí sé go sa tá ní mar ach bheith leis seo sin ó faoi",
    "gl": "o a de e que do da os en un unha para non por con como se é na no dos das máis pola",
    "hr": "i je u na se da su za od s koji kao što ili nije a iz ako biti može te samo bi ima",
    "hu": "a az és hogy nem is egy ez van meg csak de ha el vagy mint már kell volt azt lehet",
    "id": "yang dan di ini untuk dengan tidak dari dalam itu pada adalah ke akan atau juga bisa",
    "is": "og að í á er sem það við til ekki um með var en fyrir hann af því eru frá eða þetta",
    "it": (
        "il di che e la è un in per una non sono del con si le della da al come i gli "
        "questo cosa quale questa alla nel più anche può essere dei delle ai chi era"
    ),
    "lt": "ir yra kad su į iš ne tai kaip už bet ar arba buvo šis jei taip nuo gali būti jo dėl",
    "lv": "un ir ar no uz par ka tas kas bet lai kā arī vai nav tika pie var to šo jūs pēc būt",
    "nb": "og i det er en til av på som med den ikke et har for de kan fra etter også ble vi å",
    "nl": (
        "de het een en van is dat niet in te op voor met zijn aan er die je ook of "
        "wordt bij wat hoe wie welke als kan deze maar om uit werd door"
    ),
    "nn": "og i det er ein til av på som med den ikkje eit har for dei kan frå etter også vart å",
    "pl": "i w nie na się z do to jest że jak o co po ale za od przez dla tak są lub może który",
    "pt": (
        "de que e o a do da em um para é com não uma os no se na por mais as dos como "
        "foi você qual quais são ser está ou ao pela pelo quando pode sua seu este esta"
    ),
    "ro": (
        "și de în a la cu nu este care pe o să că un din pentru sunt mai se sau ca fi "
        "prin ce cum unei unui fost dacă când poate aceasta această ale"
    ),
    "sk": "a v sa na je že s z do to ako pre o k vo si by sú ktorý alebo byť sme tak tiež pri",
    "sl": "in je v na se da za so ki z ne pa ali od kot tudi bi če po iz ni lahko kar bo",
    "sq": "të e në dhe një që për me nga është si nuk ka u janë do kjo mund ky por ose edhe",
    "st": "le ho ya ka ke e ha o tse ba hore sa mme tsa ea oa di bana feela haeba jwalo",
    "sv": "och i att det är en som på av för med till den inte har ett de kan om från eller du",
    "sw": "ya na wa kwa ni katika za la cha kama hii kuwa si huu yake au hiyo lakini pia watu",
    "tl": "ang ng sa na mga ay at ito para hindi ni siya kung may isang ako niya ka rin nito",
    "tr": (
        "ve bir bu için de da ile olarak daha çok olan gibi ne değil en var sonra kadar "
        "veya hangi kim nasıl kaç olduğu ise biz şu ya hangisi içinde"
    ),
    "vi": (
        "và là của có không được các trong cho một người này với những để khi đã từ ở "
        "như gì nào bao nhiêu ai thì ra vào bạn bị hay trên theo đến về"
    ),
}
"""Twenty to forty of the commonest words of each language in Latin script: a general knowledge of
grammar (articles, prepositions, pronouns), not a count of any one corpus."""

_SHARE = 60
"""Points of a word; languages that have it in common divide them."""


def _points() -> dict[str, tuple[tuple[str, int], ...]]:
    owners: dict[str, list[str]] = {}
    for language, words in _WORDS.items():
        for word in dict.fromkeys(words.split()):
            owners.setdefault(word, []).append(language)
    return {
        word: tuple((language, _SHARE // len(languages)) for language in languages)
        for word, languages in owners.items()
    }


_POINTS = _points()
_WORD = re.compile(r"(?<![\w/])[^\W\d_]++(?![\w/])")
"""A run of letters that is no part of a name, a number or `I/O`."""
_HINT = re.compile(r"([A-Za-z]{2,3})((?:[-_][A-Za-z0-9]{2,8})*)")
_SCRIPT_OF = {language: script for script, language in _DEFAULTS.items()} | {
    language: script for script, rows in _LETTERS.items() for language, _ in rows
}


def detect(text: str, hint: str | None) -> str:
    """Return the language of `text` as a BCP 47 tag, `und` where it is too short or mixed to tell.

    Code and link targets are passed over. `hint` is what the document says of itself; it is
    believed unless the text is in a script that the language of the hint is not written in.
    """
    sample = unicodedata.normalize("NFC", _NOT_PROSE.sub(" ", text[: 2 * _SAMPLE])[:_SAMPLE])
    script = _main_script(sample)
    tag = _tag(hint) if hint else None
    if tag and (script is None or _writes(tag.partition("-")[0], script)):
        return tag
    if script is None:
        return UNKNOWN
    return _by_words(sample) if script == "latin" else _by_letters(sample, script)


def _tag(hint: str) -> str | None:
    """Return `hint` in the usual spelling (`pt_br` is `pt-BR`), or None where it is no tag."""
    match = _HINT.fullmatch(hint.strip())
    if not match or match[1].lower() == UNKNOWN:
        return None
    rest = re.split("[-_]", match[2])[1:]
    spelt = [part.upper() if len(part) == 2 else part.title() for part in rest]
    return "-".join([match[1].lower(), *spelt])


def _writes(language: str, script: str) -> bool:
    """Tell whether `language` is written in `script`; one that the tables lack may be."""
    if script in {"kana", "han", "hangul"}:
        return _SCRIPT_OF.get(language, "latin") in {"kana", "han", "hangul"}
    if script == "latin":
        return language == "sr" or language not in _SCRIPT_OF
    return language not in _WORDS and _SCRIPT_OF.get(language, script) == script


def _main_script(sample: str) -> str | None:
    """Return the script of most letters of `sample`; Han counts as kana where there is kana."""
    if sample.isascii():
        return "latin" if _WORD.search(sample) else None
    tally = Counter(sample)
    distinct = "".join(tally)
    counts = {
        name: sum(map(tally.__getitem__, found.findall(distinct))) * worth for name, found, worth in _SCRIPTS
    }
    if counts["kana"] * 20 >= counts["han"] and counts["kana"]:
        counts["kana"] += counts.pop("han")
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else None


def _by_letters(sample: str, script: str) -> str:
    letters = sum(map(len, _WORD.findall(sample)))
    for language, pattern in _LETTERS.get(script, ()):
        found = len(pattern.findall(sample))
        if found and found * _RARITY >= letters:
            return language
    return _DEFAULTS[script]


def _by_words(sample: str) -> str:
    """Return the language most of whose commonest words stand in `sample`.

    At least two different words of it must be known, one in twenty of all, and it must lead the second
    by a tenth.
    """
    words = Counter(_WORD.findall(sample.lower()))
    scores: Counter[str] = Counter()
    different: Counter[str] = Counter()
    known = 0
    for word in sorted(words.keys() & _POINTS.keys()):
        known += words[word]
        for language, points in _POINTS[word]:
            scores[language] += points * words[word]
            different[language] += 1
    if known * 20 < words.total():
        return UNKNOWN
    ranked = sorted(
        (language for language in scores if different[language] >= 2),
        key=lambda language: (-scores[language], language),
    )
    if not ranked:
        return UNKNOWN
    best, second = scores[ranked[0]], scores[ranked[1]] if len(ranked) > 1 else 0
    return ranked[0] if best * 10 >= second * 11 else UNKNOWN

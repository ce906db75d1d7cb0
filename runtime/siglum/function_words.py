"""The words of a question that say nothing of what it is about."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from siglum.text import count_terms, fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

ENGLISH = (
    "a an the these those it its i you we my me our your how what which where when why who whose"
    " do does did is are am was were be can could should would will has have had there of on at to by"
)
"""Articles, pronouns, question words, auxiliaries, some prepositions; what is a keyword in many programming
languages (`if`, `for`, `not`, `this`) is left out."""

_OTHERS = {
    "cs": (
        "já ty on ona ono my vy oni mě mi se si můj moje jeho její jejich co jak jaký jaká jaké který "
        "která které kde kdy proč kdo je jsou byl byla bylo být mohu může lze musím má mám mají to ten ta "
        "te v z na do o"
    ),
    "da": (
        "en et den det de jeg du han hun vi mig dig sig min mit din hvad hvordan hvilken hvilket hvilke "
        "hvor hvornår hvorfor hvem er var bliver kan kunne skal skulle må har havde på af at til"
    ),
    "de": (
        "der die das den dem des ein eine einen einem einer eines ich du er sie es wir ihr man mich mir "
        "sich mein meine meinen meinem meiner was wie wo wer wen wem wann warum welche welcher welches "
        "welchen ist sind war waren bin werden wird wurde kann können könnte soll sollte muss müssen will "
        "habe hat haben hatte zu zum zur am im an auf bei von"
    ),
    "es": (
        "el la los las un una unos unas lo al del de yo tú él ella me te se mi mis su sus qué que cómo "
        "como cuál cuáles cuándo cuando dónde donde quién es son era está están ser estar he ha han hay "
        "tiene tengo puede puedo pueden debe debo a en"
    ),
    "fi": (
        "minä sinä hän me te he minun se tämä mikä mitä miten missä mistä milloin miksi kuka on ovat oli "
        "olen olla voi voin voiko pitää"
    ),
    "fr": (
        "le la les un une des du de au aux ce cet cette ces je tu il elle on nous vous ils elles me te se "
        "mon ma mes son sa ses notre votre leur que quoi qui quel quelle quels quelles comment où quand "
        "pourquoi est sont était être ai a ont avoir peut peux peuvent dois doit faut à sur"
    ),
    "it": (
        "il lo la i gli le un uno una di del della dei delle dello degli al alla ai alle da dal dalla nel "
        "nella sul sulla io tu lui lei noi voi mi ti si mio mia suo sua che cosa come quale quali quando "
        "dove perché chi è sono era essere ho ha hanno avere può posso possono devo deve"
    ),
    "nb": (
        "en et ei den det de jeg du han hun vi dere meg deg seg min mitt din hva hvordan hvilken hvilket "
        "hvilke hvor når hvorfor hvem er var blir kan kunne skal skulle må har hadde på av å til"
    ),
    "nl": (
        "de het een ik je jij u hij zij ze wij we jullie mij me mijn uw ons onze wat hoe welke welk waar "
        "wanneer waarom wie is was waren ben bent worden wordt kan kun kunnen kon moet moeten zal zou heb "
        "heeft hebben had er op aan te van bij"
    ),
    "pl": (
        "ja ty on ona ono my wy oni mnie mi się mój moja moje jego jej ich co jak jaki jaka jakie który "
        "która które gdzie kiedy dlaczego kto czy jest są był była było być mogę może można muszę ma mam "
        "mają to ten ta te w z na do o"
    ),
    "pt": (
        "o a os as um uma uns umas de do da dos das no na nos nas ao à pelo pela eu tu ele ela nós vocês "
        "você me te se meu minha seu sua que qual quais como quando onde quem porque é são era está estão "
        "ser estar há tem tenho pode posso podem deve"
    ),
    "ru": (
        "я ты он она оно мы вы они меня мне себя мой моя моё мои его её их что как какой какая какое "
        "какие который которая которые где куда когда почему зачем кто есть был была было были быть могу "
        "может можно нужно надо ли это этот эта эти в на с к о у из от до по же"
    ),
    "sv": (
        "en ett den det de jag du han hon vi ni mig dig sig min mitt din vad hur vilken vilket vilka var "
        "när varför vem är ska skulle kan kunde måste har hade på av att till"
    ),
    "tr": (
        "bir bu şu ben sen biz siz onlar beni bana benim ne nasıl hangi nerede nereye neden niçin kim mi "
        "mı mu mü var yok için ile"
    ),
    "uk": (
        "я ти він вона воно ми ви вони мене мені себе мій моя моє його її їх що як який яка яке які де "
        "куди коли чому хто є був була було були бути можу може можна треба чи це цей ця ці у в на з до о "
        "від"
    ),
}
"""The same of other languages, by code. They count where the corpus is in that language: `die` is an article
in German alone."""


GLUE = "and but for not than that then they this with"
"""Words that tell something, but which an unknown word with two letters swapped rather is than another."""


@cache
def function_texts(languages: tuple[str, ...] = ()) -> frozenset[str]:
    """Return the function words, folded, of English and of `languages`, with `GLUE`."""
    return frozenset(map(fold, (*_words(_codes(languages)), *GLUE.split())))


def _codes(languages: tuple[str, ...]) -> list[str]:
    return sorted({language.partition("-")[0].lower() for language in languages} & _OTHERS.keys())


def _words(codes: Iterable[str]) -> list[str]:
    return " ".join((ENGLISH, *(_OTHERS[code] for code in codes))).split()


@cache
def function_terms(languages: tuple[str, ...] = ()) -> frozenset[str]:
    """Return the index terms of function words: of English, which all ask in, and of `languages` (BCP 47).

    A query is analysed in all of these, so each word may have the terms of any.
    """
    codes = _codes(languages)
    words = " ".join(_words(codes))
    return frozenset(term for code in ("en", *codes) for term in count_terms(words, code))


def function_words(terms: Collection[str], languages: tuple[str, ...]) -> frozenset[str]:
    """Return those of a query's index terms that are function words; none where all are.

    A page of questions has `how do I` in every heading, and a manual nowhere: their idf is that of telling
    words.
    """
    found = function_terms(languages)
    return frozenset() if found.issuperset(terms) else found.intersection(terms)

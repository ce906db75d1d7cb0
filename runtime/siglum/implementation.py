"""`mode="implementation"`: what starts, registers, routes and configures a program stands higher."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from siglum.asides import asks_for_tests
from siglum.text import count_terms
from siglum.weighing import held_by, weigh_terms

if TYPE_CHECKING:
    from siglum.lexical import Floats
    from siglum.lookup import Query
    from siglum.reader import Reader
    from siglum.rows import Mask
    from siglum.settings import ImplementationSettings

BOTH_KINDS_FROM = 0.5
"""Share of the query's idf mass from which the best hit of a kind is worth a place among the first."""


class Role(NamedTuple):
    """A part that code plays in a program."""

    kinds: frozenset[str]
    """Of hints that show it."""
    path: re.Pattern[str]
    """In the last part of a path, without its ending."""
    words: str
    """With which a query asks for it; compared by their index terms, never inside words."""


ROLES: dict[str, Role] = {
    "startup": Role(
        frozenset({"startup"}),
        re.compile(
            r"(?:__)?main(?:__)?|app(?:lication)?|program|startup|server|bootstrap|manage|[aw]sgi", re.I
        ),
        "startup start-up start entry entrypoint main bootstrap boot launch initialize 起動 初期化",
    ),
    "registration": Role(
        frozenset({"di_registration", "di_resolution"}),
        re.compile(r".*(?:modules?|providers?|container|dependenc(?:y|ies)|services?|injection)", re.I),
        "di ioc inject injection dependency register registration service provider container 登録 依存 注入",
    ),
    "route": Role(
        frozenset({"route"}),
        re.compile(r".*(?:rout(?:es?|ers?|ing)|controllers?|urls|endpoints?|handlers?|views?|api)", re.I),
        "route router routing endpoint handler controller url middleware api"
        " ルート ルーティング エンドポイント",
    ),
    "attribute": Role(
        frozenset({"attribute"}),
        re.compile(r".*(?:attributes?|decorators?|annotations?)", re.I),
        "attribute decorator annotation 属性 デコレータ",
    ),
    "configuration": Role(
        frozenset({"configuration"}),
        re.compile(r".*(?:config(?:uration)?|settings?|options?|appsettings.*)|\.env.*", re.I),
        "config configuration configure setting option environment 設定 構成",
    ),
}
"""By the name of its weight in `[search.implementation]`."""


def with_roles(reader: Reader, query: Query, scores: Floats) -> Floats:
    """Return the scores, 0..1, raised by what each chunk's code does in its program.

    A boost multiplies the score: it never makes a hit of what no leg proposed. Roles that the query names
    count in full, others by the share `unasked`. What tests a program has starts and routes of its own,
    which nobody asks for who asks how to build one.
    """
    settings = reader.manifest.search.implementation
    asked = _asked(reader, query)
    proposed = np.flatnonzero(scores > 0)
    boosts = np.zeros(len(scores))
    for name in ROLES:
        weight = getattr(settings, name) * (1.0 if name in asked else settings.unasked)
        boosts[proposed] += weight * _in_role(reader, name)[proposed]
    if not asks_for_tests(reader, query):
        boosts[reader.store.chunks.test] = 0.0
    return scores * (1.0 + boosts) / (1.0 + _most(settings))


def _in_role(reader: Reader, name: str) -> Mask:
    """Return of each chunk whether its code plays a role: by its hints or by its path."""
    found = reader.roles.get(name)
    if found is None:
        found = _named(reader, ROLES[name])[reader.store.chunks.document]
        found[reader.store.hints_of(sorted(ROLES[name].kinds))] = True
        reader.roles.put(name, found, size=found.nbytes)
    return found


def _most(settings: ImplementationSettings) -> float:
    return math.fsum(getattr(settings, name) for name in ROLES)


def _asked(reader: Reader, query: Query) -> set[str]:
    """Return the roles of which the query has a word."""
    return {name for name, role in ROLES.items() if _asks_for(reader, query, role)}


def _asks_for(reader: Reader, query: Query, role: Role) -> bool:
    """Tell whether a query has a word of a role."""
    languages = reader.manifest.languages or ("en",)
    texts = {term.text for term in query.terms}
    found = {index_term for term in query.terms for index_term, _ in term.terms[:1]}
    return not texts.isdisjoint(role.words.split()) or any(
        not found.isdisjoint(count_terms(role.words, language)) for language in languages
    )


def _named(reader: Reader, role: Role) -> Mask:
    """Return of each document whether it is code whose path names the role."""
    code = reader.store.is_code
    names = (path.rpartition("/")[2].rpartition(".") for path in reader.store.document_ids)
    matched = [role.path.fullmatch(stem or ending) is not None for stem, _, ending in names]
    return code & np.array(matched, dtype=np.bool_)


def covers(reader: Reader, query: Query, chunk: int) -> bool:
    """Tell whether a chunk has terms with half of the query's idf mass."""
    weighed = weigh_terms(reader, query)
    here = range(chunk, chunk + 1)
    covered = math.fsum(each.mass * held_by(reader, each, here) for each in weighed)
    return covered >= BOTH_KINDS_FROM * math.fsum(each.mass for each in weighed) > 0
